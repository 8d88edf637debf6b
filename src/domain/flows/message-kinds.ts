import type { Infer } from "../../contract/shape.ts";
import {
  flowEmail,
  flowInternalAlert,
  flowPushNotification,
  flowSms,
  flowWebhook,
  flowWhatsApp,
} from "../grammar/flow-messages.ts";

/** The kinds of action that send something, and what they send. */
export const messageShapes = {
  "send-email": flowEmail,
  "send-sms": flowSms,
  "send-mobile-push": flowPushNotification,
  "send-whatsapp": flowWhatsApp,
  "send-webhook": flowWebhook,
  "send-internal-alert": flowInternalAlert,
} as const;

export type SendingKind = keyof typeof messageShapes;
/** What a message of a kind says. */
export type Says<K extends SendingKind = SendingKind> = Infer<(typeof messageShapes)[K]>;
