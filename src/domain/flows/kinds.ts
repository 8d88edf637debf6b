import type { Action, ActionKind } from "../grammar/flow-actions.ts";
import type { ActionStatus } from "../grammar/flow-sending.ts";
import type { Infer } from "../../contract/shape.ts";
import { flowEmail, flowInternalAlert, flowPushNotification } from "../grammar/flow-messages.ts";
import { flowSms, flowWebhook, flowWhatsApp } from "../grammar/flow-messages.ts";

/** @guess get_action*_for_flow, get_flow_action: The `action_type` names are a guess, but for `SEND_EMAIL`, `TIME_DELAY` and `BOOLEAN_BRANCH`. */
export const actionTypes = {
  "action-output-split": "ACTION_OUTPUT_SPLIT",
  "ab-test": "AB_TEST",
  "back-in-stock-delay": "BACK_IN_STOCK_DELAY",
  code: "CODE",
  "conditional-split": "BOOLEAN_BRANCH",
  "content-experiment": "CONTENT_EXPERIMENT",
  "countdown-delay": "COUNTDOWN_DELAY",
  "internal-service": "INTERNAL_SERVICE",
  "list-update": "LIST_UPDATE",
  "multi-branch-split": "MULTI_BRANCH_SPLIT",
  "send-email": "SEND_EMAIL",
  "send-internal-alert": "SEND_INTERNAL_ALERT",
  "send-mobile-push": "SEND_MOBILE_PUSH",
  "send-sms": "SEND_SMS",
  "send-webhook": "SEND_WEBHOOK",
  "send-whatsapp": "SEND_WHATSAPP",
  "target-date": "TARGET_DATE",
  "time-delay": "TIME_DELAY",
  "trigger-split": "TRIGGER_BRANCH",
  "update-profile": "UPDATE_PROFILE",
} as const satisfies Readonly<Record<ActionKind, string>>;

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
