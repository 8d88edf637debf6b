import type { Account } from "../../../world/account.ts";
import { type Change, put } from "../../../world/store/store.ts";
import { flows } from "../../resources/flow.ts";
import type { Flow } from "../../resources/flow.ts";
import { type FlowRun, flowRuns } from "../records.ts";
import { isRunning } from "./enter.ts";
import { plannedBy } from "./plan.ts";

const keyOf = (flow: string): string => `flow ${flow}`;

/** What somebody is held by who is in a flow that does not run: they stay where they are. */
export const heldByFlow = ({ id }: Flow): Pick<FlowRun, "held" | "why"> => ({
  held: keyOf(id),
  why: "the flow is not live",
});

/** The work of letting those go on, or leave, whose flow is another by now. */
export const settleWork = "flow.settle";
export interface Settling {
  readonly flow: string;
}

/** How many runs a step settles. */
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
