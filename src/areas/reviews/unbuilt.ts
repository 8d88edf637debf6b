import { lookup, pages, unbuilt } from "../../contract/rows.ts";

/** Published operations of this area that are not built: each passes every stage, then answers 501. */
export const unbuiltReviews = [
  unbuilt("review", "get_reviews", {
    get: "/api/reviews",
    scopes: ["reviews:read"],
    tier: "M",
    since: "2024-10-15",
    filter: {
      created: ["greater-or-equal", "less-or-equal"],
      rating: ["any", "equals", "greater-or-equal", "less-or-equal"],
      id: lookup,
      "item.id": lookup,
      content: ["contains"],
      status: ["equals"],
      review_type: ["equals"],
      verified: ["equals"],
    },
    sort: ["created", "rating", "updated"],
    include: ["events"],
    fields: ["event", "review"],
    paging: [pages({ default: 20, max: 100 })],
  }),
  unbuilt("review", "get_review", {
    get: "/api/reviews/{id}",
    scopes: ["reviews:read"],
    tier: "M",
    since: "2024-10-15",
    include: ["events"],
    fields: ["event", "review"],
  }),
  unbuilt("review", "update_review", {
    patch: "/api/reviews/{id}",
    scopes: ["reviews:write"],
    tier: "M",
    since: "2025-01-15",
    fields: ["review"],
  }),
] as const;
