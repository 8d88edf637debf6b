import { ofAccount } from "../act.ts";
import { described, integer, literal, object, type Shape, string } from "../../contract/shape.ts";
import { flowActions, flowRuns, flows, profiles } from "../../domain/collections.ts";
import { type FlowRun, isEntering, type Note, runStates } from "../../domain/flows/records.ts";
import { findProfile } from "../../domain/profiles/identity.ts";
import type { Flow } from "../../domain/resources/flow.ts";
import type { Emulation } from "../../emulation/emulation.ts";
import { unknownId } from "../../emulation/problem.ts";
import { formatDatetime } from "../../jsonapi/time.ts";
import type { Account } from "../../world/account.ts";
import { meantId } from "./meant-id.ts";
import { accountsOf, type ControlOperation, singleAccount } from "../operation.ts";
import { readAs } from "../read.ts";

const limitDefault = 100;
const limitMax = 10_000;

const whichMembers = {
  "state?": described(literal(...runStates), "Only in this state."),
  "profile?": described(string({ minLength: 1 }), "Email or id of the profile."),
  "limit?": described(
    integer({ min: 1, max: limitMax }),
    `This many, the earliest first. Default: ${limitDefault}, at most ${limitMax}.`,
  ),
} as const;
const whichShape = object(whichMembers);

/** Which runs of a flow are meant. All that is given must hold. */
interface WhichRuns {
  readonly state?: "waiting" | "completed" | "left";
  /** Email or id of the profile. */
  readonly profile?: string;
  /** This many, the earliest first. Default: 100, at most 10,000. */
  readonly limit?: number;
}

/** A flow, as far as a tester wants it at a glance. */
export interface FlowView {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly status: string;
  /** Such as `Added to List`. */
  readonly trigger: string;
  /** How many wait in it, and how many have come to an end of it or left it before. */
  readonly waiting: number;
  readonly completed: number;
  readonly left: number;
}

/** Somebody's way through a flow. Instants are ISO 8601, of the emulator's time. */
export interface FlowRunView {
  /** Id of the profile. */
  readonly profile: string;
  readonly email: string | null;
  readonly state: "waiting" | "completed" | "left";
  /** Id of the action that it waits at, or that it ended at; null: it has not entered yet. */
  readonly action: string | null;
  /** The kind of that action, such as `time-delay`. */
  readonly type: string | null;
  /** Until when it waits; null: for something else than the time, or it has ended. */
  readonly until: string | null;
  readonly enteredAt: string;
  readonly endedAt: string | null;
  /** Why it left, or what it waits for beside the time. */
  readonly why: string | null;
  /** What it passed over, by the action, and why. */
  readonly notes: readonly Note[];
}

interface Found {
  readonly account: Account;
  readonly flow: Flow;
}

const everyFlow = (accounts: readonly Account[]): Found[] =>
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
function flowIn(accounts: readonly Account[], given: string): Found {
  const all = everyFlow(accounts);
  const [named, another] = all.filter(({ flow }) => flow.name === given);
  if (named !== undefined && another === undefined) return named;
  const ids = all.map(({ flow }) => flow.id);
  const names = all.flatMap(({ flow }) => flow.name ?? []);
  const id = meantId("flow", given, ids, [...names, ...ids]);
  const found = all.find(({ flow }) => flow.id === id);
  if (found === undefined) throw unknownId("flow", given);
  return found;
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
    for (const each of state === undefined ? runStates : [state]) {
      yield* table.scan(["flow", "state"], { prefix: [id, each] });
    }
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

export function flowsFace({ world }: Emulation): FlowsFace {
  const accounts = (id?: string): readonly Account[] =>
    id === undefined ? [...world.accounts.values()] : [singleAccount(world, id)];
  return {
    list: ({ account } = {}) => listFlows(accounts(account)),
    runs: (id, { account, ...which } = {}) => listRuns(accounts(account), id, which),
  };
}

export const flowOperations: readonly ControlOperation[] = [
  {
    method: "GET",
    path: "/_emulator/flows",
    does: "the flows, with their status and how many wait in them",
    query: object(ofAccount),
    run: (call) => ({ flows: listFlows(accountsOf(call)) }),
  },
  {
    method: "GET",
    path: "/_emulator/flows/{id}/runs",
    does: "where people are in a flow, by its id or name: at which action, and until when",
    query: object({ ...ofAccount, ...whichMembers }),
    run: (call) => {
      const { account: _, ...which } = call.query;
      return { runs: listRuns(accountsOf(call), call.params[0] ?? "", which) };
    },
  },
];
