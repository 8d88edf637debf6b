import type { Entry } from "../../world/journal/entry.ts";
import type { FaultView } from "../../world/faults/fault.ts";
import type { ExplorationGlimpse, Notice } from "../../world/notices.ts";
import type { ClockView } from "../clock-view.ts";
import type { DeliveryView } from "../messages/delivery-view.ts";
import type { MessageView } from "../messages/message-view.ts";
import type { LimitCounter } from "../limit-counters.ts";

export interface FaultHappening {
  /** spent: met for the last time. */
  readonly what: "planned" | "met" | "spent" | "removed" | "on" | "off";
  readonly id: string;
  /** The fault as it is now, with the newest of its hits; null: it was removed. */
  readonly fault: FaultView | null;
  /** The exchange or delivery that met it. */
  readonly exchange: string | null;
}

/** What changed of an account: how many. */
interface Changed {
  readonly account: string;
  readonly count: number;
}

/** What each kind of event says. */
export interface Happenings {
  /** A request that was recorded; again once its response has ended, if it was under way: `durationMs` was null. */
  readonly request: Entry;
  readonly fault: FaultHappening;
  /** `account`: a company id; null: it is the emulator's clock. */
  readonly clock: Omit<Extract<Notice, { of: "clock" }>, "of"> & { readonly clock: ClockView };
  readonly limits: {
    /** set: the limits themselves were changed; account null: of all. */
    readonly what: "counted" | "set";
    readonly account: string | null;
    readonly counters: readonly LimitCounter[];
  };
  /** The last that changed, 50 at most. */
  readonly delivery: Changed & { readonly deliveries: readonly DeliveryView[] };
  /** The last that were sent, or to which something happened, 50 at most. */
  readonly message: Changed & {
    readonly messages: readonly Pick<
      MessageView,
      "id" | "channel" | "to" | "status" | "subject" | "at"
    >[];
  };
  readonly reset: Omit<Extract<Notice, { of: "reset" }>, "of">;
  /** How far the exploration is: at once when it begins and ends, and four times a second between. */
  readonly explore: ExplorationGlimpse;
  readonly scenario: Omit<Extract<Notice, { of: "scenario" }>, "of" | "account">;
  readonly snapshot: Omit<Extract<Notice, { of: "snapshot" }>, "of">;
}

export const happeningTypes = [
  "request",
  "fault",
  "clock",
  "limits",
  "delivery",
  "message",
  "reset",
  "scenario",
  "explore",
  "snapshot",
] as const;

type HappeningType = (typeof happeningTypes)[number];

/** One event: `type` says what `data` is. */
export type Happening = {
  readonly [Type in HappeningType]: {
    /** Runs by one over all types. */
    readonly number: number;
    readonly type: Type;
    /** The company id that it is about; null: it is about all, or no account is known. */
    readonly account: string | null;
    readonly data: Happenings[Type];
  };
}[HappeningType];

export type Tell = <Type extends HappeningType>(
  type: Type,
  account: string | null,
  data: Happenings[Type],
) => void;
