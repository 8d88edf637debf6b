import { profiles } from "../domain/resources/profile.ts";
import { findPerson } from "../domain/profiles/identity.ts";
import { reviews } from "../domain/resources/review.ts";
import { itemId } from "../domain/reviews/reviews.ts";
import { formatDatetime } from "../jsonapi/time.ts";
import type { Account } from "../world/account.ts";
import { ulid } from "../world/ids.ts";
import { nearest } from "../world/nearest.ts";
import { type AccountDraft, itemsOf } from "./drafts.ts";
import { quoted } from "./fixture/error.ts";
import { founded, pastTime, type Streams } from "./groups.ts";
import type { ReviewPlan } from "./plan.ts";
import type { PlannedIds } from "./planned-ids.ts";
import { instantOf, nominalInstant } from "./fixture/times.ts";

/** The time in a planned id begins here, as that of profiles does. */
const epoch = Date.UTC(2025, 0, 1);

/**
 * The reviews of an account, in the order of the files.
 *
 * @param items the external ids of its catalog items
 * @throws FixtureError for an item that is not there, and for what no review can be
 */
export const reviewsOf = (
  draft: AccountDraft,
  items: readonly string[],
  ids: PlannedIds,
  streams: Streams,
): ReviewPlan[] =>
  [...itemsOf(draft, "reviews")].map(({ item, place }) => {
    const { review_type = "review", status = "published", rating = null, product = null } = item;
    const created =
      item.created === undefined ? founded : pastTime(item.created, place.at("created"));
    if (product !== null && !items.includes(product)) {
      const like = nearest(product, items);
      const hint = like === undefined ? "expected an external_id" : `did you mean ${like}?`;
      throw place.at("product").error(`unknown catalog item ${quoted(product)} (${hint})`);
    }
    if (review_type === "rating" && rating === null) {
      throw place.error("a review of the type rating needs a rating from 1 to 5");
    }
    if (review_type === "question" && rating !== null) {
      throw place.at("rating").error("a question has no rating: leave it away");
    }
    const isRejected = status === "rejected";
    if (item.rejection_reason !== undefined && !isRejected) {
      throw place.at("rejection_reason").error("expected status: rejected beside it");
    }
    return {
      id:
        item.id === undefined
          ? ids.draw(() => ulid(streams("review"), epoch + Math.max(0, nominalInstant(created))))
          : ids.claim(item.id, "profile", place.at("id")),
      created,
      email: item.email,
      author: item.author,
      content: item.content,
      title: item.title ?? null,
      review_type,
      rating,
      external_id: product,
      state: status,
      rejection_reason: isRejected ? { reason: item.rejection_reason ?? "other" } : null,
      verified: item.verified ?? false,
      edited: item.edited ?? false,
      incentive_type: item.incentive_type ?? null,
      images: item.images ?? [],
      smart_quote: item.smart_quote ?? null,
      reply: item.public_reply ?? null,
    };
  });

/** Puts reviews into an account, whose people and catalog are there: what is there already stays as it is. */
export function plantReviews(
  account: Account,
  plans: readonly ReviewPlan[],
  planted: number,
): void {
  const people = account.table(profiles);
  const records = plans
    .filter((plan) => account.table(reviews).get(plan.id) === undefined)
    .map((plan) => ({ plan, created: instantOf(plan.created, planted) }))
    .sort((a, b) => a.created - b.created)
    .map(({ plan: { reply, ...plan }, created }) => ({
      ...plan,
      created,
      updated: created,
      seq: account.nextSeq(),
      public_reply: reply && { ...reply, updated: formatDatetime(created) },
      item: itemId(account, plan.external_id),
      profile: findPerson(people, { email: plan.email, phone_number: null })?.id ?? null,
      custom_questions: [],
      order: null,
    }));
  account.load(reviews, records);
}
