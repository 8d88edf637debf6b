import { wholeSecond } from "../../jsonapi/time.ts";
import type { Account } from "../../world/account.ts";
import type { Change } from "../../world/store/store.ts";
import { workFor } from "../../world/time/agenda.ts";
import { metrics, type Event, events } from "../resources/event.ts";
import { profiles } from "../resources/profile.ts";
import { productsOf } from "../events/metrics.ts";
import { recorded } from "../objects/acts.ts";
import { reviewsBy } from "./reviews.ts";
import { settingOf } from "../settings.ts";

export const readyWork = "review.ready";

interface Ready {
  readonly event: string;
}

const dayMs = 86_400_000;

/**
 * The rule by which orders lead to reviews, some days after they were fulfilled. @guess create_event,
 * bulk_create_events: An old order that is sent later leads to no `Ready to Review`.
 */
export function followFulfilled(
  account: Account,
  changes: readonly Change[],
  isNew: (id: string) => boolean,
): readonly Change[] {
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
}

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
