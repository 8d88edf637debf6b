import { once } from "../../contract/memo.ts";
import type { Account, Rules } from "../../world/account.ts";
import { ulid } from "../../world/ids.ts";
import { type Change, drop, put } from "../../world/store/store.ts";
import { workFor, works } from "../../world/time/agenda.ts";
import { events, type Event, metrics } from "../resources/event.ts";
import { type Webhook, webhooks } from "../resources/webhook.ts";
import { topicOf } from "../webhook-topics.ts";
import { isHeld, deliveries, deliveryEntries } from "./records.ts";
import type { Delivery, DeliveryEntry } from "./records.ts";
import type { State } from "../../world/store/state.ts";

export const deliverWork = "webhook.deliver";

export type Delivering = { readonly delivery: string };

/** The rule by which events reach webhooks: each is put down for those that want its topic, in the same commit. */
export const followEvents: Rules["follow"] = (account, changes, isNew) => {
  const hooks = account.table(webhooks);
  // What an account without webhooks pays for each of its events.
  if (hooks.size === 0 && !changes.some(isOfWebhook)) return none;
  const found: Change[] = [];
  const opened = new Set<string>();
  for (const change of changes) {
    if (isOfWebhook(change)) found.push(...silenced(account, change));
    else if (change.collection.name === events.name && "put" in change && isNew(change.put.id)) {
      found.push(...wanted(account, change.put as Event, opened));
    }
  }
  return found;
};

const none: readonly never[] = [];

const isOfWebhook = ({ collection }: Change): boolean => collection.name === webhooks.name;

const topicsWanted = once(({ topics }: Webhook): ReadonlySet<string> => new Set(topics));

/** @param opened the webhooks for which this commit has put a delivery down already */
function wanted(account: Account, event: Event, opened: Set<string>): Change[] {
  const metric = account.table(metrics).get(event.metric);
  if (metric === undefined) return [];
  const topic = topicOf(account, metric);
  const found: Change[] = [];
  for (const hook of account.table(webhooks).all()) {
    if (!hook.enabled || !topicsWanted(hook).has(topic)) continue;
    const entry = { webhook: hook.id, event: event.id, seq: account.nextSeq() };
    found.push(put(deliveryEntries, { id: `${hook.id} ${event.id}`, ...entry }));
    if (opened.has(hook.id)) continue;
    opened.add(hook.id);
    if (openOf(account, hook.id) !== undefined) continue;
    const due = account.clock.now() + (account.processing.webhooksDelayMs ?? 0);
    found.push(...opening(account, hook.id, due));
  }
  return found;
}

export const pendingOf = (account: Account, webhook: string): Generator<Delivery> =>
  account.table(deliveries).scan(["webhook", "state"], { prefix: [webhook, "pending"] });

/** The delivery that takes up what comes: none of its attempts has begun. */
function openOf(account: Account, webhook: string): Delivery | undefined {
  for (const each of pendingOf(account, webhook)) if (each.events === null) return each;
  return undefined;
}

/** A delivery for what waits for a webhook. */
// @guess create_webhook: A delivery begins a second after the event, unless the options say otherwise: the service takes 1 to 3 minutes.
export function opening(account: Account, webhook: string, due: number): Change[] {
  const created = account.clock.now();
  const open = newDelivery(account, { webhook, created, due, events: null });
  return [put(deliveries, open), planned(account, open, due)];
}

/** A delivery that was never tried, behind all others. */
export const newDelivery = (
  account: Account,
  { webhook, created, due, events }: Pick<Delivery, "webhook" | "created" | "due" | "events">,
): Delivery => ({
  webhook,
  created,
  due,
  events,
  id: ulid(account.dice("delivery"), account.idInstant(created)),
  seq: account.nextSeq(),
  state: "pending",
  attempts: [],
  from: 0,
});

export const planned = (account: Account, { id }: Pick<Delivery, "id">, due: number): Change =>
  workFor(account, deliverWork, { delivery: id } satisfies Delivering, due);

/** Nothing goes to a webhook that is gone or switched off, nor does it get what it missed. */
function silenced(account: Account, change: Change): Change[] {
  const hook = "put" in change ? (change.put as Webhook) : undefined;
  if (hook?.enabled) return [];
  const id = hook?.id ?? ("drop" in change ? change.drop : "");
  const waiting = [...waitingOf(account, id)];
  const over = { state: "dropped", due: null } as const;
  const missed = waiting.map(({ event }) => event);
  return [
    ...[...pendingOf(account, id)].map((each) =>
      put(deliveries, { ...each, events: each.events ?? missed, ...over }),
    ),
    ...waiting.map((each) => drop(deliveryEntries, each.id)),
  ];
}

export const waitingOf = (account: Account, webhook: string): Generator<DeliveryEntry> =>
  account.table(deliveryEntries).scan(["webhook"], { prefix: [webhook] });

/** The first pending delivery of each webhook that is not held back: the others wait for it. */
export function headsOf(account: Account): Delivery[] {
  const heads = new Map<string, Delivery>();
  for (const each of account.table(deliveries).scan(["ended"], { prefix: [false] })) {
    const head = heads.get(each.webhook);
    if (head === undefined || (isHeld(head) && !isHeld(each))) heads.set(each.webhook, each);
  }
  return [...heads.values()];
}

/** A state in which nothing waits to be delivered: that of a reset, and of a fork. It shares the rest. */
export function withoutPending(state: State): State {
  const pending = [...state.table(deliveries).scan(["ended"], { prefix: [false] })];
  if (pending.length === 0) return state;
  const without = state.clone();
  const gone: Change[] = [
    ...pending.map(({ id }) => drop(deliveries, id)),
    ...[...state.table(deliveryEntries).all()].map(({ id }) => drop(deliveryEntries, id)),
    ...[...state.table(works).all()]
      .filter(({ kind }) => kind === deliverWork)
      .map(({ id }) => drop(works, id)),
  ];
  without.apply(gone);
  return without;
}
