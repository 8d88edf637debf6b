import type { Shape } from "../../contract/shape.ts";
import { flowActions, type Flow, flows } from "../../domain/resources/flow.ts";
import { type FlowRun, flowRuns, isEntering, runStates } from "../../domain/flows/records.ts";
import { profiles } from "../../domain/resources/profile.ts";
import { findProfile } from "../../domain/profiles/identity.ts";
import type { Emulation } from "../../emulation/emulation.ts";
import { unknownId } from "../../emulation/problem.ts";
import { formatDatetime } from "../../jsonapi/time.ts";
import type { Account } from "../../world/account.ts";
import { meantRecord } from "./meant.ts";
import { accountsOf } from "../operation.ts";
import { readAs } from "../read.ts";
import { operationsOf } from "../act.ts";
import {
  type FlowRunView,
  type FlowView,
  flows as said,
  limitDefault,
  whichShape,
} from "../acts/sendings.ts";

/** Which runs of a flow are meant. All that is given must hold. */
interface WhichRuns {
  readonly state?: "waiting" | "completed" | "left";
  /** Email or id of the profile. */
  readonly profile?: string;
  /** This many, the earliest first. Default: 100, at most 10,000. */
  readonly limit?: number;
}

interface AccountFlow {
  readonly account: Account;
  readonly flow: Flow;
}

const everyFlow = (accounts: readonly Account[]): AccountFlow[] =>
  accounts.flatMap((account) =>
    [...account.table(flows).scan(["created"])].map((flow) => ({ account, flow })),
  );

const listFlows = (accounts: readonly Account[]): FlowView[] =>
  everyFlow(accounts).map(({ account, flow }) => {
    const count = (state: string): number => {
      let found = 0;
      const range = { prefix: [flow.id, state] };
      for (const _ of account.table(flowRuns).scan(["flow", "state"], range)) found += 1;
      return found;
    };
    return {
      id: flow.id,
      account: account.id,
      name: flow.name ?? "",
      status: flow.status,
      trigger: flow.trigger_type,
      waiting: count("waiting"),
      completed: count("completed"),
      left: count("left"),
    };
  });

/** The flow of an id, of the beginning of one, or of a name that only one has. */
function flowIn(accounts: readonly Account[], given: string): AccountFlow {
  const all = everyFlow(accounts);
  const [named, another] = all.filter(({ flow }) => flow.name === given);
  if (named !== undefined && another === undefined) return named;
  const names = all.flatMap(({ flow }) => flow.name ?? []);
  const { account, record: flow } = meantRecord(accounts, flows, "flow", given, names);
  return { account, flow };
}

function listRuns(accounts: readonly Account[], given: string, asked: unknown): FlowRunView[] {
  const which = readAs(whichShape as Shape<WhichRuns>, asked);
  const { account, flow } = flowIn(accounts, given);
  const { limit = limitDefault } = which;
  const found: FlowRunView[] = [];
  for (const run of runsOf(account, flow, which)) {
    if (found.length === limit) break;
    found.push(viewOf(account, run));
  }
  return found;
}

function* runsOf(account: Account, { id }: Flow, { state, profile }: WhichRuns) {
  const table = account.table(flowRuns);
  if (profile === undefined) {
    for (const each of state === undefined ? runStates : [state])
      yield* table.scan(["flow", "state"], { prefix: [id, each] });
    return;
  }
  const people = account.table(profiles);
  const person = people.get(profile) ?? findProfile(people, { email: profile });
  if (person === undefined) throw unknownId("profile", profile);
  for (const run of table.scan(["profile", "flow", "entered"], { prefix: [person.id, id] })) {
    if (state === undefined || run.state === state) yield run;
  }
}

function viewOf(account: Account, run: FlowRun): FlowRunView {
  const { profile, state, action, due, entered, ended, why, notes } = run;
  return {
    profile,
    email: account.table(profiles).get(profile)?.email ?? null,
    state,
    action,
    type: account.table(flowActions).get(action ?? "")?.says.type ?? null,
    until: due === null ? null : formatDatetime(due),
    enteredAt: formatDatetime(entered),
    endedAt: ended === null ? null : formatDatetime(ended),
    why: isEntering(run) ? "it is still to enter" : why,
    notes,
  };
}

/** Flows, as the library has them. */
export interface FlowsFace {
  /** Returns all flows, the oldest first, with how many are in them. */
  list(options?: { account?: string }): FlowView[];
  /**
   * Returns where people are in a flow, by its name, its id or the beginning of it: first those who wait. Without a
   * company id, of whichever account.
   */
  runs(id: string, which?: WhichRuns & { account?: string }): FlowRunView[];
}

export const flowsFace = (emulation: Emulation): FlowsFace => ({
  list: (options) => listFlows(accountsOf({ emulation, ...options })),
  runs: (id, { account, ...which } = {}) => listRuns(accountsOf({ emulation, account }), id, which),
});

export const flowOperations = operationsOf(said.acts, {
  list: (call) => ({ flows: listFlows(accountsOf(call)) }),
  runs: (call) => {
    const { account: _, ...which } = call.query;
    return { runs: listRuns(accountsOf(call), call.params[0] ?? "", which) };
  },
});
