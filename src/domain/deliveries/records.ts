import type { CallOutcome } from "../../world/faults/delivery.ts";
import type { Stored } from "../../world/store/record.ts";
import { collection } from "../../world/store/store.ts";

/** The faults that a call meets, by their ids, and what they change of what is sent. */
export interface Met extends Pick<CallOutcome, "signature" | "timestamp" | "spoil"> {
  readonly faults: readonly string[];
}

/** One call of a webhook's URL. Instants are world time, in milliseconds since 1970. */
export interface Attempt {
  readonly at: number;
  /** Null: nothing was answered. */
  readonly status: number | null;
  /** Real time; null: it has begun and not ended. */
  readonly ms: number | null;
  readonly error: string | null;
  /** When its call was made, in real time: its time stamp and signature follow from it. */
  readonly madeReal?: number;
  readonly met?: Met;
}

export type DeliveryState = "pending" | "delivered" | "failed" | "dropped";

/** Events for a webhook that go out in one call, which is made until it is answered well. */
export interface Delivery extends Stored {
  readonly webhook: string;
  readonly created: number;
  readonly state: DeliveryState;
  /** Null before its first attempt: all that wait for the webhook by then. */
  readonly events: readonly string[] | null;
  /** Null: it has ended. */
  readonly due: number | null;
  readonly attempts: readonly Attempt[];
  /** Earlier attempts were of an earlier go: the delay and the 48 hours begin anew with it. */
  readonly from: number;
  /** What its next attempt meets, where that is known before it begins. */
  readonly meets?: Met;
  /** It is held back until this many of its webhook are. */
  readonly held?: number;
  /** How often it is sent again once it is acknowledged. */
  readonly copies?: number;
}

export const deliveries = collection<Delivery>("delivery", {
  keys: {
    webhook: ({ webhook }) => webhook,
    state: ({ state }) => state,
    ended: ({ state }) => state !== "pending",
  },
  indexes: [["webhook", "state"], ["ended"]],
  internal: true,
});

export interface DeliveryEntry extends Stored {
  readonly webhook: string;
  readonly event: string;
}

export const deliveryEntries = collection<DeliveryEntry>("delivery-entry", {
  keys: { webhook: ({ webhook }) => webhook },
  indexes: [["webhook"]],
  internal: true,
});

export const isUnderWay = ({ attempts }: Delivery): boolean => attempts.at(-1)?.ms === null;

export const isHeld = ({ held }: Delivery): boolean => held !== undefined;
