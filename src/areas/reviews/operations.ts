import { get, list, listing, lookup, pages, update } from "../../contract/rows.ts";
import { review } from "../../domain/resources/review.ts";

const reading = {
  scopes: ["reviews:read"],
  tier: "M",
  since: "2024-10-15",
  include: ["events"],
  fields: ["event", "review"],
} as const;

export const operations = [
  list(review, "get_reviews", {
    ...reading,
    filter: {
      created: ["greater-or-equal", "less-or-equal"],
      rating: listing("any", "equals", "greater-or-equal", "less-or-equal"),
      id: lookup,
      "item.id": lookup,
      content: ["contains"],
      status: ["equals"],
      review_type: ["equals"],
      verified: ["equals"],
    },
    sort: ["created", "rating", "updated"],
    paging: [pages({ default: 20, max: 100 })],
  }),
  get(review, "get_review", reading),
  update(review, "update_review", {
    scopes: ["reviews:write"],
    tier: "M",
    since: "2025-01-15",
    fields: ["review"],
  }),
] as const;
