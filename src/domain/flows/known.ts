import type { Account } from "../../world/account.ts";
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
