import { deliverWork, headsOf } from "../../domain/deliveries/decide.ts";
import { flowRuns } from "../../domain/flows/records.ts";
import { runWork } from "../../domain/flows/running/plan.ts";
import { type Happening, happenWork } from "../../domain/messages/happen.ts";
import type { Account } from "../../world/account.ts";
import { type Work, works } from "../../world/time/work.ts";
import type { StepView } from "../acts/threads.ts";
import { deliveryDue, messageDue, runDue, workDue } from "./steps.ts";

/** As many are told, the soonest. */
const dueMax = 1000;

const byTime = (a: StepView, b: StepView): number => a.atMs - b.atMs;

/** What falls due in an account, the soonest first. */
export function dueIn(account: Account): StepView[] {
  const found: StepView[] = [];
  for (const work of account.table(works).scan(["due"])) {
    if (found.length >= dueMax) break;
    found.push(...stepsOf(account, work));
  }
  for (const delivery of headsOf(account)) found.push(...present(deliveryDue(account, delivery)));
  return found.sort(byTime).slice(0, dueMax);
}

/** One piece of work stands for all runs of flows, and one for each call of a webhook. */
function stepsOf(account: Account, work: Work): StepView[] {
  if (work.kind === deliverWork) return [];
  if (work.kind === runWork) return runsDue(account);
  if (work.kind !== happenWork) return [workDue(account, work)];
  const { message, coming } = work.input as Happening;
  return messageDue(account, message, coming);
}

function runsDue(account: Account): StepView[] {
  const found: StepView[] = [];
  for (const run of account.table(flowRuns).scan(["due"])) {
    if (found.length >= dueMax) break;
    found.push(...present(runDue(account, run)));
  }
  return found;
}

const present = (step: StepView | undefined): StepView[] => (step === undefined ? [] : [step]);
