import type { AreaExamples } from "../../support/areas/example.ts";
import { changing } from "./bodies.ts";

const question = "01JZDEM0REV1EW000000QVEST1";

export const reviews: AreaExamples = {
  title: "Reviews",
  intro:
    "What profiles wrote about products. Visitors submit reviews, and see those that are published.",
  see: { "what the shapes do not say": "../reviews.md", "reviews for clients": "client.md" },
  ids: { reviews: question },
  requests: {
    get_reviews: {
      query: 'filter=equals(status,"all")&sort=-rating',
      show: ["author", "rating", "title"],
    },
    get_review: { show: ["author", "review_type", "status"] },
    update_review: { body: changing("review", question, { status: { value: "published" } }) },
  },
};
