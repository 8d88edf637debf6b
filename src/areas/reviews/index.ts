import type { ApiArea } from "../../verbs/call.ts";
import { plannedReviews } from "./planned.ts";

export const reviewsArea: ApiArea = {
  name: "reviews",
  resources: [],
  operations: plannedReviews,
  behavior: {},
};
