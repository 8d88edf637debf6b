// Printed by the program, checked by a test: UPDATE_GRAMMAR=1 npx vitest run test/printed-grammar

import {
  any, boolean, byDefault, list, literal, named, nullable, number, object, oneOf, open, string,
  type Shape
} from "../../contract/shape.ts";
import {
  abTestAction, type AbTestAction, actionLinks, type ActionLinks, actionStatus, type ActionStatus,
  contentExperimentAction, type ContentExperimentAction, sendEmailAction, type SendEmailAction,
  sendInternalAlertAction, type SendInternalAlertAction, sendPushNotificationAction,
  type SendPushNotificationAction, sendSmsAction, type SendSmsAction, sendWebhookAction,
  type SendWebhookAction, sendWhatsAppAction, type SendWhatsAppAction
} from "./flow-sending.ts";
import {
  actionOutputSplitAction, type ActionOutputSplitAction, backInStockDelayAction,
  type BackInStockDelayAction, conditionalBranchAction, type ConditionalBranchAction,
  countdownDelayAction, type CountdownDelayAction, multiBranchSplitAction,
  type MultiBranchSplitAction, targetDateAction, type TargetDateAction, timeDelayAction,
  type TimeDelayAction, triggerBranchAction, type TriggerBranchAction
} from "./flow-steps.ts";

/** What a flow does with those who are in it. */

export interface UpdateProfileAction {
  readonly id?: string | null; readonly temporary_id?: string | null;
  readonly type: "update-profile";
  readonly data?: {
    readonly profile_operations: readonly (
      {
        readonly operator: "create" | "update"; readonly property_key: string;
        readonly property_type: "string"; readonly property_value: string
      } |
      {
        readonly operator: "create" | "update"; readonly property_key: string;
        readonly property_type: "boolean"; readonly property_value: boolean
      } |
      {
        readonly operator: "create" | "update"; readonly property_key: string;
        readonly property_type: "numeric"; readonly property_value: number
      } |
      {
        readonly operator: "create" | "update"; readonly property_key: string;
        readonly property_type: "date"; readonly property_value: "today" | string
      } |
      {
        readonly operator: "create" | "update"; readonly property_key: string;
        readonly property_type: "list"; readonly property_value: string;
        readonly property_operation?: "add" | "remove" | null
      } |
      { readonly operator: "delete"; readonly property_key: string })[];
    readonly status?: ActionStatus
  } | null;
  readonly links?: ActionLinks
}
export const updateProfileAction: Shape<UpdateProfileAction> = object({
  "id?": nullable(string()), "temporary_id?": nullable(string()), type: literal("update-profile"),
  "data?": nullable(object({
    profile_operations: list(oneOf(
      object({
        operator: literal("create", "update"),
        property_key: string({ minLength: 1, maxLength: 1000 }), property_type: literal("string"),
        property_value: string()
      }),
      object({
        operator: literal("create", "update"),
        property_key: string({ minLength: 1, maxLength: 1000 }), property_type: literal("boolean"),
        property_value: boolean()
      }),
      object({
        operator: literal("create", "update"),
        property_key: string({ minLength: 1, maxLength: 1000 }), property_type: literal("numeric"),
        property_value: number()
      }),
      object({
        operator: literal("create", "update"),
        property_key: string({ minLength: 1, maxLength: 1000 }), property_type: literal("date"),
        property_value: oneOf(literal("today"), string({ format: "date" }))
      }),
      object({
        operator: literal("create", "update"),
        property_key: string({ minLength: 1, maxLength: 1000 }), property_type: literal("list"),
        property_value: string(), "property_operation?": nullable(literal("add", "remove"))
      }),
      object({
        operator: literal("delete"), property_key: string({ minLength: 1, maxLength: 1000 })
      })
    )),
    "status?": byDefault(actionStatus, "draft")
  })),
  "links?": byDefault(actionLinks, {})
});
export interface ListUpdateAction {
  readonly id?: string | null; readonly temporary_id?: string | null; readonly type: "list-update";
  readonly data: {
    readonly name: string; readonly list_id: string | null;
    readonly on_execution: false | true | null; readonly status?: ActionStatus
  };
  readonly links?: ActionLinks
}
export const listUpdateAction: Shape<ListUpdateAction> = object({
  "id?": nullable(string()), "temporary_id?": nullable(string()), type: literal("list-update"),
  data: object({
    name: string(), list_id: nullable(string()), on_execution: nullable(literal(false, true)),
    "status?": byDefault(actionStatus, "draft")
  }),
  "links?": byDefault(actionLinks, {})
});
export interface InternalServiceAction {
  readonly id?: string | null; readonly temporary_id?: string | null;
  readonly type: "internal-service";
  readonly data?: {
    readonly service_configuration?:
      { readonly service_method_type: "schedule-report"; readonly report_id: string } |
      {
        readonly service_method_type: "schedule-report-builder-report"; readonly report_id: string
      } |
      {
        readonly service_method_type: "track-event"; readonly event_key?: string | null;
        readonly event_payload?: Readonly<Record<string, unknown>> | null;
        readonly tracking_company_id?: string | null
      } |
      { readonly service_method_type: "unknown" } | null;
    readonly status?: ActionStatus
  } | null;
  readonly links?: ActionLinks
}
export const internalServiceAction: Shape<InternalServiceAction> = object({
  "id?": nullable(string()), "temporary_id?": nullable(string()), type: literal("internal-service"),
  "data?": nullable(object({
    "service_configuration?": nullable(oneOf(
      object({ service_method_type: literal("schedule-report"), report_id: string() }),
      object({
        service_method_type: literal("schedule-report-builder-report"), report_id: string()
      }),
      object({
        service_method_type: literal("track-event"), "event_key?": nullable(string()),
        "event_payload?": nullable(open()), "tracking_company_id?": nullable(string())
      }),
      object({ service_method_type: literal("unknown") })
    )),
    "status?": byDefault(actionStatus, "draft")
  })),
  "links?": byDefault(actionLinks, {})
});
export interface CodeAction {
  readonly id?: string | null; readonly temporary_id?: string | null; readonly type: "code";
  readonly data?: null; readonly links?: ActionLinks
}
export const codeAction: Shape<CodeAction> = object({
  "id?": nullable(string()), "temporary_id?": nullable(string()), type: literal("code"),
  "data?": any<null>(), "links?": byDefault(actionLinks, {})
});
export type Action =
  SendEmailAction | SendSmsAction | SendPushNotificationAction | SendWhatsAppAction |
  SendWebhookAction | SendInternalAlertAction | TimeDelayAction | TargetDateAction |
  CountdownDelayAction | BackInStockDelayAction | ConditionalBranchAction | TriggerBranchAction |
  ActionOutputSplitAction | MultiBranchSplitAction | UpdateProfileAction | ListUpdateAction |
  AbTestAction | ContentExperimentAction | InternalServiceAction | CodeAction;
export const action: Shape<Action> = named(
  "FlowActionDefinition",
  oneOf(
    sendEmailAction, sendSmsAction, sendPushNotificationAction, sendWhatsAppAction,
    sendWebhookAction, sendInternalAlertAction, timeDelayAction, targetDateAction,
    countdownDelayAction, backInStockDelayAction, conditionalBranchAction, triggerBranchAction,
    actionOutputSplitAction, multiBranchSplitAction, updateProfileAction, listUpdateAction,
    abTestAction, contentExperimentAction, internalServiceAction, codeAction
  )
);
export type ActionKind = Action["type"];
export type ActionOf<K extends ActionKind> = Extract<Action, { readonly type: K }>;
