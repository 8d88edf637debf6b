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
const next = { "links?": object({ "next?": text }) } as const;
const branches = {
  "links?": object({ "next_if_true?": text, "next_if_false?": text }),
} as const;

/** Of actions that send or change something. */
export const actionStatuses = ["draft", "manual", "live", "disabled"] as const;
const status = { "status?": literal(...actionStatuses) } as const;

/** By the clock on the wall: `09:30` or `09:30:00`. */
export const timeOfDay = string({ pattern: "([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?" });
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
  // What a webhook or an alert says cannot be left out.
  const needed = kind === "send-webhook" || kind === "send-internal-alert";
  const data = needed ? object({ message, ...status }) : object({ "message?": message, ...status });
  return object({ ...ids, type: literal(kind), "data?": data, ...next }) as Shape<{
    readonly id?: string | null;
    readonly temporary_id?: string | null;
    readonly type: K;
    readonly data?: {
      readonly message?: Infer<(typeof messageShapes)[K]>;
      readonly status?: ActionStatus;
    };
    readonly links?: { readonly next?: string | null };
  }>;
};
export type ActionStatus = (typeof actionStatuses)[number];

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
    unit: literal("days", "hours", "minutes"),
    value: integer({ min: 0 }),
    "secondary_value?": nullable(integer({ min: 0 })),
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
    "unit?": literal("days", "months", "weeks"),
    "value?": byDefault(integer({ min: 0 }), 0),
    ...delay,
  }),
  ...next,
});
const backInStock = object({ ...ids, type: literal("back-in-stock-delay"), ...next });

const conditional = object({
  ...ids,
  type: literal("conditional-split"),
  "data?": object({ "profile_filter?": profileFilter }),
  ...branches,
});
const triggerSplit = object({
  ...ids,
  type: literal("trigger-split"),
  "data?": object({
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
  ...branches,
});
const outputSplit = object({
  ...ids,
  type: literal("action-output-split"),
  "data?": object({ action_output_filter: outputFilter }),
  ...branches,
});
const multiSplit = object({
  ...ids,
  type: literal("multi-branch-split"),
  "data?": object({
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
  "links?": nothing(),
});

const operator = literal("create", "update");
const property_key = string({ minLength: 1, maxLength: 1000 });
const set = <T extends string, V>(type: T, value: Shape<V>) =>
  object({ operator, property_key, property_type: literal(type), property_value: value });
const updateProfile = object({
  ...ids,
  type: literal("update-profile"),
  "data?": object({
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
  "data?": object({
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
  ...next,
});
const code = object({ ...ids, type: literal("code"), "data?": nothing(), ...next });

/** One action, of whichever kind. */
export const actionShape = named(
  "FlowAction",
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
