import { lookup, pages, unbuilt } from "../../contract/rows.ts";

/** Published operations of this area that are not built: each passes every stage, then answers 501. */
export const unbuiltClient = [
  unbuilt("review-values-report", "get_client_review_values_reports", {
    get: "/client/review-values-reports",
    tier: "M",
    since: "2025-04-15",
    filter: { product_external_ids: lookup },
    fields: ["review-values-report"],
    paging: [pages({ default: 20, max: 100 })],
  }),
  unbuilt("review", "get_client_reviews", {
    get: "/client/reviews",
    tier: "M",
    since: "2025-04-15",
    filter: {
      status: ["equals"],
      review_type: ["equals"],
      content: ["contains"],
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
  unbuilt("review", "create_client_review", {
    post: "/client/reviews",
    tier: "M",
    since: "2025-04-15",
  }),
] as const;
