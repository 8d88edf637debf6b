import { changeProblems, remade } from "../../domain/flows/remake.ts";
import type { Action } from "../../domain/grammar/flow-actions.ts";
import { withoutAction, withoutFlow, withStatus } from "../../domain/flows/change.ts";
import { linksOf } from "../../domain/flows/read.ts";
import type { Flow, FlowStatus } from "../../domain/resources/flow.ts";
import type { FlowAction } from "../../domain/resources/flow-action.ts";
import { untagged } from "../../domain/tags.ts";
import { invalid, invalidBody, refused } from "../../jsonapi/refusal.ts";
import type { Call, Keeping } from "../../verbs/call.ts";
import { type Outcome, theChanged } from "../../verbs/outcome.ts";
import { recordNamed } from "../../verbs/write.ts";

interface Body<A> {
  readonly data: { readonly id: string; readonly attributes: A };
}

type Writing<A> = Call & { readonly body: Body<A> };

/** The updates, which change more than the record that they are about. */
export const updates = {
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

export const keepingFlows: Keeping<Flow> = {
  along: (account, flow) => [...withoutFlow(account, flow), ...untagged(account, flow.id)],
};

export const keepingActions: Keeping<FlowAction> = {
  // @guess
  held: (_, { id, says }) =>
    linksOf(says).filter((to) => to !== null).length > 1
      ? invalid(
          "/data/id",
          `The action ${id} leads to more than one other: delete those behind it first.`,
        )
      : undefined,
  along: (account, action, now) => withoutAction(account, action, now),
};
