import {
  boolean,
  byDefault,
  type Infer,
  integer,
  list,
  literal,
  named,
  nothing,
  nullable,
  number,
  object,
  oneOf,
  open,
  type Shape,
  string,
} from "../../contract/shape.ts";
import { branchFilter, outputFilter, profileFilter, triggerFilter } from "./condition-shape.ts";
import { messageShapes, type SendingKind } from "./message-shape.ts";

/** What a flow does with those who are in it: the published kinds of action (flows.json). */
const text = nullable(string());
const ids = { "id?": text, "temporary_id?": text } as const;
const nowhere = byDefault(text, null);
/** Null where nothing is said of it. */
const unsaid = <T>(shape: Shape<T>): Shape<T | null> => byDefault(nullable(shape), null);
/** With its defaults where nothing is said of it. */
const blank = <T extends object>(shape: Shape<T>): Shape<T | null> =>
  byDefault(nullable(shape), {} as T);

const next = { "links?": blank(object({ "next?": nowhere })) } as const;
const branches = {
  "links?": blank(object({ "next_if_true?": nowhere, "next_if_false?": nowhere })),
} as const;

/** Of actions that send or change something. */
export const actionStatuses = ["draft", "manual", "live", "disabled"] as const;
const status = { "status?": byDefault(literal(...actionStatuses), "draft") } as const;

/** By the clock on the wall: `09:30` or `09:30:00`. */
export const timeOfDay = string({ pattern: "^([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$" });
export const weekdays = [
  "sunday",
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
] as const;
export const days = nullable(list(literal(...weekdays)));
/** The name of a zone, or `profile`: the person's own. */
export const zone = byDefault(string(), "profile");

const sending = <K extends SendingKind>(kind: K) => {
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
export type ActionStatus = (typeof actionStatuses)[number];

function dataOf(kind: SendingKind, message: Shape): Shape {
  // What a webhook or an alert says cannot be left out.
  if (kind === "send-webhook" || kind === "send-internal-alert") {
    return nullable(object({ message, ...status }));
  }
  const isWhole = kind === "send-email" || kind === "send-whatsapp";
  const said = isWhole ? blank(message as Shape<object>) : nullable(message);
  return blank(object({ "message?": said, ...status }));
}

const sendEmail = sending("send-email");
const sendSms = sending("send-sms");
const sendPush = sending("send-mobile-push");
const sendWhatsApp = sending("send-whatsapp");

const delay = {
  "delay_until_time?": nullable(timeOfDay),
  "delay_until_weekdays?": days,
  "timezone?": zone,
} as const;
const timeDelay = object({
  ...ids,
  type: literal("time-delay"),
  data: object({
    "unit?": byDefault(literal("days", "hours", "minutes"), "days"),
    value: integer({ min: 0 }),
    "secondary_value?": unsaid(integer({ min: 0 })),
    ...delay,
  }),
  ...next,
});
const targetDate = object({
  ...ids,
  type: literal("target-date"),
  data: object({ "target_days?": days, "target_time?": timeOfDay, "timezone?": zone }),
  ...next,
});
const countdown = object({
  ...ids,
  type: literal("countdown-delay"),
  data: object({
    "unit?": byDefault(literal("days", "months", "weeks"), "days"),
    "value?": byDefault(integer({ min: 0 }), 0),
    ...delay,
  }),
  ...next,
});
const backInStock = object({ ...ids, type: literal("back-in-stock-delay"), ...next });

const conditional = object({
  ...ids,
  type: literal("conditional-split"),
  "data?": nullable(object({ profile_filter: profileFilter })),
  ...branches,
});
const triggerSplit = object({
  ...ids,
  type: literal("trigger-split"),
  "data?": nullable(
    object({
      trigger_filter: triggerFilter,
      trigger_id: string(),
      trigger_type: literal(
        "date",
        "list",
        "low-inventory",
        "metric",
        "price-drop",
        "scheduled",
        "segment",
      ),
      "trigger_subtype?": nullable(
        literal("custom-object", "legacy-custom-object", "profile-property", "profile-trait"),
      ),
    }),
  ),
  ...branches,
});
const outputSplit = object({
  ...ids,
  type: literal("action-output-split"),
  "data?": nullable(object({ action_output_filter: outputFilter })),
  ...branches,
});
const multiSplit = object({
  ...ids,
  type: literal("multi-branch-split"),
  "data?": nullable(
    object({
      name: string(),
      branches: list(
        object({
          branch_id: string(),
          "branch_filter?": branchFilter,
          "is_else?": byDefault(boolean(), false),
          "name?": text,
          "order?": nullable(integer()),
          ...next,
        }),
      ),
    }),
  ),
  "links?": nothing(),
});

const operator = literal("create", "update");
const property_key = string({ minLength: 1, maxLength: 1000 });
const set = <T extends string, V>(type: T, value: Shape<V>) =>
  object({ operator, property_key, property_type: literal(type), property_value: value });
const updateProfile = object({
  ...ids,
  type: literal("update-profile"),
  "data?": nullable(
    object({
      profile_operations: list(
        oneOf(
          set("string", string()),
          set("boolean", boolean()),
          set("numeric", number()),
          set("date", oneOf(literal("today"), string({ format: "date" }))),
          object({
            operator,
            property_key,
            property_type: literal("list"),
            property_value: string(),
            "property_operation?": nullable(literal("add", "remove")),
          }),
          object({ operator: literal("delete"), property_key }),
        ),
      ),
      ...status,
    }),
  ),
  ...next,
});
const listUpdate = object({
  ...ids,
  type: literal("list-update"),
  data: object({
    name: string(),
    list_id: text,
    /** True adds, false removes. @guess */
    on_execution: nullable(boolean()),
    ...status,
  }),
  ...next,
});

const experiment = <V, M>(variation: Shape<V>, metric: Shape<M>) => ({
  main_action: variation,
  "current_experiment?": nullable(
    object({
      "id?": text,
      "name?": text,
      variations: list(variation),
      "allocations?": nullable(open()),
      "started?": nullable(string({ format: "datetime" })),
      "automatic_winner_selection_settings?": object({
        enabled: boolean(),
        automatic_end_statistical_certainty: boolean(),
        "automatic_end_date?": nullable(string({ format: "datetime" })),
      }),
      "winner_metric?": nullable(metric),
    }),
  ),
  ...status,
});
const progress = literal("completed", "draft", "live");
const abTest = object({
  ...ids,
  type: literal("ab-test"),
  data: object({
    ...experiment(
      oneOf(sendEmail, sendSms),
      literal("submission", "unique-clicks", "unique-opens", "unique-placed-orders"),
    ),
    "experiment_status?": progress,
  }),
  ...next,
});
const contentExperiment = object({
  ...ids,
  type: literal("content-experiment"),
  data: object({
    ...experiment(oneOf(sendPush, sendWhatsApp), literal("click-rate", "open-rate")),
    "experiment_status?": nullable(progress),
  }),
  ...next,
});

const report = <T extends string>(type: T) =>
  object({ service_method_type: literal(type), report_id: string() });
const internal = object({
  ...ids,
  type: literal("internal-service"),
  "data?": nullable(
    object({
      "service_configuration?": nullable(
        oneOf(
          report("schedule-report"),
          report("schedule-report-builder-report"),
          object({
            service_method_type: literal("track-event"),
            "event_key?": text,
            "event_payload?": nullable(open()),
            "tracking_company_id?": text,
          }),
          object({ service_method_type: literal("unknown") }),
        ),
      ),
      ...status,
    }),
  ),
  ...next,
});
const code = object({ ...ids, type: literal("code"), "data?": nothing(), ...next });

/** One action, of whichever kind. */
export const actionShape = named(
  "FlowActionDefinition",
  oneOf(
    sendEmail,
    sendSms,
    sendPush,
    sendWhatsApp,
    sending("send-webhook"),
    sending("send-internal-alert"),
    timeDelay,
    targetDate,
    countdown,
    backInStock,
    conditional,
    triggerSplit,
    outputSplit,
    multiSplit,
    updateProfile,
    listUpdate,
    abTest,
    contentExperiment,
    internal,
    code,
  ),
);

export type Action = Infer<typeof actionShape>;
export type ActionKind = Action["type"];
/** An action of a kind. */
export type ActionOf<K extends ActionKind> = Extract<Action, { readonly type: K }>;

/** What kinds of action are called where flows are asked for theirs. @guess: all but three (flows.md) */
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
  const data = "data" in says ? says.data : null;
  return data != null && "status" in data ? data.status : undefined;
}
