import { type Review, review, type ReviewStatus } from "../../domain/resources/review.ts";
import { readyToReview, readyWork } from "../../domain/reviews/ready-to-review.ts";
import {
  eventsOfReview,
  publishReview,
  publishWork,
  reviewComputed,
  standingOf,
} from "../../domain/reviews/reviews.ts";
import type { ApiArea, Keeping } from "../../verbs/call.ts";
import { operations } from "./operations.ts";

/** Every move is published: none is refused. @guess: a status of null changes nothing */
const keeping: Keeping<Review & { readonly status?: ReviewStatus | null }> = {
  asKept: ({ status }) => (status ? standingOf(status) : {}),
};

export const reviewsArea: ApiArea = {
  name: "reviews",
  resources: [review],
  operations,
  bindings: { review: { computed: reviewComputed, related: { events: eventsOfReview }, keeping } },
  work: { [publishWork]: publishReview, [readyWork]: readyToReview },
};
