import { action, get, list, relations, remove, update } from "../../contract/rows.ts";
import { creation } from "../../contract/bodies.ts";
import { literal, object, type Shape, string } from "../../contract/shape.ts";
import { action as actionShape } from "../../domain/grammar/flow-actions.ts";
import { flow, flowStatuses, flowAction, flowMessage } from "../../domain/resources/flow.ts";

const stored = "actions of code and content experiments are stored, and not run";

/** A flow comes with all that it does. */
const newFlow = object({ data: creation(flow) });

const changing = <T extends string, A>(type: T, attributes: Shape<A>) =>
  object({ data: object({ type: literal(type), id: string(), attributes }) });
const newStatus = changing("flow", object({ status: literal(...flowStatuses) }));
const otherAction = changing("flow-action", object({ definition: actionShape }));

export const operations = [
  list(flow, "get_flows"),
  action(flow, "create_flow", {
    body: newFlow,
    note: stored,
  }),
  get(flow, "get_flow"),
  update(flow, "update_flow", { body: newStatus }),
  remove(flow, "delete_flow"),
  ...relations(flow, ["flow-actions", "tags"]),
  get(flowAction, "get_flow_action"),
  update(flowAction, "update_flow_action", { body: otherAction }),
  remove(flowAction, "delete_flow_action"),
  ...relations(flowAction, ["flow", "flow-messages"]),
  get(flowMessage, "get_flow_message"),
  ...relations(flowMessage, ["flow-action", "template"]),
] as const;
