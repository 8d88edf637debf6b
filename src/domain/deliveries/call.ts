import { createHash, createHmac } from "node:crypto";
import { newestRevision } from "../../contract/revisions.ts";
import type { Account } from "../../world/account.ts";
import { events, type Event, metrics } from "../resources/event.ts";
import { webhooks } from "../resources/webhook.ts";
import { namesOf, topicOf } from "../webhook-topics.ts";
import type { Delivery } from "./records.ts";

export interface WebhookCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly readsAnswer?: true;
}

export type Composed = Pick<Delivery, "webhook" | "events" | "attempts">;

interface Making {
  /** The event as `GET /api/events/{id}` answers it. */
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
