import type { Account } from "../../world/account.ts";
import { flowActions } from "../collections.ts";
import type { FlowAction } from "../resources/flow-action.ts";
import type { FlowMessage } from "../resources/flow-message.ts";
import type { Action } from "./action-shape.ts";
import type { Says, SendingKind } from "./message-shape.ts";

/** An action that sends something. */
export type Sending = Extract<Action, { readonly type: SendingKind }>;

/** The actions of a flow, in the order in which they were made. */
export const actionsOf = (account: Account, flow: string): FlowAction[] => [
  ...account.table(flowActions).scan(["flow.id", "created"], { prefix: [flow] }),
];

/** What an action sends: itself, or what is tried in it, the main one first. */
export function sendingsIn(says: Action): readonly Sending[] {
  switch (says.type) {
    case "send-email":
    case "send-sms":
    case "send-mobile-push":
    case "send-whatsapp":
    case "send-webhook":
    case "send-internal-alert":
      return [says];
    case "ab-test":
    case "content-experiment":
      return [says.data.main_action, ...(says.data.current_experiment?.variations ?? [])];
    default:
      return [];
  }
}

/** What one of an action's messages says. */
export const messageIn = (says: Action, id: string): Says | undefined =>
  sendingsIn(says)
    .flatMap(({ data }) => data?.message ?? [])
    .find((message) => message.id === id);

/** What a message says: its action says it. */
export const saidBy = (account: Account, { id, action }: FlowMessage): Says | null => {
  const says = account.table(flowActions).get(action)?.says;
  return says === undefined ? null : (messageIn(says, id) ?? null);
};

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
