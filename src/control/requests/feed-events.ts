import type { Entry } from "../../world/journal/entry.ts";
import type { FaultView } from "../../world/faults/fault.ts";
import type { MessageChannel, MessageStatus } from "../../domain/messages/records.ts";
import type { ExplorationGlimpse, Notice } from "../../world/notices.ts";
import type { ClockView } from "../clock-view.ts";
import type { DeliveryView } from "../messages/delivery-view.ts";
import type { LimitCounter } from "../limit-counters.ts";

/** What happened to a planned fault. */
export interface FaultHappening {
  /** spent: met for the last time. */
  readonly what: "planned" | "met" | "spent" | "removed" | "on" | "off";
  readonly id: string;
  /** The fault as it is now, with the newest of its hits; null: it was removed. */
  readonly fault: FaultView | null;
  /** The exchange or delivery that met it. */
  readonly exchange: string | null;
}

/** What a clock was told. */
interface ClockHappening {
  readonly what: Extract<Notice, { of: "clock" }>["what"];
  /** A company id; null: the emulator's clock. */
  readonly account: string | null;
  readonly clock: ClockView;
}

/** Rate counters that changed. */
interface LimitsHappening {
  /** set: the limits themselves were changed; account null: of all. */
  readonly what: "counted" | "set";
  readonly account: string | null;
  readonly counters: readonly LimitCounter[];
}

/** Deliveries that changed. */
interface DeliveryHappening {
  readonly account: string;
  /** How many changed. */
  readonly count: number;
  /** The last of them, 50 at most. */
  readonly deliveries: readonly DeliveryView[];
}

/** A message of the outbox, without what it says. */
interface MessageGlimpse {
  readonly id: string;
  readonly channel: MessageChannel;
  readonly to: string | null;
  readonly status: MessageStatus;
  readonly subject: string | null;
  /** Emulator time, ISO 8601. */
  readonly at: string;
}

/** Messages that were sent, or to which something happened. */
interface MessageHappening {
  readonly account: string;
  /** How many changed. */
  readonly count: number;
  /** The last of them, 50 at most. */
  readonly messages: readonly MessageGlimpse[];
}

/** What each kind of event says. */
export interface Happenings {
  /** A request that was recorded; again once its response has ended, if it was under way: `durationMs` was null. */
  readonly request: Entry;
  readonly fault: FaultHappening;
  readonly clock: ClockHappening;
  readonly limits: LimitsHappening;
  readonly delivery: DeliveryHappening;
  readonly message: MessageHappening;
  readonly reset: Omit<Extract<Notice, { of: "reset" }>, "of">;
  /** How far the exploration is: at once when it begins and ends, and four times a second between. */
  readonly explore: ExplorationGlimpse;
  readonly scenario: Omit<Extract<Notice, { of: "scenario" }>, "of" | "account">;
  readonly snapshot: Omit<Extract<Notice, { of: "snapshot" }>, "of">;
}

/** The kinds of events. */
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

export type HappeningType = (typeof happeningTypes)[number];

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

/** Tells of one thing that happened. */
export type Tell = <Type extends HappeningType>(
  type: Type,
  account: string | null,
  data: Happenings[Type],
) => void;
