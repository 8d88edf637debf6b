import {
  type Infer,
  literal,
  nullable,
  object,
  oneOf,
  type Shape,
  list,
  open,
  string,
  boolean,
  byDefault,
} from "../../contract/shape.ts";
import { type ActionStatus, blank, ids, next, status } from "./action-parts.ts";
import { messageShapes, type SendingKind } from "./message-shape.ts";

/** The actions that send something, and those that try out what is best to send. */
export const sending = <K extends SendingKind>(kind: K) => {
  const message = messageShapes[kind];
  return object({ ...ids, type: literal(kind), "data?": dataOf(kind, message), ...next }) as Shape<{
    readonly id?: string | null;
    readonly temporary_id?: string | null;
    readonly type: K;
    readonly data?: {
      readonly message?: Infer<(typeof messageShapes)[K]> | null;
      readonly status?: ActionStatus;
    } | null;
    readonly links?: { readonly next?: string | null } | null;
  }>;
};

function dataOf(kind: SendingKind, message: Shape): Shape {
  // What a webhook or an alert says cannot be left out.
  if (kind === "send-webhook" || kind === "send-internal-alert") {
    return nullable(object({ message, ...status }));
  }
  const isWhole = kind === "send-email" || kind === "send-whatsapp";
  const said = isWhole ? blank(message as Shape<object>) : nullable(message);
  return blank(object({ "message?": said, ...status }));
}

export const sendEmail = sending("send-email");
export const sendSms = sending("send-sms");
export const sendPush = sending("send-mobile-push");
export const sendWhatsApp = sending("send-whatsapp");

const experiment = <V, M, const E extends Readonly<Record<string, Shape>>>(
  variation: Shape<V>,
  metric: Shape<M>,
  more: E,
) => ({
  main_action: variation,
  "current_experiment?": nullable(
    object({
      "id?": nullable(string()),
      "name?": nullable(string()),
      variations: list(variation),
      "allocations?": nullable(open()),
      "started?": nullable(string({ format: "datetime" })),
      ...more,
      "winner_metric?": nullable(metric),
    }),
  ),
  ...status,
});
const winner = {
  "automatic_winner_selection_settings?": nullable(
    object({
      enabled: boolean(),
      automatic_end_statistical_certainty: boolean(),
      "automatic_end_date?": nullable(string({ format: "datetime" })),
    }),
  ),
} as const;
const progress = literal("completed", "draft", "live");
export const abTest = object({
  ...ids,
  type: literal("ab-test"),
  data: object({
    ...experiment(
      oneOf(sendEmail, sendSms),
      literal("submission", "unique-clicks", "unique-opens", "unique-placed-orders"),
      winner,
    ),
    "experiment_status?": byDefault(progress, "draft"),
  }),
  ...next,
});
export const contentExperiment = object({
  ...ids,
  type: literal("content-experiment"),
  data: object({
    ...experiment(oneOf(sendPush, sendWhatsApp), literal("click-rate", "open-rate"), {}),
    "experiment_status?": nullable(progress),
  }),
  ...next,
});
