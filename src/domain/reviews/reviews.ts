import type { Revision } from "../../contract/revisions.ts";
import { wholeSecond } from "../../jsonapi/time.ts";
import type { Account, Rules } from "../../world/account.ts";
import { ulid } from "../../world/ids.ts";
import { put } from "../../world/store/store.ts";
import { workFor } from "../../world/time/agenda.ts";
import { findServiceMetric, hasOrdered, productsOf } from "../events/metrics.ts";
import { systemEvents } from "../events/system-events.ts";
import { recorded } from "../objects/acts.ts";
import { profileWith, putIfChanged } from "../profiles/save.ts";
import { type Event, events, metrics } from "../resources/event.ts";
import { profiles } from "../resources/profile.ts";
import { type Review, reviews, type ReviewStatus } from "../resources/review.ts";
import { settingOf } from "../settings.ts";

export interface NewReview extends Pick<
  Review,
  "author" | "content" | "custom_questions" | "external_id" | "images" | "incentive_type"
> {
  readonly email: string;
  readonly order: string | null;
  readonly rating: number | null;
  readonly review_type: Review["review_type"];
  readonly title: string | null;
}

interface Item {
  readonly id: string;
  readonly external_id: string;
  readonly title: string;
  readonly url: string;
  readonly image_full_url: string | null;
}

const itemOf = (account: Account, id: string | null): Item | undefined =>
  id === null ? undefined : (account.state.tableNamed("catalog-item")?.get(id) as Item | undefined);

/** @guess create_client_review, get_review*: A review is of the catalog item with its external id, whichever integration it names. */
export const itemId = (account: Account, external: string | null): string | null =>
  external === null ? null : (itemOf(account, `$custom:::$default:::${external}`)?.id ?? null);

export const reviewComputed = {
  status: ({ state, rejection_reason }: Review, _: Account, revision: Revision) =>
    revision < "2025-01-15" ? state : statusOf(state, rejection_reason),
  product({ item }: Review, account: Account) {
    const found = itemOf(account, item);
    if (found === undefined) return null;
    const { url, title: name, image_full_url, external_id } = found;
    return { url, name, image_url: image_full_url || null, external_id };
  },
};

const statusOf = (value: Review["state"], reason: Review["rejection_reason"]) =>
  reason === null ? { value } : { value, rejection_reason: reason };

export const standingOf = (status: ReviewStatus): Pick<Review, "rejection_reason" | "state"> => ({
  state: status.value,
  rejection_reason: status.value === "rejected" ? status.rejection_reason : null,
});

/** Writes a review down, with its person and its event. It waits to be published. @returns its id */
export function submitReview(account: Account, given: NewReview, now: number): string | undefined {
  const { email, rating, review_type, title, content, external_id } = given;
  const who = { attributes: { email } };
  const profile = profileWith(account, who, { email, phone_number: null }, now, { discreet: true });
  if (profile === undefined) return undefined;
  const id = ulid(account.dice("review"), account.idInstant(now));
  const act = review_type === "rating" ? "submit rating" : "submit review";
  const about = {
    review_id: id,
    review_type,
    ...(external_id !== null && { product_id: external_id }),
    ...(rating !== null && { rating }),
    ...(title !== null && { title }),
    ...(content !== null && { content }),
  };
  const done = [{ act, profile: profile.id, about }] as const;
  const review: Review = {
    ...given,
    id,
    seq: account.nextSeq(),
    created: now,
    updated: now,
    profile: profile.id,
    item: itemId(account, external_id),
    verified: external_id !== null && hasOrdered(account, profile.id, external_id),
    state: "pending",
    rejection_reason: null,
    smart_quote: null,
    public_reply: null,
    edited: false,
  };
  const changes = [...putIfChanged(account, profile), put(reviews, review)];
  account.commit(recorded(account, changes, done, now));
  if (publishesItself(account, review)) {
    account.later(publishWork, { review: id } satisfies Publishing, now + publishedAfterMs);
  }
  return id;
}

/** The work of publishing a review that nobody has looked at. */
export const publishWork = "review.publish";

type Publishing = { readonly review: string };

/** @guess create_client_review: If reviews are published automatically, those with 4 stars or more are, an hour later. */
const publishedAfterMs = 3_600_000;
const goodRating = 4;

/** Whether a review is published without a moderator: by chance, as the account's setting says. */
function publishesItself(account: Account, { rating }: Review): boolean {
  const part = settingOf(account, "publishReviews");
  if (part === 0 || rating === null || rating < goodRating) return false;
  return account.dice("review publish").fraction() < part;
}

/** Publishes a review, unless somebody has decided about it meanwhile. */
export function publishReview(account: Account, { review: id }: Publishing, now: number): void {
  const review = account.table(reviews).get(id);
  if (review?.state !== "pending") return;
  account.commit([put(reviews, { ...review, state: "published", updated: now })]);
}

/** The event that tells of a review, of which a fixture has none. */
export function eventsOfReview({ id, profile }: Review, account: Account): readonly Event[] {
  const acts = [systemEvents["submit rating"], systemEvents["submit review"]];
  return acts.flatMap(({ metric }) => {
    const of = findServiceMetric(account, metric)?.id;
    if (of === undefined || profile === null) return [];
    const index = ["profile_id", "metric_id", "unique_id"];
    const theirs = account.table(events).scan(index, { prefix: [profile, of] });
    return [...theirs].filter(({ properties }) => properties["review_id"] === id);
  });
}

const reviewsBy = (account: Account, profile: string): Review[] => [
  ...account.table(reviews).scan(["profile.id"], { prefix: [profile] }),
];

export const readyWork = "review.ready";

type Ready = { readonly event: string };

const dayMs = 86_400_000;

/** The rule by which orders lead to reviews, some days after they were fulfilled. */
// @guess create_event, bulk_create_events: An old order that is sent later leads to no `Ready to Review`.
export const followFulfilled: Rules["follow"] = (account, changes, isNew) => {
  const fulfilled = changes.flatMap((change) => {
    if (change.collection.name !== events.name || !("put" in change)) return [];
    const event = change.put as Event;
    const isMeant = account.table(metrics).get(event.metric)?.name === "Fulfilled Order";
    return isMeant && isNew(event.id) ? [event] : [];
  });
  if (fulfilled.length === 0) return [];
  const days = settingOf(account, "readyToReviewDays");
  if (days === "never") return [];
  const since = wholeSecond(account.clock.now());
  return fulfilled.flatMap(({ id, time }) => {
    const due = time + days * dayMs;
    return due < since ? [] : [workFor(account, readyWork, { event: id } satisfies Ready, due)];
  });
};

/** @guess create_event, bulk_create_events: `Ready to Review` is not written if all products of the order are reviewed. */
export function readyToReview(account: Account, { event: id }: Ready, now: number): void {
  const event = account.table(events).get(id);
  // Its person may have been deleted.
  if (event === undefined || account.table(profiles).get(event.profile) === undefined) return;
  const { profile, unique_id } = event;
  const reviewed = new Set(reviewsBy(account, profile).map(({ external_id }) => external_id));
  const all = productsOf(account, event);
  const left = all.filter((names) => !names.some((name) => reviewed.has(name)));
  if (all.length > 0 && left.length === 0) return;
  const product_ids = left.flatMap(([name = ""]) => name);
  const about = { order_id: unique_id, ...(left.length > 0 && { product_ids }) };
  account.commit(recorded(account, [], [{ act: "get ready to review", profile, about }], now));
}
