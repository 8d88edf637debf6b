import {
  action,
  get,
  list,
  lookup,
  pages,
  range,
  relation,
  remove,
  type RowOptions,
  update,
} from "../../contract/rows.ts";
import { creation } from "../../contract/bodies.ts";
import { literal, object, type Shape, string } from "../../contract/shape.ts";
import { action as actionShape } from "../../domain/grammar/flow-actions.ts";
import { flow, flowStatuses } from "../../domain/resources/flow.ts";
import { flowAction } from "../../domain/resources/flow-action.ts";
import { flowMessage } from "../../domain/resources/flow-message.ts";

const reading = { scopes: ["flows:read"], tier: "S" } as const satisfies RowOptions;
const writing = { scopes: ["flows:write"], tier: "S" } as const satisfies RowOptions;
const stored = "actions of code and content experiments are stored, and not run";
const paging = [pages({ default: 50, max: 50 })];
const text = ["contains", "ends-with", "equals", "starts-with"] as const;
const instants = { created: ["equals", ...range], updated: ["equals", ...range] } as const;

const ofFlow = {
  include: ["flow-actions", "tags"],
  fields: ["flow", "flow-action", "tag"],
} as const;
const definition = { additionalFields: { flow: ["definition"] } } as const;
const actionsOf = {
  ...reading,
  filter: { id: ["any"], action_type: lookup, status: ["equals"], ...instants },
  sort: ["action_type", "created", "id", "status", "updated"],
  paging,
} as const satisfies RowOptions;
const messagesOf = {
  ...reading,
  filter: { name: text, ...instants },
  sort: ["created", "id", "name", "updated"],
  paging,
} as const satisfies RowOptions;

/** A flow comes with all that it does. */
const newFlow = object({ data: creation(flow) });

const changing = <T extends string, A>(type: T, attributes: Shape<A>) =>
  object({ data: object({ type: literal(type), id: string(), attributes }) });
const newStatus = changing("flow", object({ status: literal(...flowStatuses) }));
const otherAction = changing("flow-action", object({ definition: actionShape }));

export const operations = [
  list(flow, "get_flows", {
    ...reading,
    ...ofFlow,
    filter: {
      id: ["any"],
      name: text,
      status: ["equals"],
      archived: ["equals"],
      ...instants,
      trigger_type: ["equals"],
    },
    sort: ["created", "id", "name", "status", "trigger_type", "updated"],
    paging,
  }),
  action(flow, "create_flow", {
    ...writing,
    ...definition,
    tier: "XS",
    perDay: 100,
    since: "2025-01-15",
    post: flow.path,
    fields: ["flow"],
    body: newFlow,
    success: 201,
    note: stored,
  }),
  get(flow, "get_flow", { ...reading, ...ofFlow, ...definition }),
  update(flow, "update_flow", { ...writing, fields: ["flow"], body: newStatus }),
  remove(flow, "delete_flow", { ...writing, since: "2024-06-15" }),
  ...relation(flow, "flow-actions", ["get_actions_for_flow", "get_action_ids_for_flow"], {
    ...actionsOf,
    fields: ["flow-action"],
  }),
  ...relation(flow, "tags", ["get_tags_for_flow", "get_tag_ids_for_flow"], {
    scopes: ["flows:read", "tags:read"],
    tier: "S",
    fields: ["tag"],
  }),
  get(flowAction, "get_flow_action", {
    ...reading,
    include: ["flow", "flow-messages"],
    fields: ["flow", "flow-action", "flow-message"],
  }),
  update(flowAction, "update_flow_action", {
    ...writing,
    since: "2025-10-15",
    fields: ["flow-action"],
    body: otherAction,
  }),
  remove(flowAction, "delete_flow_action", { ...writing, since: "2026-04-15" }),
  ...relation(flowAction, "flow", ["get_flow_for_flow_action", "get_flow_id_for_flow_action"], {
    ...reading,
    fields: ["flow"],
  }),
  relation(flowAction, "flow-messages", ["get_flow_action_messages", ""], {
    ...messagesOf,
    filter: { id: ["any"], ...messagesOf.filter },
    fields: ["flow-message"],
  })[0],
  relation(flowAction, "flow-messages", ["", "get_message_ids_for_flow_action"], messagesOf)[1],
  get(flowMessage, "get_flow_message", {
    ...reading,
    include: ["flow-action", "template"],
    fields: ["flow-action", "flow-message", "template"],
  }),
  ...relation(
    flowMessage,
    "flow-action",
    ["get_action_for_flow_message", "get_action_id_for_flow_message"],
    { ...reading, fields: ["flow-action"] },
  ),
  ...relation(
    flowMessage,
    "template",
    ["get_template_for_flow_message", "get_template_id_for_flow_message"],
    { scopes: ["templates:read"], tier: "S", fields: ["template"] },
  ),
] as const;
