import type { FaultView } from "../../world/faults/fault.ts";
import type { Entry } from "../../world/journal/entry.ts";
import type { ExplorationGlimpse, Notice } from "../../world/notices.ts";
import { Clock } from "../../world/time/clock.ts";
import type { ClockView } from "../clock-view.ts";
import type { LimitCounter } from "../limit-counters.ts";
import type { DeliveryView } from "../messages/delivery-view.ts";
import type { MessageView } from "../messages/message-view.ts";
import { words } from "../../contract/words.ts";

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
type Changed = { readonly account: string; readonly count: number };

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

export const happeningTypes = words(
  "request fault clock limits delivery message reset scenario explore snapshot",
);

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

/** How far apart what is gathered is told, in the machine's time. */
const gapMs = 250;

/** Runs what is asked for at once where nothing ran of late, else at the next beat. */
export class Beat {
  readonly #clock = new Clock();
  readonly #waiting = new Set<() => void>();
  readonly #ran = new Map<() => void, number>();
  #cancel: (() => void) | undefined;
  #isOver = false;

  /** Runs it soon, once, however often it is asked for until then. */
  soon(run: () => void): void {
    const now = this.#clock.realNow();
    if (now - (this.#ran.get(run) ?? Number.NEGATIVE_INFINITY) >= gapMs) {
      this.#ran.set(run, now);
      // What belongs to it may not be over yet.
      queueMicrotask(() => this.#isOver || run());
      return;
    }
    this.#waiting.add(run);
    this.#cancel ??= this.#clock.after(gapMs, () => this.#beat(), { idle: true });
  }

  stop(): void {
    this.#isOver = true;
    this.#cancel?.();
    this.#waiting.clear();
  }

  #beat(): void {
    this.#cancel = undefined;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const run of waiting) {
      this.#ran.set(run, this.#clock.realNow());
      run();
    }
  }
}

/** Gathers what changes, by account, and tells of it a few times a second. @param namesMax as many names, the last */
export function gathered(
  beat: Beat,
  namesMax: number,
  tell: (account: string, names: ReadonlySet<string>, count: number) => void,
): (account: string, name: string) => void {
  let changed = new Map<string, { readonly names: Set<string>; count: number }>();
  const flush = () => {
    const all = changed;
    changed = new Map();
    for (const [account, { names, count }] of all) tell(account, names, count);
  };
  return (account, name) => {
    const own = changed.get(account) ?? { names: new Set(), count: 0 };
    changed.set(account, own);
    own.count += 1;
    own.names.delete(name);
    own.names.add(name);
    const [oldest] = own.names;
    if (own.names.size > namesMax && oldest !== undefined) own.names.delete(oldest);
    beat.soon(flush);
  };
}

/** What tells how far an exploration is: that it begins or ends at once, what is between a few times a second. */
export function explorationTeller(beat: Beat, tell: Tell): (glimpse: ExplorationGlimpse) => void {
  let last: ExplorationGlimpse["state"] = "none";
  let newest: ExplorationGlimpse | undefined;
  const say = () => {
    if (newest !== undefined) tell("explore", null, newest);
    newest = undefined;
  };
  return ({ state, progress }) => {
    newest = { state, progress };
    if (state === last && state === "running") return beat.soon(say);
    last = state;
    say();
  };
}
