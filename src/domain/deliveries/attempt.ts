import type { Account } from "../../world/account.ts";
import { type Change, drop, put } from "../../world/store.ts";
import { events, webhooks, deliveries, deliveryEntries } from "../collections.ts";
import { type Delivering, opening, pendingOf, planned, waitingOf } from "./decide.ts";
import { type Attempt, type Delivery, type DeliveryEntry, isUnderWay } from "./records.ts";

/** Of one call (webhooks.md). @guess: the bytes, of the events' properties as JSON */
const entriesMax = 1000;
const bytesMax = 5_000_000;
/** The delays between attempts: the first, and the longest (webhooks.md). @guess: the first, and that each is twice the one before */
const firstDelayMs = 30_000;
const delayMsMax = 3_600_000;
/** For how long a webhook may fail (webhooks.md). */
const failingMsMax = 48 * 3_600_000;
/** How many that have ended an account remembers, and how many attempts of one. */
const endedMax = 10_000;
const attemptsMax = 100;

/** The answers that acknowledge (webhooks.md). */
const acknowledged: ReadonlySet<number> = new Set([200, 201, 202]);

/** How an attempt ended. */
export interface Ending {
  readonly status: number | null;
  /** Real time. */
  readonly ms: number;
  /** Why nothing was answered. */
  readonly error: string | null;
  /** It can never go well: it is not tried again. */
  readonly hopeless?: boolean;
}

/**
 * Begins the attempt that is due. What is kept says so before the call goes out, so that a process that ends
 * meanwhile makes it again. A webhook has one call under way, and later deliveries wait for the one before.
 * @guess: that they wait
 */
export function begin(account: Account, { delivery: id }: Delivering, now: number): void {
  const delivery = account.table(deliveries).get(id);
  if (delivery?.state !== "pending" || delivery.due === null || delivery.due > now) return;
  const pending = [...pendingOf(account, delivery.webhook)];
  if (pending[0]?.id !== id || pending.some(isUnderWay)) return;
  const { taken, more } = delivery.events === null ? batchOf(account, delivery) : asItWas(delivery);
  const attempt: Attempt = { at: now, status: null, ms: null, error: null };
  // Of what is sent again and again the last attempts are remembered.
  const over = Math.max(0, delivery.attempts.length + 1 - attemptsMax);
  const begun: Delivery = {
    ...delivery,
    events: taken,
    attempts: [...delivery.attempts.slice(over), attempt],
    from: Math.max(0, delivery.from - over),
  };
  account.commit([put(deliveries, begun), ...more]);
  account.processing.rules.send(account, id, begun.attempts.length);
}

/** What was sent before is sent again: the whole of it, and nothing else. */
const asItWas = ({ events: taken }: Delivery) => ({ taken, more: [] as Change[] });

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
  return {
    taken: taken.map(({ event }) => event),
    more: [
      ...taken.map((each) => drop(deliveryEntries, each.id)),
      ...(isLeft ? opening(account, webhook) : []),
    ],
  };
}

/**
 * Ends an attempt: what was acknowledged is done, all else is tried again until the webhook has failed for 48
 * hours, which switches it off.
 *
 * @param attempt its number; one that is not under way any more changes nothing
 */
export function end(
  account: Account,
  { delivery: id, attempt }: Delivering & { readonly attempt: number },
  { status, ms, error, hopeless = false }: Ending,
  now: number,
): void {
  const delivery = account.table(deliveries).get(id);
  if (delivery === undefined || !isUnderWay(delivery)) return;
  if (delivery.attempts.length !== attempt) return;
  const last = { ...(delivery.attempts.at(-1) as Attempt), status, ms, error };
  const ended = { ...delivery, attempts: [...delivery.attempts.slice(0, -1), last] };
  // It was dropped while it was under way.
  if (ended.state !== "pending") return account.commit([put(deliveries, ended)]);
  if (error === null && status !== null && acknowledged.has(status)) {
    account.commit([put(deliveries, { ...ended, state: "delivered", due: null })]);
  } else if (hopeless) {
    account.commit([put(deliveries, { ...ended, state: "dropped", due: null })]);
  } else if (now - (ended.attempts[ended.from]?.at ?? now) >= failingMsMax) {
    switchOff(account, ended, now);
  } else {
    const due = now + delayAfter(ended.attempts.length - ended.from);
    account.commit([put(deliveries, { ...ended, due }), planned(account, ended, due)]);
  }
  goOn(account, ended, now);
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
function goOn(account: Account, { id, webhook }: Delivery, now: number): void {
  const [next] = pendingOf(account, webhook);
  if (next !== undefined && next.id !== id && next.due !== null) {
    account.commit([planned(account, next, Math.max(next.due, now))]);
  }
  forgetOld(account);
}

function forgetOld(account: Account): void {
  const table = account.table(deliveries);
  if (table.size <= endedMax) return;
  const pending = [...table.scan(["ended"], { prefix: [false] })].length;
  const over = table.size - pending - endedMax;
  if (over <= 0) return;
  const oldest = table.scan(["ended"], { prefix: [true] });
  const gone: Change[] = [];
  for (const each of oldest) {
    if (gone.length === over) break;
    gone.push(drop(deliveries, each.id));
  }
  account.commit(gone);
}

/** Makes a delivery that has ended due again, as it was; one that is pending is due at once. */
export function redeliver(account: Account, delivery: Delivery, now: number): Delivery {
  if (isUnderWay(delivery)) return delivery;
  const again: Delivery = {
    ...delivery,
    state: "pending",
    due: now,
    from: delivery.attempts.length,
  };
  account.commit([put(deliveries, again), planned(account, again, now)]);
  return account.table(deliveries).get(delivery.id) ?? again;
}

/** Hands out again what was begun and has not ended, as after a crash, or in a state that was put back. */
export function resume(account: Account): void {
  for (const each of account.table(deliveries).scan(["ended"], { prefix: [false] })) {
    if (isUnderWay(each)) account.processing.rules.send(account, each.id, each.attempts.length);
  }
}
