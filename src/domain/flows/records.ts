import type { Stored } from "../../world/store/record.ts";
import { collection } from "../../world/store/store.ts";

export const runStates = ["waiting", "completed", "left"] as const;
type RunState = (typeof runStates)[number];

export interface Cause {
  readonly event?: string;
  readonly group?: string;
  /** The wall time of midnight, on the day that a date comes round. */
  readonly date?: number;
  /** Of a price that fell or a stock that ran low: the item or variant. */
  readonly item?: Readonly<Record<string, unknown>>;
  readonly object?: string;
}

export type Output = Readonly<Record<string, unknown>>;

export type Note = { readonly action: string; readonly why: string };

/** Somebody's way through a flow, from entering to the end. Instants are world time. */
export interface FlowRun extends Stored {
  readonly flow: string;
  readonly profile: string;
  readonly state: RunState;
  /** The action that it waits at, or ended at; null: it is still to enter, or there was none. */
  readonly action: string | null;
  /** When it goes on; null: not by time, or never. */
  readonly due: number | null;
  /** What else it waits for; null: nothing. */
  readonly held: string | null;
  /** Its wait is over: it goes on behind its action. */
  readonly waited: boolean;
  /** The action behind the one that it waits at, should that be deleted meanwhile. */
  readonly next: string | null;
  readonly entered: number;
  readonly ended: number | null;
  /** Why it left, or is held; null: neither. */
  readonly why: string | null;
  readonly cause: Cause;
  /** Actions done since it, or what brought it here, last waited. */
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

/** Whether the flow's conditions of entry are still to be asked. */
export const isEntering = ({ state, action }: FlowRun): boolean =>
  state === "waiting" && action === null;

export interface FlowCall extends Stored {
  readonly profile: string;
  readonly action: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly begun: number;
  readonly attempts: number;
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
