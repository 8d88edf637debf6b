import type { Stored } from "../../world/record.ts";

/** Where somebody is in a flow. */
export const runStates = ["waiting", "completed", "left"] as const;
export type RunState = (typeof runStates)[number];

/** Somebody's way through a flow, from entering to the end. Instants are world time. */
export interface FlowRun extends Stored {
  readonly flow: string;
  /** Null: that person was deleted. */
  readonly profile: string | null;
  readonly state: RunState;
  /** The id of the action that it waits at, or that it ended at; null: there was none. */
  readonly action: string | null;
  /** When it goes on; null: it waits for something else than the time, or has ended. */
  readonly due: number | null;
  readonly entered: number;
  readonly ended: number | null;
  /** Why it left, in a few words; null: it has not. */
  readonly why: string | null;
  /** What began it, as trigger filters and templates read it: the id of an event, or of an item. */
  readonly event: string | null;
  readonly item: string | null;
}
