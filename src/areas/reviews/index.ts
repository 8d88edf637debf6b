import { type Review, review, type ReviewStatus } from "../../domain/resources/review.ts";
import { readyToReview, readyWork, eventsOfReview } from "../../domain/reviews/reviews.ts";
import { publishReview, publishWork, reviewComputed } from "../../domain/reviews/reviews.ts";
import { standingOf } from "../../domain/reviews/reviews.ts";
import type { ApiArea, Keeping } from "../../verbs/invocation.ts";
import { rows } from "../../contract/rows.ts";

/** Every move is published: none is refused. @guess update_review: A `status` of null changes nothing. */
const keeping: Keeping<Review & { readonly status?: ReviewStatus | null }> = {
  asKept: ({ status }) => (status ? standingOf(status) : {}),
};

export const reviewsArea: ApiArea = {
  name: "reviews",
  resources: [review],
  operations: rows(review, ["list", "get", "update"]),
  bindings: { review: { computed: reviewComputed, related: { events: eventsOfReview }, keeping } },
  work: { [publishWork]: publishReview, [readyWork]: readyToReview },
};
