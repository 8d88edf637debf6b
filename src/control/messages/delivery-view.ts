import { events, metrics } from "../../domain/resources/event.ts";
import { headsOf, waitingOf } from "../../domain/deliveries/decide.ts";
import type { Delivery, DeliveryState } from "../../domain/deliveries/records.ts";
import { topicOf } from "../../domain/webhook-topics.ts";
import { formatDatetime } from "../../jsonapi/time.ts";
import type { Account } from "../../world/account.ts";
import type { Emulation } from "../../emulation/emulation.ts";

/** A call of a webhook, or several of the same. Instants are ISO 8601, of the emulator's time. */
export interface DeliveryView {
  readonly id: string;
  readonly account: string;
  /** Id of the webhook. */
  readonly webhook: string;
  /** Of its events, each once. */
  readonly topics: readonly string[];
  /** How many events it has. */
  readonly entries: number;
  readonly state: DeliveryState;
  /** When it is tried again; null: it has ended, or is on its way. */
  readonly nextAt: string | null;
  /** The ids of the faults that it met, also of one that delays it or holds it back. */
  readonly faults: readonly string[];
  readonly attempts: readonly {
    readonly at: string;
    /** What was answered; null: nothing was, or not yet. */
    readonly status: number | null;
    /** How long it took, in milliseconds of real time; null: it has not ended. */
    readonly ms: number | null;
    readonly error: string | null;
    /** The ids of the faults that this attempt met. */
    readonly faults: readonly string[];
  }[];
}

/** @param heads the next delivery to each webhook of the account */
export function viewDelivery(account: Account, delivery: Delivery, heads = headsOf(account)) {
  const { id, webhook, state, due, attempts, meets } = delivery;
  const ids = delivery.events ?? [...waitingOf(account, webhook)].map(({ event }) => event);
  const underWay = attempts.at(-1)?.ms === null;
  // It waits for the ones before it.
  const head = heads.find((each) => each.webhook === webhook);
  const next = due === null ? null : Math.max(due, head?.due ?? due);
  const met = [...attempts.map((each) => each.met), meets];
  const of = new Set(ids.map((each) => account.table(events).get(each)?.metric ?? ""));
  const known = [...of].flatMap((each) => account.table(metrics).get(each) ?? []);
  return {
    id,
    account: account.id,
    webhook,
    topics: [...new Set(known.map((metric) => topicOf(account, metric)))].sort(),
    entries: ids.length,
    state,
    nextAt: next === null || underWay ? null : formatDatetime(next),
    faults: [...new Set(met.flatMap((each) => each?.faults ?? []))],
    attempts: attempts.map(({ at, status, ms, error, met: own }) => {
      const faults = own?.faults ?? [];
      return { at: formatDatetime(at), status, ms, error, faults };
    }),
  };
}

interface CallView {
  readonly url: string;
  /** With the signature and the time stamp that it follows from. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface WholeDeliveryView extends DeliveryView {
  /** The number of the attempt, from 1; null: there was none yet. */
  readonly attempt: number | null;
  /** Made anew of the webhook and the events of now; null: none was made, it is under way, or its webhook is gone. */
  readonly call: CallView | null;
}

/** Makes the call of an attempt once more: it follows from what is stored and the instant of the attempt. */
export function callMadeOf(
  { courier, lasting: { redaction } }: Emulation,
  account: Account,
  { webhook, events, attempts }: Delivery,
  number: number,
): CallView | null {
  const madeReal = attempts[number - 1]?.madeReal;
  if (courier === undefined || madeReal === undefined) return null;
  const until = { webhook, events, attempts: attempts.slice(0, number) };
  const call = courier.compose(account, until, madeReal);
  if (call === undefined) return null;
  // Keys are hidden wherever a call is shown.
  return { url: redaction.text(call.url), headers: call.headers, body: redaction.text(call.body) };
}
