import { stamps, instant, many, one } from "../../contract/members.ts";
import { type RecordOf, resource } from "../../contract/resource.ts";
import { any, boolean, literal, nullable, string, list, object } from "../../contract/shape.ts";
import { open, oneOf, type Infer } from "../../contract/shape.ts";
import { collectionOf } from "../../world/store/collection-of.ts";
import { renderOptions, emailContent, smsContent } from "../campaigns/message-definition.ts";
import { type Action, action, type ActionKind } from "../grammar/flow-actions.ts";
import type { FlowEntryFilter } from "../grammar/flow-filters.ts";
import { flowEmail, flowInternalAlert, flowPushNotification } from "../grammar/flow-messages.ts";
import { flowSms, flowWebhook, flowWhatsApp } from "../grammar/flow-messages.ts";
import type { ActionStatus } from "../grammar/flow-sending.ts";
import type { Trigger } from "../grammar/flow-triggers.ts";
import { type Reentry, flowDefinition } from "../grammar/flows.ts";

/** @guess get_action*_for_flow, get_flow_action: The `action_type` names are a guess, but for `SEND_EMAIL`, `TIME_DELAY` and `BOOLEAN_BRANCH`. */
export const actionTypeOf = ({ type }: Action): string =>
  named[type] ?? type.toUpperCase().replaceAll("-", "_");

const named: Readonly<Partial<Record<ActionKind, string>>> = {
  "conditional-split": "BOOLEAN_BRANCH",
  "trigger-split": "TRIGGER_BRANCH",
};

/** Whether an action goes live; undefined: it neither sends nor changes anything. */
export function statusIn(says: Action): ActionStatus | undefined {
  return (says as { readonly data?: { readonly status?: ActionStatus } | null }).data?.status;
}

export const messageShapes = {
  "send-email": flowEmail,
  "send-sms": flowSms,
  "send-mobile-push": flowPushNotification,
  "send-whatsapp": flowWhatsApp,
  "send-webhook": flowWebhook,
  "send-internal-alert": flowInternalAlert,
} as const;

export type SendingKind = keyof typeof messageShapes;
export type Says<K extends SendingKind = SendingKind> = Infer<(typeof messageShapes)[K]>;

export const flowStatuses = ["draft", "manual", "live"] as const;
export type FlowStatus = (typeof flowStatuses)[number];

export const triggerTypes = [
  "Added to List",
  "Date Based",
  "Low Inventory",
  "Metric",
  "Price Drop",
  "Unconfigured",
] as const;

/** What is done with people after something has happened. Facts: flows.md. */
export const flow = resource("flow", {
  path: "/api/flows",
  id: "short",
  attributes: {
    name: { shape: nullable(string()), write: "create", required: true, body: string() },
    status: { shape: literal(...flowStatuses), write: "update" },
    archived: { shape: boolean(), default: false },
    ...stamps,
    trigger_type: { shape: literal(...triggerTypes) },
    definition: {
      shape: flowDefinition,
      write: "create",
      required: true,
      additional: true,
      toldOfNew: true,
      computed: true,
      since: "2025-01-15",
    },
  },
  relationships: { "flow-actions": many("flow-action", { by: "flow.id" }), tags: many("tag") },
  kept: {
    /** Null: it has none yet. */
    trigger: any<Trigger | null>(),
    filter: any<FlowEntryFilter>(),
    reentry: nullable(any<Reentry>()),
    /** The action that comes first; null: it has none. */
    entry: nullable(string()),
  },
  natural: ["name"],
  fields: { status: { type: "string" } },
  orders: ["id", "name", "status", "created", "updated", "trigger_type"],
  // @guess get_flows, get_*flows_triggered_by_*: Without `sort`, the oldest flow comes first.
  defaultSort: "created",
});

export type Flow = RecordOf<typeof flow>;
export const flows = collectionOf(flow);

/** When actions and messages have definitions, and what there is of them before. */
const defined = { since: "2025-10-15" } as const;
const flat = { until: defined.since } as const;

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
  idSays: "must be a digit",
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
    action_type: ({ says }) => actionTypeOf(says),
    status: ({ says }) => statusIn(says) ?? null,
  },
});

/** As the service writes it (recorded: `Email`). @guess get_flow_message, get_flow_action_messages: The channels other than `Email` are written as `SMS`, `Mobile Push`, `WhatsApp`, `Webhook` and `Internal Alert`. */
export const flowChannels = {
  "send-email": "Email",
  "send-sms": "SMS",
  "send-mobile-push": "Mobile Push",
  "send-whatsapp": "WhatsApp",
  "send-webhook": "Webhook",
  "send-internal-alert": "Internal Alert",
} as const;

/** What an action of a flow sends: its action says all of it. Facts: flows.md. */
export const flowMessage = resource("flow-message", {
  path: "/api/flow-messages",
  id: "short",
  attributes: {
    name: { shape: nullable(string()), ...flat },
    channel: { shape: nullable(string()), missing: { since: defined.since, until: "2026-01-15" } },
    content: { shape: nullable(oneOf(emailContent, smsContent)), computed: true, ...flat },
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
  /** What it said when its action went. */
  kept: { "last?": nullable(any<Says>()) },
  orders: (["created", "id", "name", "updated"] as const).map((order) => ["flow-action.id", order]),
  // @guess get_flow_action_messages, get_message_ids_for_flow_action: The oldest message comes first.
  defaultSort: "created",
});

export type FlowMessage = RecordOf<typeof flowMessage>;
export const flowMessages = collectionOf(flowMessage);
