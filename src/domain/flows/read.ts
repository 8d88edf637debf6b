import type { Account } from "../../world/account.ts";
import { type FlowAction, flowActions } from "../resources/flow-action.ts";
import { type FlowMessage, flowMessages } from "../resources/flow-message.ts";
import type { Action } from "../grammar/flow-actions.ts";
import type { Says, SendingKind } from "./message-kinds.ts";
import { lists } from "../resources/list.ts";
import { segments } from "../resources/segment.ts";
import { templates } from "../resources/template.ts";
import { endpointProblem } from "../deliveries/endpoint.ts";
import { isVerifiedSender } from "../messages/sender.ts";
import { type Known, knownIn } from "../segments/check.ts";

/** What the definition of a flow may name. */
export interface FlowsKnown extends Known {
  readonly list: (id: string) => boolean;
  readonly segment: (id: string) => boolean;
  readonly template: (id: string) => boolean;
  /** Whether mails may come from an address. */
  readonly isSender: (address: string) => boolean;
  /** What is wrong with a URL that is to be called. */
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

/** An action that sends something. */
export type Sending = Extract<Action, { readonly type: SendingKind }>;

/** The actions of a flow, in the order in which they were made. */
export const actionsOf = (account: Account, flow: string): FlowAction[] => [
  ...account.table(flowActions).scan(["flow.id", "created"], { prefix: [flow] }),
];

/** What an action sends, and where that lies. @param at where the action lies */
export function eachSending(
  says: Action,
  at: string,
): readonly { readonly sending: Sending; readonly at: string }[] {
  switch (says.type) {
    case "send-email":
    case "send-sms":
    case "send-mobile-push":
    case "send-whatsapp":
    case "send-webhook":
    case "send-internal-alert":
      return [{ sending: says, at }];
    case "ab-test":
    case "content-experiment":
      return [
        { sending: says.data.main_action, at: `${at}/data/main_action` },
        ...(says.data.current_experiment?.variations ?? []).map((sending, index) => ({
          sending,
          at: `${at}/data/current_experiment/variations/${index}`,
        })),
      ];
    default:
      return [];
  }
}

/** What an action sends: itself, or what is tried in it, the main one first. */
export const sendingsIn = (says: Action): readonly Sending[] =>
  eachSending(says, "").map(({ sending }) => sending);

/** What one of an action's messages says. */
const messageIn = (says: Action, id: string): Says | undefined =>
  sendingsIn(says)
    .flatMap(({ data }) => data?.message ?? [])
    .find((message) => message.id === id);

/** What a message says: its action says it, as long as there is one. */
export const saidBy = (account: Account, { id, action, last }: FlowMessage): Says | null => {
  const says = account.table(flowActions).get(action)?.says;
  return (says && messageIn(says, id)) ?? last ?? null;
};

/** The messages that an action has ever had, in the order in which they were made. */
export const messagesOf = (account: Account, action: string): FlowMessage[] => [
  ...account.table(flowMessages).scan(["flow-action.id", "created"], { prefix: [action] }),
];

/** Where an action's links lead: each of its branches, null where it ends. */
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
