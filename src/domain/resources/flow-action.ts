import { instant, many, one } from "../../contract/members.ts";
import { type RecordOf, resource } from "../../contract/resource.ts";
import { any, boolean, list, nullable, object, open, string } from "../../contract/shape.ts";
import { renderOptions } from "../campaigns/message-definition.ts";
import { actionTypes, statusIn } from "../flows/action-types.ts";
import { collectionOf } from "../../world/store/collection-of.ts";
import { type Action, action } from "../grammar/flow-actions.ts";

/** When actions and messages have definitions, and what there is of them before. */
export const defined = { since: "2025-10-15" } as const;
export const flat = { until: defined.since } as const;

const text = nullable(string());
const flatAction = {
  action_type: { shape: text, computed: true, ...flat },
  status: { shape: text, computed: true, ...flat },
  settings: { shape: nullable(open()), computed: true, ...flat },
  tracking_options: {
    shape: nullable(
      object({
        add_utm: boolean(),
        utm_params: list(object({ name: string(), value: string() })),
        is_tracking_opens: boolean(),
        is_tracking_clicks: boolean(),
      }),
    ),
    computed: true,
    ...flat,
  },
  send_options: {
    shape: nullable(object({ use_smart_sending: boolean(), is_transactional: boolean() })),
    computed: true,
    ...flat,
  },
  render_options: { shape: nullable(renderOptions), computed: true, ...flat },
} as const;

/** One thing that a flow does, and what comes after it. Facts: flows.md. */
export const flowAction = resource("flow-action", {
  path: "/api/flow-actions",
  id: "number",
  idPattern: /^\d+$/,
  attributes: {
    ...flatAction,
    created: { shape: nullable(instant()) },
    updated: { shape: nullable(instant()), fraction: "wrote" },
    definition: {
      shape: nullable(action),
      write: "update",
      required: true,
      computed: true,
      from: "says",
      ...defined,
    },
  },
  relationships: {
    flow: one("flow"),
    "flow-messages": many("flow-message", { by: "flow-action.id" }),
  },
  // With the ids of the action, of those that its links lead to, and of its messages.
  kept: { says: any<Action>() },
  // Any text may be asked for: what no action has finds none.
  fields: { action_type: { type: "string" }, status: { type: "string" } },
  orders: (["action_type", "created", "id", "status", "updated"] as const).map((order) => [
    "flow.id",
    order,
  ]),
  // @guess get_action*_for_flow: Without `sort`, the oldest action comes first.
  defaultSort: "created",
});

export type FlowAction = RecordOf<typeof flowAction>;

export const flowActions = collectionOf(flowAction, {
  identified: ["says"],
  keys: {
    action_type: ({ says }) => actionTypes[says.type],
    status: ({ says }) => statusIn(says) ?? null,
  },
});
