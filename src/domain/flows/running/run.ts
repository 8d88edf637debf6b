import type { Account } from "../../../world/account.ts";
import { type Change, drop, put } from "../../../world/store/store.ts";
import { flowActions, type Flow, flows, statusIn } from "../../resources/flow.ts";
import { profiles } from "../../resources/profile.ts";
import { nextOf, sendingsIn } from "../actions.ts";
import { type FlowRun, flowCalls, flowRuns, isEntering } from "../records.ts";
import { act } from "./act.ts";
import { fits, type Send, type Step, type Walker } from "./step.ts";
import { enters, isRunning, heldByFlow, onBehalf, plannedBy, runWork } from "./entry.ts";
import { type Sendoff, sendAll } from "./sending.ts";
import type { Action } from "../../grammar/flow-actions.ts";

const runsAtOnce = 25;
/** Actions that a run passes without a wait: more go in a circle (flows.md). */
const passedMax = 100;
/** Notes of a run that are kept: the first. */
const notesMax = 100;

export function runSome(account: Account, _input: unknown, now: number): void {
  const table = account.table(flowRuns);
  const low = { value: null, inclusive: false };
  const due: FlowRun[] = [];
  for (const run of table.scan(["due"], { low, high: { value: now, inclusive: true } })) {
    due.push(run);
    if (due.length === runsAtOnce) break;
  }
  let walking: readonly FlowRun[] = due;
  // Those who come to a message are sent it together.
  while (walking.length > 0) walking = sendEach(account, walking, now);
  const [next] = table.scan(["due"], { low });
  if (next?.due != null) account.commit(plannedBy(account, Math.max(next.due, now)));
}

/** Walks each to the next message, or to where it waits or ends, and sends the messages. @returns who walks on */
function sendEach(account: Account, runs: readonly FlowRun[], now: number): FlowRun[] {
  const queues = new Map<string, { wanted: Send; walkers: Walker[]; later: FlowRun[] }>();
  const settled: Change[] = [];
  for (const run of runs) {
    const found = guarded(account, run, now);
    if ("changes" in found) {
      settled.push(...found.changes);
      continue;
    }
    const { wanted, walker } = found;
    const id = `${wanted.message} ${wanted.variation ?? ""}`;
    const queue = queues.get(id) ?? { wanted, walkers: [], later: [] };
    queues.set(id, queue);
    // Of two runs of one person, the second comes after what the first was sent.
    const isThere = queue.walkers.some(({ profile }) => profile.id === walker.profile.id);
    if (isThere) queue.later.push(walker.run);
    else queue.walkers.push(walker);
  }
  const on: FlowRun[] = [];
  for (const { wanted, walkers, later } of queues.values()) {
    const sendoffs = sent(account, wanted, walkers, now);
    for (const [at, { run }] of walkers.entries()) {
      const after = sentOff(run, wanted, sendoffs[at] ?? {});
      if (after.due === null || after.due <= now) on.push(after);
      else settled.push(put(flowRuns, after));
    }
    on.push(...later);
  }
  if (settled.length > 0) account.commit(settled);
  return on;
}

/** Sends a message; a mistake of ours lets them go on without it. */
function sent(account: Account, wanted: Send, walkers: readonly Walker[], now: number): Sendoff[] {
  const passed = Math.max(...walkers.map(({ run }) => run.passed));
  try {
    return onBehalf(account, passed, () => sendAll(account, wanted, walkers, now));
  } catch (error) {
    account.processing.rules.failed(error, runWork);
    return walkers.map(() => ({ note: mistake }));
  }
}

const mistake = "the emulator made a mistake";

/** A run behind a message, or before one that goes later. */
function sentOff(run: FlowRun, { to }: Send, off: Sendoff): FlowRun {
  if ("again" in off) return { ...run, due: off.again, why: off.why, next: to, passed: 0 };
  return noted({ ...run, waited: true, next: to }, off.note);
}

function noted(run: FlowRun, why: string | undefined): FlowRun {
  if (why === undefined || run.notes.length >= notesMax) return run;
  return { ...run, notes: [...run.notes, { action: run.action ?? "", why }] };
}

type Walked =
  | { readonly changes: readonly Change[] }
  | { readonly wanted: Send; readonly walker: Walker };

/** A mistake of ours has one leave, and the others go on. */
function guarded(account: Account, run: FlowRun, now: number): Walked {
  try {
    return walk(account, run, now);
  } catch (error) {
    account.processing.rules.failed(error, runWork);
    return left(account, run, mistake, now);
  }
}

const left = (account: Account, run: FlowRun, why: string, now: number): Walked =>
  ending(account, { ...run, state: "left", why }, now);

const ending = (
  account: Account,
  run: FlowRun & { readonly state: "completed" | "left" },
  now: number,
): Walked => {
  const over = { due: null, held: null, waited: false, next: null, ended: now } as const;
  const ended: FlowRun = { ...run, ...over };
  const calls = account.table(flowCalls);
  const call = calls.size > 0 && calls.get(run.id) !== undefined;
  return { changes: [put(flowRuns, ended), ...(call ? [drop(flowCalls, run.id)] : [])] };
};

function walk(account: Account, from: FlowRun, now: number): Walked {
  const flow = account.table(flows).get(from.flow);
  if (flow === undefined) return left(account, from, "the flow was deleted", now);
  if (!isEntering(from)) return isRunning(flow) ? goOn(account, flow, from, now) : held(flow, from);
  const entered = enter(account, flow, from, now);
  if (entered === undefined) return { changes: [drop(flowRuns, from.id)] };
  // What it does may bring the same person here again.
  account.commit([put(flowRuns, entered)]);
  return entered.action === null
    ? ending(account, { ...entered, state: "completed" }, now)
    : goOn(account, flow, entered, now);
}

function enter(account: Account, flow: Flow, run: FlowRun, now: number): FlowRun | undefined {
  const profile = account.table(profiles).get(run.profile);
  if (profile === undefined || !enters(account, { flow, run, profile }, now)) return undefined;
  return { ...run, action: flow.entry, entered: now, due: null };
}

const held = (flow: Flow, run: FlowRun): Walked => ({
  changes: [put(flowRuns, { ...run, due: null, ...heldByFlow(flow) })],
});

function goOn(account: Account, flow: Flow, from: FlowRun, now: number): Walked {
  let run: FlowRun = { ...from, due: null };
  for (;;) {
    // What it did may have changed the profile.
    const profile = account.table(profiles).get(run.profile);
    if (profile === undefined) return { changes: [drop(flowRuns, run.id)] };
    const action = account.table(flowActions).get(run.action ?? "")?.says;
    if (run.waited || action === undefined) {
      const to = action === undefined ? run.next : nextOf(action);
      if (to === null) return ending(account, { ...run, state: "completed" }, now);
      run = { ...run, action: to, next: null, waited: false, why: null };
      continue;
    }
    if (!fits(account, flow.filter, { run, profile }, now)) {
      return left(account, run, "the flow's filter does not hold any more", now);
    }
    if (run.passed >= passedMax) {
      return left(account, run, `${passedMax} actions without a wait: it goes in a circle`, now);
    }
    run = { ...run, passed: run.passed + 1 };
    const step = stepOf(account, action, { flow, run, profile }, now);
    if ("send" in step) return { wanted: step, walker: { flow, run, profile } };
    const next = nextOf(action);
    if ("held" in step) {
      return { changes: [put(flowRuns, { ...run, ...step, next, waited: true, passed: 0 })] };
    }
    if ("until" in step) {
      run = { ...run, next, waited: true };
      if (step.until <= now) continue;
      return { changes: [put(flowRuns, { ...run, due: step.until, passed: 0 })] };
    }
    const { to, note, output } = step;
    const outputs = output ? { ...run.outputs, [run.action ?? ""]: output } : run.outputs;
    run = { ...noted(run, note), outputs };
    if (to === null) return ending(account, { ...run, state: "completed" }, now);
    run = { ...run, action: to };
  }
}

/** What an action makes of somebody; one that is not live is passed over. */
function stepOf(account: Account, action: Action, walker: Walker, now: number): Step {
  const note = passedOver(action, walker.flow);
  if (note !== undefined) return { to: nextOf(action), note };
  return onBehalf(account, walker.run.passed, () => act(account, action, walker, now));
}

/** Why an action is not done. @guess *ate_flow*: Actions that change profiles run unless they are disabled. */
function passedOver(action: Action, flow: Flow): string | undefined {
  const status = statusIn(action) ?? flow.status;
  const sends = sendingsIn(action).length > 0;
  if (status === "disabled") return "its action is disabled";
  if (!sends || status === "live") return undefined;
  return status === "manual" ? "it waits for an approval" : "its action is a draft";
}
