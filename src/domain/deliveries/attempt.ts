import type { Account } from "../../world/account.ts";
import { type Change, drop, put } from "../../world/store/store.ts";
import { events } from "../resources/event.ts";
import { webhooks } from "../resources/webhook.ts";
import { type Delivering, opening, pendingOf, planned, waitingOf } from "./decide.ts";
import { meet, reversed, tried } from "./call.ts";
import { isHeld, isUnderWay, deliveries, deliveryEntries } from "./records.ts";
import type { Attempt, Delivery, DeliveryEntry } from "./records.ts";

/** Of one call (webhooks.md). @guess create_webhook: The events of one delivery have up to 5 MB of properties. */
const entriesMax = 1000;
const bytesMax = 5_000_000;
/** The delays between attempts: the first, and the longest (webhooks.md). */
// @guess create_webhook: The first retry of a delivery comes after 30 seconds, and each delay is twice the one before.
const firstDelayMs = 30_000;
const delayMsMax = 3_600_000;
/** For how long a webhook may fail (webhooks.md). */
const failingMsMax = 48 * 3_600_000;
const endedMax = 10_000;

/** The answers that acknowledge (webhooks.md). */
const acknowledged: ReadonlySet<number> = new Set([200, 201, 202]);

export interface Ending {
  readonly status: number | null;
  readonly ms: number;
  readonly error: string | null;
  /** When the call was made, in real time; not given: it was not. */
  readonly madeReal?: number;
  readonly hopeless?: boolean;
}

/** Begins the attempt that is due, and says so before its call goes out: a process that ends meanwhile makes it again. */
// @guess create_webhook: A webhook gets one call at a time, and later deliveries wait for the one before.
export function begin(account: Account, { delivery: id }: Delivering, now: number): void {
  const delivery = account.table(deliveries).get(id);
  if (delivery?.state !== "pending" || delivery.due === null || delivery.due > now) return;
  const { webhook } = delivery;
  const pending = [...pendingOf(account, webhook)];
  if (pending.some(isUnderWay)) return;
  const held = pending.filter(isHeld);
  // The others did not come in time.
  if (isHeld(delivery)) return replace(account, webhook, reversed(account, held, now), [], now);
  if (pending.find((each) => !isHeld(each))?.id !== id) return;
  const isNew = delivery.events === null;
  const { taken, isLeft } = isNew ? batchOf(account, delivery) : { taken: [], isLeft: false };
  const whole = isNew ? { ...delivery, events: taken.map(({ event }) => event) } : delivery;
  const calls = meet(account, whole, { isNew, held }, now);
  const more = [
    ...taken.map((each) => drop(deliveryEntries, each.id)),
    ...(isLeft ? opening(account, webhook, now) : []),
  ];
  if (calls !== undefined) return replace(account, webhook, calls, more, now);
  const { meets } = whole;
  const attempt = { at: now, status: null, ms: null, error: null };
  const begun = tried(whole, { ...attempt, ...(meets && { met: meets }) });
  account.commit([put(deliveries, begun), ...more]);
  account.processing.rules.send(account, id, begun.attempts.length);
}

function replace(
  account: Account,
  webhook: string,
  calls: readonly Delivery[],
  more: readonly Change[],
  now: number,
): void {
  account.commit([...calls.map((call) => put(deliveries, call)), ...more]);
  goOn(account, webhook, now);
}

/** As much of what waits as one call takes; what is left is the next delivery's. */
function batchOf(account: Account, { webhook }: Delivery) {
  const taken: DeliveryEntry[] = [];
  let bytes = 0;
  let isLeft = false;
  for (const entry of waitingOf(account, webhook)) {
    bytes += JSON.stringify(account.table(events).get(entry.event)?.properties ?? null).length;
    isLeft = taken.length === entriesMax || (taken.length > 0 && bytes > bytesMax);
    if (isLeft) break;
    taken.push(entry);
  }
  return { taken, isLeft };
}

/** Ends the attempt of a number. What was not acknowledged is tried again for 48 hours; then the webhook is switched off. */
export function end(
  account: Account,
  { delivery: id, attempt }: Delivering & { readonly attempt: number },
  { status, ms, error, madeReal, hopeless = false }: Ending,
  now: number,
): void {
  const delivery = account.table(deliveries).get(id);
  if (!delivery || !isUnderWay(delivery) || delivery.attempts.length !== attempt) return;
  const made = madeReal !== undefined && { madeReal };
  const last = { ...(delivery.attempts.at(-1) as Attempt), status, ms, error, ...made };
  const ended = { ...delivery, attempts: [...delivery.attempts.slice(0, -1), last] };
  // It was dropped while it was under way.
  if (ended.state !== "pending") return account.commit([put(deliveries, ended)]);
  if (error === null && status !== null && acknowledged.has(status)) {
    account.commit(acknowledgedBy(account, ended, last, now));
  } else if (hopeless) {
    account.commit([put(deliveries, { ...ended, state: "dropped", due: null })]);
  } else if (now - (ended.attempts[ended.from]?.at ?? now) >= failingMsMax) {
    switchOff(account, ended, now);
  } else {
    const due = now + delayAfter(ended.attempts.length - ended.from);
    account.commit([put(deliveries, { ...ended, due }), planned(account, ended, due)]);
  }
  goOn(account, ended.webhook, now, id);
}

/** It is done, or sent once more where a fault says so: as it was, and at once. */
function acknowledgedBy(account: Account, ended: Delivery, { met }: Attempt, now: number) {
  const { copies = 0 } = ended;
  if (copies === 0) return [put(deliveries, { ...ended, state: "delivered", due: null })];
  const again = { ...ended, copies: copies - 1, due: now, ...(met && { meets: met }) };
  return [put(deliveries, again), planned(account, again, now)];
}

const delayAfter = (attempts: number): number =>
  Math.min(firstDelayMs * 2 ** (attempts - 1), delayMsMax);

function switchOff(account: Account, ended: Delivery, now: number): void {
  const hook = account.table(webhooks).get(ended.webhook);
  account.commit([
    put(deliveries, { ...ended, state: "failed", due: null }),
    ...(hook === undefined ? [] : [put(webhooks, { ...hook, enabled: false, updated: now })]),
  ]);
}

/** The next delivery of the webhook has waited for this one; the oldest that ended are forgotten. */
function goOn(account: Account, webhook: string, now: number, but?: string): void {
  const pending = [...pendingOf(account, webhook)];
  const next = [pending.find((each) => !isHeld(each)), pending.find(isHeld)];
  const works = next.flatMap((each) =>
    each === undefined || each.id === but || each.due === null
      ? []
      : [planned(account, each, Math.max(each.due, now))],
  );
  if (works.length > 0) account.commit(works);
  forgetOld(account);
}

function forgetOld(account: Account): void {
  const table = account.table(deliveries);
  if (table.size <= endedMax) return;
  const pending = [...table.scan(["ended"], { prefix: [false] })].length;
  const over = table.size - pending - endedMax;
  if (over <= 0) return;
  const oldest = [...table.scan(["ended"], { prefix: [true] })].slice(0, over);
  account.commit(oldest.map(({ id }) => drop(deliveries, id)));
}

/** Makes a delivery that has ended due again, as it was; one that is pending is due at once. */
export function redeliver(account: Account, delivery: Delivery, now: number): Delivery {
  if (isUnderWay(delivery)) return delivery;
  const { meets: _m, held: _h, copies: _c, ...bare } = delivery;
  const again: Delivery = { ...bare, state: "pending", due: now, from: delivery.attempts.length };
  account.commit([put(deliveries, again), planned(account, again, now)]);
  return account.table(deliveries).get(delivery.id) ?? again;
}

/** Hands out again what was begun and has not ended, as after a crash. */
export function resume(account: Account): void {
  for (const each of account.table(deliveries).scan(["ended"], { prefix: [false] })) {
    if (isUnderWay(each)) account.processing.rules.send(account, each.id, each.attempts.length);
  }
}
