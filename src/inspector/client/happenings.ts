import type { Clock, Counter, Entry, FaultView } from "./answers.ts";
import type { ExplorationGlimpse } from "./explored.ts";

/** The first event of a stream. */
export interface Hello {
  /** Another one: another process, or one that nobody listened to for long. All is loaded anew then. */
  readonly epoch: string;
  readonly version: string;
  readonly number: number;
  readonly accounts: readonly string[];
  readonly clock: Clock;
}

/** What the stream tells of, by the name of the event. */
interface Happenings {
  readonly hello: Hello;
  readonly request: Entry;
  readonly fault: {
    readonly what: "planned" | "met" | "spent" | "removed" | "on" | "off";
    readonly id: string;
    readonly fault: FaultView | null;
  };
  readonly clock: { readonly what: string; readonly account: string | null; readonly clock: Clock };
  readonly limits: {
    readonly what: "counted" | "set";
    readonly account: string | null;
    readonly counters: readonly Counter[];
  };
  readonly delivery: { readonly account: string; readonly count: number };
  readonly message: { readonly account: string; readonly count: number };
  readonly reset: { readonly what: string; readonly only: readonly string[] | null };
  readonly snapshot: { readonly what: string; readonly name: string };
  readonly explore: ExplorationGlimpse;
  readonly scenario: { readonly what: string; readonly id: string };
  /** Events that are not there any more; null: it is not known how many. */
  readonly missed: { readonly missed: number | null };
}

type HappeningName = keyof Happenings;

/** One event, by its name. */
export type Happening = {
  readonly [Name in HappeningName]: { readonly name: Name; readonly data: Happenings[Name] };
}[HappeningName];
