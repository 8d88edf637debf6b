import type { Stored } from "../../world/store/record.ts";
import { collection } from "../../world/store/store.ts";

/** Where somebody is in a flow. */
export const runStates = ["waiting", "completed", "left"] as const;
type RunState = (typeof runStates)[number];

/** What made somebody enter a flow, as its filters and its templates read it. */
export interface Cause {
  /** The id of the event. */
  readonly event?: string;
  /** The id of the list or segment that was joined. */
  readonly group?: string;
  /** The day that a date comes round, as the wall time of its midnight. */
  readonly date?: number;
  /** Of a price that fell or a stock that ran low: what is known of the item or variant. */
  readonly item?: Readonly<Record<string, unknown>>;
  /** The id of the custom object whose date it is. */
  readonly object?: string;
}

/** What an action came to, by the names that action outputs are asked for. */
export type Output = Readonly<Record<string, unknown>>;

/** Something that a run did not do, and why. */
export interface Note {
  readonly action: string;
  readonly why: string;
}

/** Somebody's way through a flow, from entering to the end. Instants are world time. */
export interface FlowRun extends Stored {
  readonly flow: string;
  readonly profile: string;
  readonly state: RunState;
  /** The id of the action that it waits at, or that it ended at; null: it is still to enter, or there was none. */
  readonly action: string | null;
  /** When it goes on; null: it waits for something else than the time, or has ended. */
  readonly due: number | null;
  /** What else it waits for (`held.ts`); null: nothing. */
  readonly held: string | null;
  /** What it waited for at its action is over: it goes on behind it. */
  readonly waited: boolean;
  /** The id of the action behind the one that it waits at, should that be deleted meanwhile. */
  readonly next: string | null;
  readonly entered: number;
  readonly ended: number | null;
  /** Why it left, or is held, in a few words; null: neither. */
  readonly why: string | null;
  readonly cause: Cause;
  /** How many actions have been done since it last waited, or since what brought it here last did. */
  readonly passed: number;
  readonly outputs: Readonly<Record<string, Output>>;
  readonly notes: readonly Note[];
}

export const flowRuns = collection<FlowRun>("flow-run", {
  instants: ["due", "entered", "ended"],
  keys: {
    flow: ({ flow: of }) => of,
    profile: ({ profile: of }) => of,
    state: ({ state }) => state,
    due: ({ due }) => due,
    held: ({ held }) => held,
    entered: ({ entered }) => entered,
  },
  indexes: [["flow", "state"], ["profile", "flow", "entered"], ["due"], ["held"]],
  person: { index: ["profile", "flow", "entered"], property: "profile", erased: "goes" },
});

/** Whether somebody is still to enter: what the flow asks for has not been asked. */
export const isEntering = ({ state, action }: FlowRun): boolean =>
  state === "waiting" && action === null;

/** A webhook that a run calls. Its id is the run's. Instants are world time. */
export interface FlowCall extends Stored {
  readonly profile: string;
  readonly action: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** When it was called first. */
  readonly begun: number;
  readonly attempts: number;
  /** Whether the last attempt has not ended. */
  readonly isUnderWay: boolean;
}

export const flowCalls = collection<FlowCall>("flow-call", {
  instants: ["begun"],
  keys: { profile: ({ profile: of }) => of },
  indexes: [["profile"]],
  person: { index: ["profile"], property: "profile", erased: "goes" },
  // Customers put tokens there.
  secret: ["headers"],
  internal: true,
});
