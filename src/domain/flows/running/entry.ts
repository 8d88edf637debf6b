import type { Account } from "../../../world/account.ts";
import type { Reentry } from "../../grammar/flows.ts";
import { type Flow, flows } from "../../resources/flow.ts";
import type { TriggerKind } from "../../grammar/flow-triggers.ts";
import { entriesOf, fits, type Walker } from "./step.ts";
import { type Change, put, putByService } from "../../../world/store/store.ts";
import { type Work, works } from "../../../world/time/agenda.ts";
import { flowRuns, type Cause, type FlowRun } from "../records.ts";

const units = { hour: 3_600_000, day: 86_400_000, week: 604_800_000, alltime: Infinity } as const;

/** @guess *ate_flow: Without `reentry_criteria`, a profile enters a list or segment flow once, and any other flow each time. */
const reentries: Readonly<Record<TriggerKind, Reentry>> = {
  list: { duration: 1, unit: "alltime" },
  segment: { duration: 1, unit: "alltime" },
  metric: { duration: 0, unit: "hour" },
  date: { duration: 0, unit: "hour" },
  "price-drop": { duration: 0, unit: "hour" },
  "low-inventory": { duration: 0, unit: "hour" },
};

/** Whether somebody who is to enter a flow now does: it runs, its filters hold, and it is not too soon. */
export function enters(account: Account, walker: Walker, now: number): boolean {
  const { flow, run } = walker;
  const { trigger } = flow;
  if (!isRunning(flow) || trigger === null) return false;
  const { duration, unit } = flow.reentry ?? reentries[trigger.type];
  const [last] = entriesOf(account, run);
  if (duration > 0 && last !== undefined && now - last < duration * units[unit]) return false;
  const own = "trigger_filter" in trigger ? trigger.trigger_filter : null;
  return fits(account, own, walker, now) && fits(account, flow.filter, walker, now);
}

/** Whether people enter a flow and go on in it. @guess *ate_flow: An archived flow does not run. */
export const isRunning = ({ status, archived }: Flow): boolean =>
  !archived && (status === "live" || status === "manual");

/** The one piece of work that takes an account's runs on, planned for the first of them that is due. */
export const runWork = "flow.run";

/** Plans the next look at the runs that are due, unless one is planned before. */
export function plannedBy(account: Account, due: number): Change[] {
  const planned = account.table(works).get(runWork);
  if (planned !== undefined && planned.due <= due) return [];
  const work: Work = { id: runWork, seq: account.nextSeq(), due, kind: runWork, input: null };
  return [put(works, work)];
}

/** How many actions have brought about what is being written now, without a wait between them. */
const passing = new WeakMap<Account, number>();

/** Does something for a run: whoever enters a flow because of it has come as far as that run. */
export function onBehalf<T>(account: Account, passed: number, act: () => T): T {
  passing.set(account, passed);
  try {
    return act();
  } finally {
    passing.delete(account);
  }
}

/** What puts somebody down who is to enter a flow at an instant, if the flow lets them then. */
export function entering(
  account: Account,
  { flow, profile, cause }: Pick<FlowRun, "flow" | "profile" | "cause">,
  at: number,
  id?: string,
): Change {
  const seq = account.nextSeq();
  return putByService(flowRuns, {
    id: id ?? `run-${seq}`,
    seq,
    flow,
    profile,
    cause: cause satisfies Cause,
    state: "waiting",
    action: null,
    due: at,
    held: null,
    waited: false,
    next: null,
    entered: at,
    ended: null,
    why: null,
    passed: passing.get(account) ?? 0,
    outputs: {},
    notes: [],
  });
}

const keyOf = (flow: string): string => `flow ${flow}`;

/** What somebody is held by who is in a flow that does not run: they stay where they are. */
export const heldByFlow = ({ id }: Flow): Pick<FlowRun, "held" | "why"> => ({
  held: keyOf(id),
  why: "the flow is not live",
});

/** The work of letting those go on, or leave, whose flow is another by now. */
export const settleWork = "flow.settle";
export type Settling = { readonly flow: string };

const settledAtOnce = 500;

/** Those in a flow that was deleted leave it; those who were held by one that runs again go on. In steps. */
export function settle(account: Account, { flow: id }: Settling, now: number): void {
  const flow = account.table(flows).get(id);
  const table = account.table(flowRuns);
  if (flow !== undefined && !isRunning(flow)) return;
  const range =
    flow === undefined
      ? table.scan(["flow", "state"], { prefix: [id, "waiting"] })
      : table.scan(["held"], { prefix: [keyOf(id)] });
  const changes: Change[] = [];
  for (const run of range) {
    changes.push(put(flowRuns, { ...run, due: now, held: null }));
    if (changes.length === settledAtOnce) break;
  }
  // Of a deleted flow each leaves when its turn comes.
  if (changes.length === 0) return;
  account.commit([...changes, ...plannedBy(account, now)]);
  if (changes.length === settledAtOnce) account.later(settleWork, { flow: id }, now);
}
