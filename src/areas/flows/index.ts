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
import {
  type Flow,
  flow,
  type FlowStatus,
  type FlowAction,
  flowAction,
  type FlowMessage,
  flowMessage,
} from "../../domain/resources/flow.ts";
import { tagsOf, untagged } from "../../domain/tags.ts";
import type { ApiArea, AreaBehavior, Invocation, Keeping } from "../../verbs/invocation.ts";
import { invalidBody, invalid, refused } from "../../jsonapi/refusal.ts";
import { theNew, type Outcome, theChanged } from "../../verbs/outcome.ts";
import { freshId, recordNamed } from "../../verbs/write.ts";
import { listed, flatAction, flatContent } from "./older.ts";
import { operations } from "./operations.ts";
import { changeProblems, remade } from "../../domain/flows/remake.ts";
import type { Action } from "../../domain/grammar/flow-actions.ts";

interface Body<A> {
  readonly data: { readonly id: string; readonly attributes: A };
}

type Writing<A> = Invocation & { readonly body: Body<A> };

/** The updates, which change more than the record that they are about. */
const updates = {
  update_flow(call: Writing<{ readonly status: FlowStatus }>): Outcome {
    const { account, body, now } = call;
    const before = recordNamed(call);
    if (refused(before)) return before;
    const { status } = body.data.attributes;
    const { record, changes } = withStatus(account, before as Flow, status, now);
    account.commit(changes);
    return theChanged(record);
  },

  update_flow_action(call: Writing<{ readonly definition: Action }>): Outcome {
    const { account, body, now } = call;
    const before = recordNamed(call);
    if (refused(before)) return before;
    const { definition } = body.data.attributes;
    const at = "/data/attributes/definition";
    const problems = changeProblems(account, before as FlowAction, definition, at);
    if (problems.length > 0) return invalidBody(problems);
    const { record, changes } = remade(account, before as FlowAction, definition, now);
    account.commit(changes);
    return theChanged(record);
  },
};

const keepingFlows: Keeping<Flow> = {
  along: (account, flow) => [...withoutFlow(account, flow), ...untagged(account, flow.id)],
};

const keepingActions: Keeping<FlowAction> = {
  // @guess delete_flow_action: An action with several branches cannot be deleted.
  held: (_, { id, says }) =>
    linksOf(says).filter((to) => to !== null).length > 1
      ? invalid(
          "/data/id",
          `The action ${id} leads to more than one other: delete those behind it first.`,
        )
      : undefined,
  along: (account, action, now) => withoutAction(account, action, now),
};

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
  loads: { create_flow: loadRendering, update_flow: loadRendering, [runWork]: loadMessages },
};
