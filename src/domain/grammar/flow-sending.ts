// Printed by the program, checked by a test: UPDATE_GRAMMAR=1 npx vitest run test/printed-grammar

import {
  boolean, byDefault, list, literal, nullable, object, oneOf, open, string, type Shape
} from "../../contract/shape.ts";
import {
  flowEmail, type FlowEmail, flowInternalAlert, type FlowInternalAlert, flowPushNotification,
  type FlowPushNotification, flowSms, type FlowSms, flowWebhook, type FlowWebhook, flowWhatsApp,
  type FlowWhatsApp
} from "./flow-messages.ts";

/** The actions that send something, and those that try out what is best to send. */

export type ActionStatus = "draft" | "manual" | "live" | "disabled";
export const actionStatus: Shape<ActionStatus> = literal("draft", "manual", "live", "disabled");
export type ActionLinks = { readonly next?: string | null } | null;
export const actionLinks: Shape<ActionLinks> = nullable(object({
  "next?": byDefault(nullable(string()), null)
}));
export interface SendEmailAction {
  readonly id?: string | null; readonly temporary_id?: string | null; readonly type: "send-email";
  readonly data?: { readonly message?: FlowEmail | null; readonly status?: ActionStatus } | null;
  readonly links?: ActionLinks
}
export const sendEmailAction: Shape<SendEmailAction> = object({
  "id?": nullable(string()), "temporary_id?": nullable(string()), type: literal("send-email"),
  "data?": byDefault(
    nullable(object({
      "message?": byDefault(nullable(flowEmail), {}), "status?": byDefault(actionStatus, "draft")
    })),
    {}
  ),
  "links?": byDefault(actionLinks, {})
});
export interface SendSmsAction {
  readonly id?: string | null; readonly temporary_id?: string | null; readonly type: "send-sms";
  readonly data?: { readonly message?: FlowSms | null; readonly status?: ActionStatus } | null;
  readonly links?: ActionLinks
}
export const sendSmsAction: Shape<SendSmsAction> = object({
  "id?": nullable(string()), "temporary_id?": nullable(string()), type: literal("send-sms"),
  "data?": byDefault(
    nullable(object({
      "message?": nullable(flowSms), "status?": byDefault(actionStatus, "draft")
    })),
    {}
  ),
  "links?": byDefault(actionLinks, {})
});
export interface SendPushNotificationAction {
  readonly id?: string | null; readonly temporary_id?: string | null;
  readonly type: "send-mobile-push";
  readonly data?: {
    readonly message?: FlowPushNotification | null; readonly status?: ActionStatus
  } | null;
  readonly links?: ActionLinks
}
export const sendPushNotificationAction: Shape<SendPushNotificationAction> = object({
  "id?": nullable(string()), "temporary_id?": nullable(string()), type: literal("send-mobile-push"),
  "data?": byDefault(
    nullable(object({
      "message?": nullable(flowPushNotification), "status?": byDefault(actionStatus, "draft")
    })),
    {}
  ),
  "links?": byDefault(actionLinks, {})
});
export interface SendWhatsAppAction {
  readonly id?: string | null; readonly temporary_id?: string | null;
  readonly type: "send-whatsapp";
  readonly data?: { readonly message?: FlowWhatsApp | null; readonly status?: ActionStatus } | null;
  readonly links?: ActionLinks
}
export const sendWhatsAppAction: Shape<SendWhatsAppAction> = object({
  "id?": nullable(string()), "temporary_id?": nullable(string()), type: literal("send-whatsapp"),
  "data?": byDefault(
    nullable(object({
      "message?": byDefault(nullable(flowWhatsApp), {}), "status?": byDefault(actionStatus, "draft")
    })),
    {}
  ),
  "links?": byDefault(actionLinks, {})
});
export interface SendWebhookAction {
  readonly id?: string | null; readonly temporary_id?: string | null; readonly type: "send-webhook";
  readonly data?: { readonly message: FlowWebhook; readonly status?: ActionStatus } | null;
  readonly links?: ActionLinks
}
export const sendWebhookAction: Shape<SendWebhookAction> = object({
  "id?": nullable(string()), "temporary_id?": nullable(string()), type: literal("send-webhook"),
  "data?": nullable(object({ message: flowWebhook, "status?": byDefault(actionStatus, "draft") })),
  "links?": byDefault(actionLinks, {})
});
export interface SendInternalAlertAction {
  readonly id?: string | null; readonly temporary_id?: string | null;
  readonly type: "send-internal-alert";
  readonly data?: { readonly message: FlowInternalAlert; readonly status?: ActionStatus } | null;
  readonly links?: ActionLinks
}
export const sendInternalAlertAction: Shape<SendInternalAlertAction> = object({
  "id?": nullable(string()), "temporary_id?": nullable(string()),
  type: literal("send-internal-alert"),
  "data?": nullable(object({
    message: flowInternalAlert, "status?": byDefault(actionStatus, "draft")
  })),
  "links?": byDefault(actionLinks, {})
});
export interface AbTestAction {
  readonly id?: string | null; readonly temporary_id?: string | null; readonly type: "ab-test";
  readonly data: {
    readonly main_action: SendEmailAction | SendSmsAction;
    readonly current_experiment?: {
      readonly id?: string | null; readonly name?: string | null;
      readonly variations: readonly (SendEmailAction | SendSmsAction)[];
      readonly allocations?: Readonly<Record<string, unknown>> | null;
      readonly started?: string | null;
      readonly automatic_winner_selection_settings?: {
        readonly enabled: boolean; readonly automatic_end_statistical_certainty: boolean;
        readonly automatic_end_date?: string | null
      } | null;
      readonly winner_metric?:
        "submission" | "unique-clicks" | "unique-opens" | "unique-placed-orders" | null
    } | null;
    readonly status?: ActionStatus; readonly experiment_status?: "completed" | "draft" | "live"
  };
  readonly links?: ActionLinks
}
export const abTestAction: Shape<AbTestAction> = object({
  "id?": nullable(string()), "temporary_id?": nullable(string()), type: literal("ab-test"),
  data: object({
    main_action: oneOf(sendEmailAction, sendSmsAction),
    "current_experiment?": nullable(object({
      "id?": nullable(string()), "name?": nullable(string()),
      variations: list(oneOf(sendEmailAction, sendSmsAction)), "allocations?": nullable(open()),
      "started?": nullable(string({ format: "datetime" })),
      "automatic_winner_selection_settings?": nullable(object({
        enabled: boolean(), automatic_end_statistical_certainty: boolean(),
        "automatic_end_date?": nullable(string({ format: "datetime" }))
      })),
      "winner_metric?": nullable(literal(
        "submission", "unique-clicks", "unique-opens", "unique-placed-orders"
      ))
    })),
    "status?": byDefault(actionStatus, "draft"),
    "experiment_status?": byDefault(literal("completed", "draft", "live"), "draft")
  }),
  "links?": byDefault(actionLinks, {})
});
export interface ContentExperimentAction {
  readonly id?: string | null; readonly temporary_id?: string | null;
  readonly type: "content-experiment";
  readonly data: {
    readonly main_action: SendPushNotificationAction | SendWhatsAppAction;
    readonly current_experiment?: {
      readonly id?: string | null; readonly name?: string | null;
      readonly variations: readonly (SendPushNotificationAction | SendWhatsAppAction)[];
      readonly allocations?: Readonly<Record<string, unknown>> | null;
      readonly started?: string | null; readonly winner_metric?: "click-rate" | "open-rate" | null
    } | null;
    readonly status?: ActionStatus;
    readonly experiment_status?: "completed" | "draft" | "live" | null
  };
  readonly links?: ActionLinks
}
export const contentExperimentAction: Shape<ContentExperimentAction> = object({
  "id?": nullable(string()), "temporary_id?": nullable(string()),
  type: literal("content-experiment"),
  data: object({
    main_action: oneOf(sendPushNotificationAction, sendWhatsAppAction),
    "current_experiment?": nullable(object({
      "id?": nullable(string()), "name?": nullable(string()),
      variations: list(oneOf(sendPushNotificationAction, sendWhatsAppAction)),
      "allocations?": nullable(open()), "started?": nullable(string({ format: "datetime" })),
      "winner_metric?": nullable(literal("click-rate", "open-rate"))
    })),
    "status?": byDefault(actionStatus, "draft"),
    "experiment_status?": nullable(literal("completed", "draft", "live"))
  }),
  "links?": byDefault(actionLinks, {})
});
