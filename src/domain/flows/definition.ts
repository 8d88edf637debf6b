import type { Account } from "../../world/account.ts";
import type { Flow } from "../resources/flow.ts";
import type { FlowDefinition } from "../grammar/flows.ts";
import { actionsOf } from "./read.ts";

/** All of a flow, as it is shown. */
export const definitionOf = (account: Account, flow: Flow): FlowDefinition => ({
  triggers: flow.trigger === null ? [] : [flow.trigger],
  profile_filter: flow.filter,
  actions: actionsOf(account, flow.id).map(({ says }) => says),
  entry_action_id: flow.entry,
  ...(flow.reentry !== null && { reentry_criteria: flow.reentry }),
});
