import { lookup, pages, planned } from "../../contract/rows.ts";

/** Published operations of this area that are not built: each passes every stage, then answers 501. */
export const plannedClient = [
  planned("review-values-report", "get_client_review_values_reports", {
    get: "/client/review-values-reports",
    tier: "M",
    since: "2025-04-15",
    filter: { product_external_ids: lookup },
    fields: ["review-values-report"],
    paging: [pages({ default: 20, max: 100 })],
  }),
  planned("review", "get_client_reviews", {
    get: "/client/reviews",
    tier: "M",
    since: "2025-04-15",
    filter: {
      status: ["equals"],
      review_type: ["equals"],
      rating: ["any", "equals", "greater-or-equal", "less-or-equal"],
      id: lookup,
      smart_quote: ["has"],
      public_reply: ["has"],
      verified: ["equals"],
      incentivized: ["equals"],
      edited: ["equals"],
      media: ["has"],
      created: ["greater-or-equal", "less-or-equal"],
      updated: ["greater-or-equal", "less-or-equal"],
    },
    sort: ["created", "rating", "updated"],
    fields: ["review"],
    paging: [pages({ default: 20, max: 100 })],
  }),
  planned("review", "create_client_review", {
    post: "/client/reviews",
    tier: "M",
    since: "2025-04-15",
  }),
  planned("geofence", "get_client_geofences", {
    get: "/client/geofences",
    tier: "S",
    since: "2026-04-15",
    fields: ["geofence"],
    paging: [pages({ default: 20, max: 100 })],
  }),
  planned("client-subscription", "create_client_subscription", {
    post: "/client/subscriptions",
    limits: { burst: 350, steady: 750 },
  }),
  planned("push-token", "create_client_push_token", {
    post: "/client/push-tokens",
    limits: { burst: 150, steady: 1400 },
  }),
  planned("push-token-unregister", "unregister_client_push_token", {
    post: "/client/push-token-unregister",
    tier: "M",
  }),
  planned("event", "create_client_event", { post: "/client/events", tier: "XL" }),
  planned("profile", "create_client_profile", { post: "/client/profiles", tier: "XL" }),
  planned("event-bulk-create", "bulk_create_client_events", {
    post: "/client/event-bulk-create",
    tier: "M",
  }),
  planned("back-in-stock-subscription", "create_client_back_in_stock_subscription", {
    post: "/client/back-in-stock-subscriptions",
    tier: "XL",
  }),
  planned("ip-allowlist", "get_client_ip_allowlist", {
    get: "/client/ip-allowlists/{id}",
    tier: "L",
    since: "2026-07-15",
    fields: ["ip-allowlist"],
  }),
] as const;
