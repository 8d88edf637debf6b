import { instant, one } from "../../contract/members.ts";
import { type RecordOf, resource } from "../../contract/resource.ts";
import { any, nullable, oneOf, string } from "../../contract/shape.ts";
import { emailContent, smsContent } from "../campaigns/message-definition.ts";
import { defined, flat } from "./flow-action.ts";
import { collectionOf } from "../../world/store/collection-of.ts";
import { type Says, messageShapes } from "../flows/message-kinds.ts";

/**
 * What a message goes out by, as the service writes it (recorded: `Email`). @guess get_flow_message,
 * get_flow_action_messages: The channels other than `Email` are written as `SMS`, `Mobile Push`, `WhatsApp`, `Webhook`
 * and `Internal Alert`.
 */
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
    name: { shape: nullable(string()), ...flat },
    channel: {
      shape: nullable(string()),
      missing: { since: defined.since, until: "2026-01-15" },
    },
    content: {
      shape: nullable(oneOf(emailContent, smsContent)),
      computed: true,
      ...flat,
    },
    created: { shape: nullable(instant()) },
    updated: { shape: nullable(instant()) },
    definition: {
      shape: nullable(oneOf(...Object.values(messageShapes))),
      computed: true,
      ...defined,
    },
  },
  relationships: {
    "flow-action": one("flow-action", { from: "action" }),
    template: one("template", { optional: true }),
  },
  kept: {
    /** What it said when its action went; not there: its action says it. */
    "last?": nullable(any<Says>()),
  },
  orders: (["created", "id", "name", "updated"] as const).map((order) => ["flow-action.id", order]),
  // @guess get_flow_action_messages, get_message_ids_for_flow_action: The oldest message comes first.
  defaultSort: "created",
});

export type FlowMessage = RecordOf<typeof flowMessage>;

export const flowMessages = collectionOf(flowMessage);
