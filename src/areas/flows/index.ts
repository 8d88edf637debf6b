import { definitionProblems } from "../../domain/flows/check.ts";
import { settle, settleWork } from "../../domain/flows/running/held.ts";
import { findSome, itemWork } from "../../domain/flows/running/items.ts";
import { look, lookWork } from "../../domain/flows/running/look.ts";
import { runWork } from "../../domain/flows/running/plan.ts";
import { runSome } from "../../domain/flows/running/run.ts";
import { loadRendering } from "../../domain/rendering/load.ts";
import { definitionOf } from "../../domain/flows/definition.ts";
import { filled } from "../../domain/flows/filled.ts";
import { knownToFlows } from "../../domain/flows/known.ts";
import { newFlow } from "../../domain/flows/make.ts";
import { actionsOf, saidBy } from "../../domain/flows/read.ts";
import { type Flow, flow } from "../../domain/resources/flow.ts";
import { type FlowAction, flowAction } from "../../domain/resources/flow-action.ts";
import { type FlowMessage, flowMessage } from "../../domain/resources/flow-message.ts";
import { tagsOf } from "../../domain/tags.ts";
import type { ApiArea, AreaBehavior } from "../../verbs/call.ts";
import { invalidBody } from "../../jsonapi/refusal.ts";
import { theNew } from "../../verbs/outcome.ts";
import { freshId } from "../../verbs/write.ts";
import { keepingActions, keepingFlows, updates } from "./keeping.ts";
import { listed } from "./list.ts";
import { flatAction, flatContent } from "./older.ts";
import { operations } from "./operations.ts";

const behavior: AreaBehavior<typeof operations> = {
  create_flow({ account, now, body }) {
    const { name, definition } = body.data.attributes;
    const problems = definitionProblems(
      knownToFlows(account),
      definition,
      "/data/attributes/definition",
    );
    if (problems.length > 0) return invalidBody(problems);
    const id = freshId(account, flow, now);
    const whole = { id, name, definition: filled(definition), created: now };
    const { record, changes } = newFlow(account, whole);
    account.commit(changes);
    return theNew(record);
  },
};

export const flowsArea: ApiArea = {
  name: "flows",
  resources: [flow, flowAction, flowMessage],
  operations,
  behavior: { ...behavior, ...updates, get_flows: listed },
  bindings: {
    flow: {
      computed: { definition: (record: Flow, account) => definitionOf(account, record) },
      related: {
        tags: ({ id }: Flow, account) => tagsOf(account, id),
        // Where they are told of beside their flow, from the last to the first (recorded).
        "flow-actions": ({ id }: Flow, account) => actionsOf(account, id).toReversed(),
      },
      keeping: keepingFlows,
    },
    "flow-action": {
      computed: { ...flatAction, definition: ({ says }: FlowAction) => says },
      keeping: keepingActions,
    },
    "flow-message": {
      computed: {
        content: flatContent,
        definition: (record: FlowMessage, account) => saidBy(account, record),
      },
    },
  },
  work: { [runWork]: runSome, [settleWork]: settle, [lookWork]: look, [itemWork]: findSome },
  steps: [runWork, settleWork, lookWork, itemWork],
  // Messages are rendered when they go out: once a flow may send some, nobody waits for it.
  loads: Object.fromEntries(
    ["create_flow", "update_flow", runWork].map((what) => [what, loadRendering]),
  ),
};
