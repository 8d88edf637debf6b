import { flowActions } from "../../domain/collections.ts";
import { settle, settleWork } from "../../domain/flows/running/held.ts";
import { runWork } from "../../domain/flows/running/plan.ts";
import { runSome } from "../../domain/flows/running/run.ts";
import { loadRendering } from "../../domain/rendering/load.ts";
import { definitionOf } from "../../domain/flows/definition.ts";
import { messageIn } from "../../domain/flows/read.ts";
import { type Flow, flow } from "../../domain/resources/flow.ts";
import { type FlowAction, flowAction } from "../../domain/resources/flow-action.ts";
import { type FlowMessage, flowMessage } from "../../domain/resources/flow-message.ts";
import { tagsOf } from "../../domain/tags.ts";
import type { ApiArea } from "../../verbs/call.ts";
import { unbuiltFlows } from "./unbuilt.ts";

export const flowsArea: ApiArea = {
  name: "flows",
  resources: [flow, flowAction, flowMessage],
  operations: unbuiltFlows,
  bindings: {
    flow: {
      computed: { definition: (record: Flow, account) => definitionOf(account, record) },
      related: { tags: ({ id }: Flow, account) => tagsOf(account, id) },
    },
    "flow-action": { computed: { definition: ({ says }: FlowAction) => says } },
    "flow-message": {
      computed: {
        definition: ({ id, action }: FlowMessage, account) => {
          const says = account.table(flowActions).get(action)?.says;
          return says === undefined ? null : (messageIn(says, id) ?? null);
        },
      },
    },
  },
  work: { [runWork]: runSome, [settleWork]: settle },
  steps: [runWork, settleWork],
  // Messages are rendered when they go out: once a flow may send some, nobody waits for it.
  loads: Object.fromEntries(
    ["create_flow", "update_flow", runWork].map((what) => [what, loadRendering]),
  ),
};
