import type { Delivery } from "../../domain/deliveries/records.ts";
import type { Emulation } from "../../emulation/emulation.ts";
import type { Account } from "../../world/account.ts";
import type { DeliveryView } from "./delivery-view.ts";

/** What an attempt sent. */
interface CallView {
  readonly url: string;
  /** With the signature and the time stamp that it follows from. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A delivery with the call of one of its attempts. */
export interface WholeDeliveryView extends DeliveryView {
  /** The number of the attempt, from 1; null: there was none yet. */
  readonly attempt: number | null;
  /**
   * Its call, made anew of the webhook and the events as they are now; null: none was made, it is under way, or its
   * webhook is gone.
   */
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
