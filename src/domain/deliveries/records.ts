import type { Stored } from "../../world/record.ts";

/** One call of a webhook's URL. Instants are world time, in milliseconds since 1970. */
export interface Attempt {
  readonly at: number;
  /** What was answered; null: nothing was. */
  readonly status: number | null;
  /** How long it took, in real time; null: it has begun and not ended. */
  readonly ms: number | null;
  /** Why it failed, in one line. */
  readonly error: string | null;
}

export type DeliveryState = "pending" | "delivered" | "failed" | "dropped";

/** Events for a webhook that go out in one call, which is made until it is answered well. */
export interface Delivery extends Stored {
  readonly webhook: string;
  readonly created: number;
  readonly state: DeliveryState;
  /** The ids of its events; null before its first attempt: all that wait for the webhook by then. */
  readonly events: readonly string[] | null;
  /** When it is due; null: it has ended. */
  readonly due: number | null;
  readonly attempts: readonly Attempt[];
  /** The attempts before this one were of an earlier go: the delay and the 48 hours begin anew with it. */
  readonly from: number;
}

/** An event that waits for the next delivery to a webhook. */
export interface DeliveryEntry extends Stored {
  readonly webhook: string;
  readonly event: string;
}

/** Whether its last attempt was begun and has not ended. */
export const isUnderWay = ({ attempts }: Delivery): boolean => attempts.at(-1)?.ms === null;
