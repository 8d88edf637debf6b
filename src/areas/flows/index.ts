import { action, get, list, relations, remove, update } from "../../contract/rows.ts";
import { creation } from "../../contract/bodies.ts";
import { literal, object, string } from "../../contract/shape.ts";
import { action as actionShape, type Action } from "../../domain/grammar/flow-actions.ts";
import type { Flow, FlowStatus, FlowAction, FlowMessage } from "../../domain/resources/flow.ts";
import { flow, flowStatuses, flowAction, flowMessage } from "../../domain/resources/flow.ts";
import { definitionProblems, filled } from "../../domain/flows/check.ts";
import { settle, settleWork, runWork } from "../../domain/flows/running/entry.ts";
import { findSome, itemWork } from "../../domain/flows/running/items.ts";
import { look, lookWork } from "../../domain/flows/running/look.ts";
import { runSome } from "../../domain/flows/running/run.ts";
import { loadRendering } from "../../domain/rendering/load.ts";
import { loadMessages } from "../../domain/messages/content.ts";
import { definitionOf, withoutAction, withoutFlow, withStatus } from "../../domain/flows/change.ts";
import { knownToFlows, actionsOf, saidBy, linksOf } from "../../domain/flows/actions.ts";
import { newFlow } from "../../domain/flows/make.ts";
import { tagsOf, untagged } from "../../domain/tags.ts";
import type { ApiArea, AreaBehavior, Invocation, Keeping } from "../../verbs/invocation.ts";
import { bodyOf } from "../bodies.ts";
import { type Refusal, invalidBody, invalid, refused } from "../../jsonapi/refusal.ts";
import { theNew, type Outcome, theChanged } from "../../verbs/outcome.ts";
import { freshId, recordNamed } from "../../verbs/write.ts";
import { listed, flatAction, flatContent } from "./older.ts";
import { changeProblems, remade } from "../../domain/flows/remake.ts";

const stored = "actions of code and content experiments are stored, and not run";

const newStatus = object({ status: literal(...flowStatuses) });
const otherAction = object({ definition: actionShape });

const operations = [
  list(flow, "get_flows"),
  action(flow, "create_flow", { body: object({ data: creation(flow) }), note: stored }),
  get(flow, "get_flow"),
  update(flow, "update_flow", { body: bodyOf("flow", { id: string(), attributes: newStatus }) }),
  remove(flow, "delete_flow"),
  ...relations(flow, ["flow-actions", "tags"]),
  get(flowAction, "get_flow_action"),
  update(flowAction, "update_flow_action", {
    body: bodyOf("flow-action", { id: string(), attributes: otherAction }),
  }),
  remove(flowAction, "delete_flow_action"),
  ...relations(flowAction, ["flow", "flow-messages"]),
  get(flowMessage, "get_flow_message"),
  ...relations(flowMessage, ["flow-action", "template"]),
] as const;

type Writing<A> = Invocation & {
  readonly body: { readonly data: { readonly attributes: A } };
};

const at = "/data/attributes/definition";

/** The updates, which change more than the record that they are about. */
const updates = {
  update_flow(call: Writing<{ readonly status: FlowStatus }>): Outcome {
    const { account, body, now } = call;
    const before = recordNamed(call) as Flow | Refusal;
    if (refused(before)) return before;
    const { record, changes } = withStatus(account, before, body.data.attributes.status, now);
    account.commit(changes);
    return theChanged(record);
  },

  update_flow_action(call: Writing<{ readonly definition: Action }>): Outcome {
    const { account, body, now } = call;
    const before = recordNamed(call) as FlowAction | Refusal;
    if (refused(before)) return before;
    const { definition } = body.data.attributes;
    const problems = changeProblems(account, before, definition, at);
    if (problems.length > 0) return invalidBody(problems);
    const { record, changes } = remade(account, before, definition, now);
    account.commit(changes);
    return theChanged(record);
  },
};

const keepingFlows: Keeping<Flow> = {
  along: (account, flow) => [...withoutFlow(account, flow), ...untagged(account, flow.id)],
};

const keepingActions: Keeping<FlowAction> = {
  // @guess delete_flow_action: An action with several branches cannot be deleted.
  held(_, { id, says }) {
    if (linksOf(says).filter((to) => to !== null).length < 2) return undefined;
    const detail = `The action ${id} leads to more than one other: delete those behind it first.`;
    return invalid("/data/id", detail);
  },
  along: withoutAction,
};

const behavior: AreaBehavior<typeof operations> = {
  create_flow({ account, now, body }) {
    const { name, definition } = body.data.attributes;
    const problems = definitionProblems(knownToFlows(account), definition, at);
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
  loads: { create_flow: loadRendering, update_flow: loadRendering, [runWork]: loadMessages },
};
