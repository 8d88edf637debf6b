import { instant } from "../../contract/attribute.ts";
import { one } from "../../contract/relationship.ts";
import { type RecordOf, resource } from "../../contract/resource.ts";
import { any, nullable, oneOf, string } from "../../contract/shape.ts";
import { messageShapes, type Says } from "../flows/message-shape.ts";

/** What a message goes out by, as the service writes it (recorded: with a capital). @guess: all but email */
export const flowChannels = {
  "send-email": "Email",
  "send-sms": "SMS",
  "send-mobile-push": "Mobile Push",
  "send-whatsapp": "WhatsApp",
  "send-webhook": "Webhook",
  "send-internal-alert": "Internal Alert",
} as const;

/** What an action of a flow sends: its action says all of it (`messageOf`). Facts: flows.md. */
export const flowMessage = resource("flow-message", {
  path: "/api/flow-messages",
  id: "short",
  attributes: {
    channel: { shape: nullable(string()), since: "2026-01-15" },
    created: { shape: nullable(instant()) },
    updated: { shape: nullable(instant()) },
    definition: {
      shape: nullable(oneOf(...Object.values(messageShapes))),
      computed: true,
      since: "2025-10-15",
    },
  },
  relationships: {
    "flow-action": one("flow-action", { from: "action" }),
    template: one("template", { optional: true }),
  },
  kept: {
    name: nullable(string()),
    /** What it said when its action went; not there: its action says it. */
    "last?": nullable(any<Says>()),
  },
  fields: { name: { type: "string" } },
  orders: (["created", "id", "name", "updated"] as const).map((order) => ["flow-action.id", order]),
  // @guess
  defaultSort: "created",
});

export type FlowMessage = RecordOf<typeof flowMessage>;
