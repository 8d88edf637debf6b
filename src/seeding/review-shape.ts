import { boolean, described, list, literal, object, string } from "../contract/shape.ts";
import {
  incentives,
  rejectionReasons,
  reviewStates,
  reviewType,
} from "../domain/resources/review.ts";
import { id, instant, text } from "./shape-parts.ts";

/** A review of a fixture. */
export const reviewShape = object({
  "id?": id(),
  email: described(string({ format: "email" }), "Who wrote it. A profile of it need not exist."),
  author: text(),
  content: string(),
  "title?": string(),
  "review_type?": described(reviewType, "Default: review."),
  "rating?": literal(1, 2, 3, 4, 5),
  "product?": described(text(), "The external id of a catalog item."),
  "status?": described(literal(...reviewStates), "Default: published."),
  "rejection_reason?": described(
    literal(...rejectionReasons),
    "Of one that is rejected. Default: other.",
  ),
  "verified?": described(boolean(), "Default: false."),
  "edited?": described(boolean(), "Whether its author changed it. Default: false."),
  "incentive_type?": literal(...incentives),
  "images?": described(list(string()), "URLs."),
  "smart_quote?": string(),
  "public_reply?": object({ content: string(), author: text() }),
  "created?": instant(),
});
