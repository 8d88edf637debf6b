import { formatPrecise } from "../../../jsonapi/time.ts";
import type { Account } from "../../../world/account.ts";
import { Dice } from "../../../world/dice.ts";
import { type Moment, always, happensAs } from "../../filters/date.ts";
import { meets } from "../../filters/value.ts";
import { type MessageChannel, messages } from "../../messages/records.ts";
import { objectProperty } from "../../objects/custom-objects.ts";
import { events } from "../../resources/event.ts";
import type { Flow } from "../../resources/flow.ts";
import type { Profile } from "../../resources/profile.ts";
import { combined, holding, momentOf } from "../../segments/condition.ts";
import type { FlowCondition, FlowFilter } from "../action-check.ts";
import type { Sending } from "../actions.ts";
import { type FlowRun, type Output, flowRuns, isEntering } from "../records.ts";

export type Walker = { readonly flow: Flow; readonly run: FlowRun; readonly profile: Profile };

export type Step =
  /** Goes on with an action; null: the flow is over. */
  | { readonly to: string | null; readonly note?: string; readonly output?: Output }
  | { readonly until: number }
  /** Stays until something else happens, and goes on behind this action then. */
  | { readonly held: string; readonly why: string }
  | Send;

export interface Send {
  readonly send: Sending;
  readonly message: string;
  /** Of a message that is tried in several ways: the one that it is sent in. */
  readonly variation?: string;
  readonly to: string | null;
}

export type Act<A> = (account: Account, action: A, walker: Walker, now: number) => Step;

/** What templates read of what began a run, as `event`. @guess *ate_flow*: In a flow that a catalog item starts, `event` in templates is the item. */
export function causeContext(account: Account, { cause }: FlowRun) {
  const event = account.table(events).get(cause.event ?? "")?.properties ?? cause.item;
  return event === undefined ? {} : { event };
}

export type Subject = { readonly run: FlowRun; readonly profile: Profile };

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

const channels = {
  "profile-not-sent-email": "email",
  "profile-not-sent-sms": "sms",
  "profile-not-sent-push": "push",
} as const satisfies Readonly<Record<string, MessageChannel>>;

/** Whether a condition holds; what segments ask, too, is asked as they do. */
function ofFlow(account: Account, condition: FlowCondition, subject: Subject, moment: Moment) {
  const { run, profile } = subject;
  const none = (instants: readonly number[], asked: { readonly timeframe_filter: Sent }) =>
    always(!instants.some((at) => happensAs(asked.timeframe_filter, at, moment).holds));
  switch (condition.type) {
    case "profile-metric":
      return holding(account, sinceStart(condition, run), profile, moment);
    case "profile-sample":
      return always(sampleOf(run) < condition.percentage);
    case "profile-not-sent-email":
    case "profile-not-sent-sms":
    case "profile-not-sent-push":
      return none(sentAt(account, run.profile, channels[condition.type]), condition);
    case "profile-not-in-flow":
      return none(entriesOf(account, run), condition);
    case "metric-property": {
      const event = account.table(events).get(run.cause.event ?? "");
      return event?.metric === condition.metric_id
        ? meets(condition.filter, own(event.properties, condition.field), moment)
        : always(false);
    }
    case "price-drop-property":
    case "low-inventory-property":
      return meets(condition.filter, own(run.cause.item ?? {}, condition.field), moment);
    case "custom-object-trigger-property":
    case "custom-object-property": {
      const property = "field" in condition ? condition.field : condition.property_id;
      const value = objectProperty(account, run.cause.object, property);
      return meets(condition.filter, value, moment);
    }
    case "action-output":
      return meets(condition.filter, outputOf(run, condition), moment);
    default:
      return holding(account, condition, profile, moment);
  }
}

const own = (from: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(from, name) ? from[name] : null;

function sinceStart(condition: ConditionOf<"profile-metric">, { entered }: FlowRun) {
  const { timeframe_filter: time } = condition;
  if (time.operator !== "flow-start") return { ...condition, timeframe_filter: time };
  const since = { type: "date", operator: "after", date: formatPrecise(entered) } as const;
  return { ...condition, timeframe_filter: since };
}

/** At least 0, below 100: always the same for a person in a flow. */
const sampleOf = ({ flow, profile }: FlowRun): number =>
  Dice.from(flow, `sample ${profile}`).integer(0, 99);

function sentAt(account: Account, profile: string, channel: MessageChannel): number[] {
  const newest = { prefix: [profile, channel], descending: true };
  const [last] = account.table(messages).scan(["profile", "channel", "at"], newest);
  return last === undefined ? [] : [last.at];
}

export function entriesOf(account: Account, run: FlowRun): number[] {
  const newest = { prefix: [run.profile, run.flow], descending: true };
  for (const each of account.table(flowRuns).scan(["profile", "flow", "entered"], newest)) {
    if (each.id !== run.id && !isEntering(each)) return [each.entered];
  }
  return [];
}

/** What an earlier action came to. */
// @guess *ate_flow*: A condition on an output means the action with its number, or the last one. A name with dots leads into an object.
function outputOf({ outputs }: FlowRun, { output_config_id, field }: ConditionOf<"action-output">) {
  const output = outputs[String(output_config_id)] ?? Object.values(outputs).at(-1) ?? {};
  let found: unknown = output;
  for (const name of field.split(".")) {
    if (typeof found !== "object" || found === null) return null;
    found = own(found as Readonly<Record<string, unknown>>, name);
  }
  return found;
}
