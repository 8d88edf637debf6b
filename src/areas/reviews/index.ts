import type { ApiArea } from "../../verbs/call.ts";
import { unbuiltReviews } from "./unbuilt.ts";

export const reviewsArea: ApiArea = {
  name: "reviews",
  resources: [],
  operations: unbuiltReviews,
};
