import { createHash, createHmac } from "node:crypto";
import { newestRevision } from "../../contract/revisions.ts";
import type { Account } from "../../world/account.ts";
import type { CallEvent, CallSubject } from "../../world/faults/delivery.ts";
import { events, type Event, metrics } from "../resources/event.ts";
import { profiles } from "../resources/profile.ts";
import { webhooks } from "../resources/webhook.ts";
import { namesOf, topicOf } from "../webhook-topics.ts";
import { newDelivery } from "./decide.ts";
import type { Delivery, Attempt, Met } from "./records.ts";

export interface WebhookCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly readsAnswer?: true;
}

export type Composed = Pick<Delivery, "webhook" | "events" | "attempts">;

interface Making {
  readonly show: (event: Event) => unknown;
  /** In milliseconds since 1970: a receiver compares it with its own clock. */
  readonly realNow: number;
}

/** What is sent of a delivery, put together in this place alone; undefined: its webhook is gone. */
export function callOf(
  account: Account,
  { webhook, events: ids, attempts }: Composed,
  { show, realNow }: Making,
): WebhookCall | undefined {
  const hook = account.table(webhooks).get(webhook);
  if (hook === undefined) return undefined;
  const names = namesOf(account);
  const { signature, timestamp: offMs = 0, spoil } = attempts.at(-1)?.met ?? {};
  const stamp = new Date(realNow + offMs);
  const data = (ids ?? []).flatMap((id) => entryOf(account, webhook, id, show) ?? []);
  const body = JSON.stringify({
    data,
    meta: {
      [names.webhookMember]: hook.id,
      [names.accountMember]: account.id,
      timestamp: stamp.toISOString(),
      version: newestRevision,
    },
  });
  const timestamp = stamp.toUTCString();
  const secret = signature === "wrong" ? `not ${hook.secret_key}` : hook.secret_key;
  return {
    url: hook.url,
    headers: {
      "content-type": "application/json",
      ...(signature !== "missing" && {
        [names.signatureHeader]: signatureOf(secret, body, timestamp),
      }),
      [names.timestampHeader]: timestamp,
      [names.webhookHeader]: hook.id,
    },
    // What was signed is cut on its way.
    body: spoil === "truncate" ? body.slice(0, Math.floor(body.length / 2)) : body,
  };
}

/** Lower-case hex of HMAC-SHA256 over the body and the time-stamp header behind it (webhooks.md). */
export const signatureOf = (secret: string, body: string | Uint8Array, timestamp: string): string =>
  createHmac("sha256", secret).update(body).update(timestamp).digest("hex");

function entryOf(account: Account, webhook: string, id: string, show: Making["show"]) {
  const event = account.table(events).get(id);
  const metric = event && account.table(metrics).get(event.metric);
  if (event === undefined || metric === undefined) return undefined;
  return {
    external_id: externalIdOf(webhook, id),
    topic: topicOf(account, metric),
    payload: { data: show(event) },
  };
}

/** By which a receiver knows what it has. @guess create_webhook: The `external_id` of a delivery follows from the event and the webhook, and stays the same in a retry. */
function externalIdOf(webhook: string, event: string): string {
  const hex = createHash("sha256").update(`${webhook} ${event}`).digest("hex");
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`];
  return [...parts, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join("-");
}

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
