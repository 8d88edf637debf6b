import type { Infer } from "../../contract/shape.ts";
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
import { flows as flowActs, limitDefault, whichShape } from "../acts/sendings.ts";
import { campaigns as campaignActs, type FlowRunView, type FlowView } from "../acts/sendings.ts";
import type { CampaignSendView, CampaignView } from "../acts/sendings.ts";
import { type CampaignSend, sendsOf } from "../../areas/campaigns/run.ts";
import { campaigns } from "../../domain/resources/campaign.ts";

type WhichRuns = Infer<typeof whichShape>;

const everyFlow = (accounts: readonly Account[]) =>
  accounts.flatMap((account) =>
    [...account.table(flows).scan(["created"])].map((record) => ({ account, record })),
  );

const listFlows = (accounts: readonly Account[]): FlowView[] =>
  everyFlow(accounts).map(({ account, record: flow }) => {
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
function flowIn(accounts: readonly Account[], given: string) {
  const all = everyFlow(accounts);
  const [named, another] = all.filter(({ record }) => record.name === given);
  if (named !== undefined && another === undefined) return named;
  const names = all.flatMap(({ record }) => record.name ?? []);
  return meantRecord(accounts, flows, "flow", given, names);
}

function listRuns(accounts: readonly Account[], given: string, asked: unknown): FlowRunView[] {
  const which: WhichRuns = readAs(whichShape, asked);
  const { account, record: flow } = flowIn(accounts, given);
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

export interface FlowsFace {
  /** Returns all flows, the oldest first, with how many are in them. */
  list(options?: { account?: string }): FlowView[];
  /** Returns where people are in a flow, by its name, its id or the beginning of it: first those who wait. */
  runs(id: string, which?: WhichRuns & { account?: string }): FlowRunView[];
}

export const flowsFace = (emulation: Emulation): FlowsFace => ({
  list: (options) => listFlows(accountsOf({ emulation, ...options })),
  runs: (id, { account, ...which } = {}) => listRuns(accountsOf({ emulation, account }), id, which),
});

const instantOf = (ms: number | null) => (ms === null ? null : formatDatetime(ms));

const sendView = ({ campaign, run, asked, ended, ...counts }: CampaignSend): CampaignSendView => ({
  campaign,
  run,
  askedAt: formatDatetime(asked),
  endedAt: instantOf(ended),
  recipients: counts.recipients,
  reached: counts.reached,
  skipped: counts.skipped,
});

const listCampaigns = (accounts: readonly Account[]): CampaignView[] =>
  accounts.flatMap((account) =>
    [...account.table(campaigns).scan(["created_at"])].map(
      ({ id, name, state: status, ...own }) => ({
        id,
        account: account.id,
        name,
        status,
        at: instantOf(own.send_time ?? own.scheduled_at),
        reached: sendsOf(account, id).at(-1)?.reached ?? 0,
      }),
    ),
  );

function listSends(accounts: readonly Account[], given: string): CampaignSendView[] {
  const { id } = meantRecord(accounts, campaigns, "campaign", given).record;
  return accounts.flatMap((account) => sendsOf(account, id).map(sendView));
}

export interface CampaignsFace {
  list(options?: { account?: string }): CampaignView[];
  /** Returns the sends of a campaign, by its id or the beginning of it: how many each reached, and why not others. */
  sends(id: string, options?: { account?: string }): CampaignSendView[];
}

export const campaignsFace = (emulation: Emulation): CampaignsFace => ({
  list: (options) => listCampaigns(accountsOf({ emulation, ...options })),
  sends: (id, options) => listSends(accountsOf({ emulation, ...options }), id),
});

export const sendingOperations = [
  ...operationsOf(campaignActs.acts, {
    list: (call) => ({ campaigns: listCampaigns(accountsOf(call)) }),
    sends: (call) => ({ sends: listSends(accountsOf(call), call.id) }),
  }),
  ...operationsOf(flowActs.acts, {
    list: (call) => ({ flows: listFlows(accountsOf(call)) }),
    runs: (call) => {
      const { account: _, ...which } = call.query;
      return { runs: listRuns(accountsOf(call), call.id, which) };
    },
  }),
];
