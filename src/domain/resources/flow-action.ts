import { instant } from "../../contract/attribute.ts";
import { many, one } from "../../contract/relationship.ts";
import { type RecordOf, resource } from "../../contract/resource.ts";
import { any, nullable } from "../../contract/shape.ts";
import { type Action, actionShape } from "../flows/action-shape.ts";

/** One thing that a flow does, and what comes after it. Facts: flows.md. */
export const flowAction = resource("flow-action", {
  path: "/api/flow-actions",
  id: "number",
  idPattern: /^\d+$/,
  attributes: {
    created: { shape: nullable(instant()) },
    updated: { shape: nullable(instant()), fraction: "wrote" },
    definition: {
      shape: nullable(actionShape),
      write: "update",
      required: true,
      computed: true,
      from: "says",
      since: "2025-10-15",
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
  // @guess
  defaultSort: "created",
});

export type FlowAction = RecordOf<typeof flowAction>;
