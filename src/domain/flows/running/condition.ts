import { formatPrecise } from "../../../jsonapi/time.ts";
import type { Account } from "../../../world/account.ts";
import { Dice } from "../../../world/dice.ts";
import { events } from "../../resources/event.ts";
import { objectProperty } from "../../objects/custom-objects.ts";
import { type Holding, type Moment, always, happensAs } from "../../filters/date.ts";
import { meets } from "../../filters/value.ts";
import { type MessageChannel, messages } from "../../messages/records.ts";
import type { Profile } from "../../resources/profile.ts";
import { combined, holding, momentOf } from "../../segments/condition.ts";
import { type FlowRun, flowRuns, isEntering } from "../records.ts";
import type { AnyDateFilter } from "../../filters/kinds.ts";
import type { FlowCondition, FlowFilter } from "../filters.ts";

/** Whose run a filter of a flow is asked about. */
export interface Subject {
  readonly run: FlowRun;
  readonly profile: Profile;
}

/** Whether a filter of a flow holds for somebody in it now. Null asks for nothing. */
export function fits(
  account: Account,
  filter: FlowFilter | undefined,
  subject: Subject,
  now: number,
): boolean {
  if (filter == null) return true;
  const moment = momentOf(account, now);
  return combined(filter.condition_groups, (condition: FlowCondition) =>
    ofFlow(account, condition, subject, moment),
  ).holds;
}

type ConditionOf<T extends FlowCondition["type"]> = Extract<FlowCondition, { readonly type: T }>;
type Sent = ConditionOf<"profile-not-in-flow">["timeframe_filter"];

/** By which channel a condition asks whether nothing was sent. */
const channels = {
  "profile-not-sent-email": "email",
  "profile-not-sent-sms": "sms",
  "profile-not-sent-push": "push",
} as const satisfies Readonly<Record<string, MessageChannel>>;

/** What segments ask, too, is asked as they do. */
function ofFlow(
  account: Account,
  condition: FlowCondition,
  { run, profile }: Subject,
  moment: Moment,
): Holding {
  switch (condition.type) {
    case "profile-metric":
      return holding(account, sinceStart(condition, run), profile, moment);
    case "profile-sample":
      return always(sampleOf(run) < condition.percentage);
    case "profile-not-sent-email":
    case "profile-not-sent-sms":
    case "profile-not-sent-push": {
      const wasSent = (within: Sent) =>
        sentAt(account, run.profile, channels[condition.type]).some((at) =>
          isIn(within, at, moment),
        );
      return always(!wasSent(condition.timeframe_filter));
    }
    case "profile-not-in-flow":
      return always(
        !entriesOf(account, run).some((at) => isIn(condition.timeframe_filter, at, moment)),
      );
    case "metric-property": {
      const event = account.table(events).get(run.cause.event ?? "");
      const isMeant = event?.metric === condition.metric_id;
      return isMeant
        ? meets(condition.filter, own(event.properties, condition.field), moment)
        : never;
    }
    case "price-drop-property":
    case "low-inventory-property":
      return meets(condition.filter, own(run.cause.item ?? {}, condition.field), moment);
    case "custom-object-trigger-property": {
      const value = objectProperty(account, run.cause.object, condition.property_id);
      return meets(condition.filter, value, moment);
    }
    case "custom-object-property": {
      const value = objectProperty(account, run.cause.object, condition.field);
      return meets(condition.filter, value, moment);
    }
    case "action-output":
      return meets(condition.filter, outputOf(run, condition), moment);
    default:
      return holding(account, condition, profile, moment);
  }
}

const never = always(false);

const own = (from: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(from, name) ? from[name] : null;

/** Since the flow was entered: since then, and no earlier. */
function sinceStart(condition: ConditionOf<"profile-metric">, { entered }: FlowRun) {
  const { timeframe_filter: time } = condition;
  if (time.operator !== "flow-start") return { ...condition, timeframe_filter: time };
  const since = { type: "date", operator: "after", date: formatPrecise(entered) } as const;
  return { ...condition, timeframe_filter: since };
}

/** At least 0, below 100: always the same for a person in a flow. */
const sampleOf = ({ flow, profile }: FlowRun): number =>
  Dice.from(flow, `sample ${profile}`).integer(0, 99);

const isIn = (within: Sent, at: number, moment: Moment): boolean =>
  happensAs(within as AnyDateFilter, at, moment).holds;

/** When somebody was sent something last: the others were sent earlier. */
function sentAt(account: Account, profile: string, channel: MessageChannel): number[] {
  const newest = { prefix: [profile, channel], descending: true };
  const [last] = account.table(messages).scan(["profile", "channel", "at"], newest);
  return last === undefined ? [] : [last.at];
}

/** When a person entered a flow before, the last time first. */
export function entriesOf(account: Account, run: FlowRun): number[] {
  const newest = { prefix: [run.profile, run.flow], descending: true };
  for (const each of account.table(flowRuns).scan(["profile", "flow", "entered"], newest)) {
    if (each.id !== run.id && !isEntering(each)) return [each.entered];
  }
  return [];
}

/**
 * What an earlier action came to. @guess *ate_flow*: A condition on an output means the action with its number, or the
 * last one. A name with dots leads into an object.
 */
function outputOf({ outputs }: FlowRun, { output_config_id, field }: ConditionOf<"action-output">) {
  const output = outputs[String(output_config_id)] ?? Object.values(outputs).at(-1) ?? {};
  let found: unknown = output;
  for (const name of field.split(".")) {
    if (typeof found !== "object" || found === null) return null;
    found = own(found as Readonly<Record<string, unknown>>, name);
  }
  return found;
}
