import { described, list, literal, object, string, whether } from "../../contract/shape.ts";
import { findPerson } from "../../domain/profiles/identity.ts";
import { profiles } from "../../domain/resources/profile.ts";
import { incentives, rejectionReasons, review } from "../../domain/resources/review.ts";
import { reviews as collection, reviewStates, reviewType } from "../../domain/resources/review.ts";
import { itemId } from "../../domain/reviews/reviews.ts";
import { formatDatetime } from "../../jsonapi/time.ts";
import { put } from "../../world/store/store.ts";
import { text } from "../fixture/shape-parts.ts";
import { dated, kind, unchanged } from "./kind.ts";

const shape = object({
  email: described(string({ format: "email" }), "The author. A profile of it need not exist."),
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
  "verified?": whether("Default: false."),
  "edited?": whether("Whether its author changed it. Default: false."),
  "incentive_type?": literal(...incentives),
  "images?": described(list(string()), "URLs."),
  "smart_quote?": string(),
  "public_reply?": object({ content: string(), author: text() }),
  ...dated,
});

export const reviews = kind({
  noun: "review",
  says: "Reviews.",
  type: review.type,
  ids: "profile",
  late: true,
  shape,
  planned({ product = null, status: state = "published", ...said }, place, around) {
    if (product !== null) around.require("catalog_items", product, place.at("product"));
    const { review_type = "review", rating = null, rejection_reason: reason } = said;
    if (review_type === "rating" && rating === null)
      throw place.error("a review of the type rating needs a rating from 1 to 5");
    if (review_type === "question" && rating !== null)
      throw place.at("rating").error("a question has no rating: leave it away");
    if (reason !== undefined && state !== "rejected")
      throw place.at("rejection_reason").error("expected status: rejected beside it");
    const { email, author, content, title = null, verified = false, edited = false } = said;
    return {
      email,
      author,
      content,
      title,
      review_type,
      rating,
      external_id: product,
      state,
      rejection_reason: state === "rejected" ? { reason: reason ?? ("other" as const) } : null,
      verified,
      edited,
      incentive_type: said.incentive_type ?? null,
      images: said.images ?? [],
      smart_quote: said.smart_quote ?? null,
      public_reply: said.public_reply ?? null,
    };
  },
  changes(account, plan) {
    const who = { email: plan.email, phone_number: null };
    const { public_reply: reply, created } = plan;
    const record = {
      ...unchanged(account, plan),
      public_reply: reply && { ...reply, updated: formatDatetime(created) },
      item: itemId(account, plan.external_id),
      profile: findPerson(account.table(profiles), who)?.id ?? null,
      custom_questions: [],
      order: null,
    };
    return [put(collection, record)];
  },
});
