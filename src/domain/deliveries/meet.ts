import type { Account } from "../../world/account.ts";
import type { CallEvent, CallSubject } from "../../world/faults/delivery.ts";
import { events, metrics } from "../resources/event.ts";
import { profiles } from "../resources/profile.ts";
import { webhooks } from "../resources/webhook.ts";
import { topicOf } from "../webhook-topics.ts";
import { newDelivery } from "./decide.ts";
import type { Attempt, Delivery, Met } from "./records.ts";

/** For how long calls are held back that are too few to be sent in another order. */
const heldMsMax = 60_000;
const attemptsMax = 100;

/** What faults make of a delivery that is due, with its events; undefined: none acts. New ones can be split. */
export function meet(
  account: Account,
  delivery: Delivery,
  { isNew, held }: { readonly isNew: boolean; readonly held: readonly Delivery[] },
  now: number,
): readonly Delivery[] | undefined {
  if (delivery.meets !== undefined) return undefined;
  const [first, ...others] = held;
  if (first !== undefined) return joined(account, [first, ...others], delivery, now);
  const size = delivery.events?.length ?? 0;
  const act = account.actOnCall(
    subjectOf(account, delivery),
    now,
    ({ batch }) => batch === undefined || (isNew && size > batch),
  );
  if (act === undefined) return undefined;
  const { drop, duplicate, reorder, batch, delayMs, faults, ...changes } = act;
  const meets: Met = { faults, ...changes };
  if (drop) return [dropped(delivery, meets, now)];
  const calls = splitBy(account, delivery, batch, now).map((call) => ({
    ...call,
    meets,
    due: now + delayMs,
    ...(duplicate !== undefined && { copies: duplicate - 1 }),
  }));
  if (reorder === undefined) return calls;
  if (calls.length < reorder) {
    return calls.map((call) => ({ ...call, held: reorder, due: now + delayMs + heldMsMax }));
  }
  return [
    ...reversed(account, calls.slice(0, reorder), now + delayMs),
    ...calls.slice(reorder).map((call) => ({ ...call, seq: account.nextSeq() })),
  ];
}

/** One more is held back with the others; once there are enough, all of them go. */
function joined(
  account: Account,
  held: readonly [Delivery, ...Delivery[]],
  delivery: Delivery,
  now: number,
): readonly Delivery[] {
  const { meets, copies, due, held: size = 0 } = held[0];
  const alike = { ...(meets && { meets }), ...(copies !== undefined && { copies }) };
  const one = { ...delivery, ...alike, due, held: size };
  return held.length + 1 < size ? [one] : reversed(account, [...held, one], now);
}

/** What was held back is due at an instant, the last first. They come behind what is pending. */
export const reversed = (account: Account, group: readonly Delivery[], due: number): Delivery[] =>
  group.toReversed().map(({ held: _held, ...rest }) => ({ ...rest, seq: account.nextSeq(), due }));

function dropped(delivery: Delivery, met: Met, now: number): Delivery {
  const error = `dropped by ${met.faults[0]}`;
  const ended = tried(delivery, { at: now, status: null, ms: 0, error, met });
  return { ...ended, state: "dropped", due: null };
}

/** Calls of so many of its events each: itself, and new ones behind it. */
function splitBy(account: Account, delivery: Delivery, batch: number | undefined, now: number) {
  const ids = delivery.events ?? [];
  if (batch === undefined) return [delivery];
  const calls: Delivery[] = [{ ...delivery, events: ids.slice(0, batch) }];
  for (let from = batch; from < ids.length; from += batch) {
    const of = { webhook: delivery.webhook, created: delivery.created, due: now };
    calls.push(newDelivery(account, { ...of, events: ids.slice(from, from + batch) }));
  }
  return calls;
}

export function tried(delivery: Delivery, attempt: Attempt): Delivery {
  const { meets: _, ...rest } = delivery;
  const over = Math.max(0, delivery.attempts.length + 1 - attemptsMax);
  return {
    ...rest,
    attempts: [...delivery.attempts.slice(over), attempt],
    from: Math.max(0, delivery.from - over),
  };
}

export function subjectOf(account: Account, { id, webhook, events: ids }: Delivery): CallSubject {
  let found: readonly CallEvent[] | undefined;
  return {
    delivery: id,
    account: account.id,
    webhook: { id: webhook, name: account.table(webhooks).get(webhook)?.name ?? "" },
    events: () => (found ??= (ids ?? []).flatMap((each) => eventOf(account, each) ?? [])),
  };
}

function eventOf(account: Account, id: string): CallEvent | undefined {
  const event = account.table(events).get(id);
  const metric = event && account.table(metrics).get(event.metric);
  if (event === undefined || metric === undefined) return undefined;
  const email = account.table(profiles).get(event.profile)?.email?.toLowerCase() ?? null;
  return { topic: topicOf(account, metric), profile: event.profile, email };
}
