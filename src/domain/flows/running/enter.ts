import type { Account } from "../../../world/account.ts";
import type { Reentry } from "../../grammar/flows.ts";
import type { Flow } from "../../resources/flow.ts";
import type { TriggerKind } from "../../grammar/flow-triggers.ts";
import { entriesOf, fits } from "./condition.ts";
import type { Walker } from "./step.ts";

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
