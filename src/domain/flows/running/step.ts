import type { Account } from "../../../world/account.ts";
import type { Flow } from "../../resources/flow.ts";
import type { Profile } from "../../resources/profile.ts";
import type { FlowRun, Output } from "../records.ts";
import type { Sending } from "../actions.ts";
import { events } from "../../resources/event.ts";

export interface Walker {
  readonly flow: Flow;
  readonly run: FlowRun;
  readonly profile: Profile;
}

export type Step =
  /** Goes on with an action; null: the flow is over. */
  | { readonly to: string | null; readonly note?: string; readonly output?: Output }
  | { readonly until: number }
  /** Stays until something else happens, and goes on behind this action then. */
  | { readonly held: string; readonly why: string }
  | Send;

export interface Send {
  readonly send: Sending;
  readonly message: string;
  /** Of a message that is tried in several ways: the one that it is sent in. */
  readonly variation?: string;
  readonly to: string | null;
}

export type Act<A> = (account: Account, action: A, walker: Walker, now: number) => Step;

/** What templates read of what began a run, as `event`. @guess *ate_flow*: In a flow that a catalog item starts, `event` in templates is the item. */
export function causeContext(account: Account, { cause }: FlowRun) {
  const event = account.table(events).get(cause.event ?? "")?.properties ?? cause.item;
  return event === undefined ? {} : { event };
}
