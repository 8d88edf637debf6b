import type { Account } from "../../world/account.ts";
import { type Change, drop, put } from "../../world/store/store.ts";
import { endpointProblem } from "../deliveries/target.ts";
import type { Action, ActionOf } from "../grammar/flow-actions.ts";
import type { ActionStatus } from "../grammar/flow-sending.ts";
import type { FlowDefinition } from "../grammar/flows.ts";
import { isVerifiedSender } from "../messages/audience.ts";
import { type FlowAction, flowActions, type FlowMessage, flowMessages } from "../resources/flow.ts";
import { flows, type Flow, type FlowStatus, messageShapes, type Says } from "../resources/flow.ts";
import { type SendingKind, statusIn } from "../resources/flow.ts";
import { lists, segments } from "../resources/groups.ts";
import { templates } from "../resources/template.ts";
import { type Known, knownIn } from "../segments/condition.ts";

export interface FlowsKnown extends Known {
  readonly list: (id: string) => boolean;
  readonly segment: (id: string) => boolean;
  readonly template: (id: string) => boolean;
  readonly isSender: (address: string) => boolean;
  readonly urlProblem: (url: string) => string | undefined;
}

export const knownToFlows = (account: Account): FlowsKnown => ({
  ...knownIn(account),
  list: (id) => account.table(lists).get(id) !== undefined,
  segment: (id) => account.table(segments).get(id) !== undefined,
  template: (id) => account.table(templates).get(id) !== undefined,
  isSender: (address) => isVerifiedSender(account, address),
  urlProblem: (url) => endpointProblem(account, url),
});

export type Sending = Extract<Action, { readonly type: SendingKind }>;

export const actionsOf = (account: Account, flow: string): FlowAction[] => [
  ...account.table(flowActions).scan(["flow.id", "created"], { prefix: [flow] }),
];

type Test = ActionOf<"ab-test" | "content-experiment">;

const isSending = (says: Action): says is Sending => Object.hasOwn(messageShapes, says.type);
export const isTest = (says: Action): says is Test =>
  says.type === "ab-test" || says.type === "content-experiment";

/** What an action sends: itself, or what is tried in it, the main one first; and where each lies. */
export function eachSending(says: Action, at: string) {
  if (isSending(says)) return [{ sending: says, at }];
  if (!isTest(says)) return [];
  const { main_action: main, current_experiment: tried } = says.data;
  const variations = (tried?.variations ?? []).map((sending, index) => ({
    sending,
    at: `${at}/data/current_experiment/variations/${index}`,
  }));
  return [{ sending: main, at: `${at}/data/main_action` }, ...variations];
}

export const sendingsIn = (says: Action): readonly Sending[] =>
  eachSending(says, "").map(({ sending }) => sending);

/** What a message says: its action says it, as long as there is one. */
export const saidBy = (account: Account, { id, action, last }: FlowMessage): Says | null => {
  const says = account.table(flowActions).get(action)?.says;
  const all = says === undefined ? [] : sendingsIn(says).map(({ data }) => data?.message);
  return all.find((message) => message?.id === id) ?? last ?? null;
};

const messagesOf = (account: Account, action: string): FlowMessage[] => [
  ...account.table(flowMessages).scan(["flow-action.id", "created"], { prefix: [action] }),
];

/** Where an action's links lead: null where it ends. */
export function linksOf(says: Action): readonly (string | null)[] {
  if (says.type === "multi-branch-split") {
    return (says.data?.branches ?? []).map(({ links }) => links?.next ?? null);
  }
  const { links } = says;
  if (links == null) return [null];
  if ("next" in links) return [links.next ?? null];
  if (!says.type.endsWith("split")) return [null];
  const { next_if_true = null, next_if_false = null } = links as {
    readonly next_if_true?: string | null;
    readonly next_if_false?: string | null;
  };
  return [next_if_true, next_if_false];
}

export const nextOf = (says: Action): string | null => linksOf(says)[0] ?? null;

type Links = Readonly<Record<string, string | null>>;

export function withLinks<A extends Action>(says: A, to: (id: string) => string | null): A {
  const led = (links: Links | null | undefined) =>
    links &&
    Object.fromEntries(
      Object.entries(links).map(([name, id]) => [name, id === null ? null : to(id)]),
    );
  if (says.type === "multi-branch-split") {
    const { data } = says;
    if (data == null) return says;
    const branches = data.branches.map((branch) => ({ ...branch, links: led(branch.links) }));
    return { ...says, data: { ...data, branches } };
  }
  return { ...says, links: led(says.links as Links | null | undefined) };
}

export function withSendings<A extends Action>(
  says: A,
  make: (sending: Sending, index: number) => Sending,
): A {
  if (isSending(says)) return make(says, 0) as A;
  if (!isTest(says)) return says;
  const { main_action: main, current_experiment: tried, ...rest } = says.data;
  const data = { ...rest, main_action: make(main, 0) };
  if (tried === undefined) return { ...says, data };
  const variations = tried?.variations.map((each, index) => make(each, index + 1));
  return { ...says, data: { ...data, current_experiment: tried && { ...tried, variations } } };
}

/** The links of an action that lead somewhere, and where each lies. */
export function eachLink(says: Action, at: string) {
  const led = (links: Links | null | undefined, place: string) =>
    Object.entries(links ?? {}).flatMap(([name, to]) =>
      to === null ? [] : [{ to, at: `${place}/links/${name}` }],
    );
  if (says.type !== "multi-branch-split") return led(says.links as Links | null | undefined, at);
  return (says.data?.branches ?? []).flatMap(({ links }, index) =>
    led(links as Links | null | undefined, `${at}/data/branches/${index}`),
  );
}

export const definitionOf = (account: Account, flow: Flow): FlowDefinition => ({
  triggers: flow.trigger === null ? [] : [flow.trigger],
  profile_filter: flow.filter,
  actions: actionsOf(account, flow.id).map(({ says }) => says),
  entry_action_id: flow.entry,
  ...(flow.reentry !== null && { reentry_criteria: flow.reentry }),
});

/** The flows that a list, a segment or a metric makes people enter. @guess get_*flows_triggered_by_*: Drafts and archived flows are among them. */
export const triggeredBy = (account: Account, id: string): Flow[] =>
  [...account.table(flows).all()].filter(
    ({ trigger }) => trigger !== null && "id" in trigger && trigger.id === id,
  );

/** A flow with another status, as have all of its actions that have one (flows.md). */
export function withStatus(account: Account, flow: Flow, status: FlowStatus, now: number) {
  const record = { ...flow, status, updated: now };
  const changed = actionsOf(account, flow.id).flatMap((action) => {
    const says = allWith(action.says, status);
    return says === action.says ? [] : [put(flowActions, { ...action, says, updated: now })];
  });
  return { record, changes: [put(flows, record), ...changed] };
}

export function allWith(says: Action, status: ActionStatus): Action {
  if (statusIn(says) === undefined) return says;
  const set = <A extends Action>(each: A): A => {
    const { data } = each as { readonly data?: object | null };
    return { ...each, data: { ...data, status } };
  };
  return set(withSendings(says, set));
}

/** Drops a flow's actions. Its messages stay, with their templates (recorded); who waits in it leaves step by step. */
export const withoutFlow = (account: Account, { id }: Flow): Change[] =>
  actionsOf(account, id).flatMap((action) => [
    ...lastWords(account, action),
    drop(flowActions, action.id),
  ]);

/** Drops an action: what led to it leads to what came after it. */
export function withoutAction(account: Account, action: FlowAction, now: number): Change[] {
  const next = linksOf(action.says).find((to) => to !== null) ?? null;
  const to = (id: string) => (id === action.id ? (next === action.id ? null : next) : id);
  const flow = account.table(flows).get(action.flow);
  const others = actionsOf(account, action.flow).filter(({ id }) => id !== action.id);
  return [
    ...lastWords(account, action),
    ...others
      .filter(({ says }) => linksOf(says).includes(action.id))
      .map((each) => put(flowActions, { ...each, says: withLinks(each.says, to), updated: now })),
    ...(flow?.entry === action.id ? [put(flows, { ...flow, entry: to(action.id) })] : []),
  ];
}

const lastWords = (account: Account, { id }: FlowAction): Change[] =>
  messagesOf(account, id).flatMap((message) => {
    const last = saidBy(account, message);
    return last === null ? [] : [put(flowMessages, { ...message, last })];
  });
