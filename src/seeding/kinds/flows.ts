import { described, list, literal, object, open, string } from "../../contract/shape.ts";
import type { Infer } from "../../contract/shape.ts";
import { allWith, type FlowsKnown } from "../../domain/flows/actions.ts";
import { definitionProblems, filled } from "../../domain/flows/check.ts";
import { newFlow } from "../../domain/flows/make.ts";
import { looking } from "../../domain/flows/running/look.ts";
import type { Action } from "../../domain/grammar/flow-actions.ts";
import type { FlowEntryFilter } from "../../domain/grammar/flow-filters.ts";
import { type FlowDefinition, flowDefinition } from "../../domain/grammar/flows.ts";
import { accounts } from "../../domain/resources/account.ts";
import { flow, type FlowStatus, flowStatuses, statusIn } from "../../domain/resources/flow.ts";
import type { Account } from "../../world/account.ts";
import { durationShape, parseDuration } from "../../world/time/duration.ts";
import { quoted } from "../fixture/error.ts";
import type { Place } from "../fixture/place.ts";
import { text } from "../fixture/shape-parts.ts";
import { definitionAt } from "../fixture/values.ts";
import { type Around, dated, kind } from "./kind.ts";

const email = object({
  subject: text(),
  template: described(text(), "The name of a template of which it has a copy."),
  "after?": durationShape(
    "How long the flow waits before it, such as 4h or 3d: whole minutes. Default: not at all.",
  ),
  "name?": described(string({ minLength: 1 }), "Default: the flow's name, and its number."),
});

const shape = object({
  name: text(),
  "list?": described(text(), "The name of the list: a profile that joins it enters the flow."),
  "metric?": described(
    text(),
    "Or the name of a metric: a profile that does that enters the flow.",
  ),
  "segment?": described(
    text(),
    "Or the name of a segment: a profile that joins it enters the flow.",
  ),
  "unless?": described(
    text(),
    "The name of a metric: a profile that has done that since it entered leaves the flow.",
  ),
  "emails?": list(email, { min: 1 }),
  "definition?": described(
    open(),
    "Instead of all of these: its definition, as the API takes it. What it names, it names by ids.",
  ),
  "status?": described(literal(...flowStatuses), "Default: draft."),
  ...dated,
});

type Item = Infer<typeof shape>;

/** A flow sends emails, one after the other, or is any other as the API takes it. */
export const flows = kind({
  noun: "flow",
  says: "Flows, drafts and live ones.",
  type: flow.type,
  called: "name",
  ids: "group",
  asWritten: true,
  late: true,
  shape,
  planned(item, place, around) {
    const { name, status = "draft", definition } = item;
    const says =
      definition === undefined
        ? mailsOf(item, place, around)
        : settled(writtenOf(item, place, around), status);
    return { name, status, says };
  },
  changes(account, { says, ...said }, planted) {
    const definition = "mails" in says ? sentBy(shopOf(account), says, said.status) : says;
    const { record, changes } = newFlow(account, { ...said, definition });
    return [...changes, ...looking(account, record, planted)];
  },
});

const triggers = ["list", "metric", "segment"] as const;

function writtenOf(item: Item, place: Place, around: Around): FlowDefinition {
  const others = [...triggers, "unless", "emails"] as const;
  const beside = others.find((name) => item[name] !== undefined);
  if (beside !== undefined)
    throw place.at(beside).error("expected nothing of this beside a definition");
  const problemsOf = (given: FlowDefinition) => definitionProblems(known(around), given, "");
  return definitionAt(flowDefinition, item.definition, problemsOf, place.at("definition"));
}

/** What a definition may name: the ids of what the files have. */
const known = ({ among }: Around): FlowsKnown => ({
  list: among("lists"),
  segment: among("segments"),
  group: among("lists", "segments"),
  groupsOf: () => [],
  metric: among("metrics"),
  template: among("templates"),
  // Who may send, and what may be called, is asked when it is done.
  isSender: () => true,
  urlProblem: () => undefined,
});

/** A definition whose actions are no drafts where their flow is none. */
function settled(given: FlowDefinition, status: FlowStatus): FlowDefinition {
  const whole = filled(given);
  const settle = (says: Action) => (statusIn(says) === "draft" ? allWith(says, status) : says);
  return { ...whole, actions: whole.actions.map(settle) };
}

/** A flow that sends emails, with the ids of what it names. */
function mailsOf(item: Item, place: Place, around: Around) {
  const [type, ...others] = triggers.filter((each) => item[each] !== undefined);
  if (type === undefined || others.length > 0)
    throw place.error("expected either a list, a segment or a metric that people enter by");
  const { name, unless, emails } = item;
  if (emails === undefined) throw place.error("expected emails, or a definition");
  const idOf = (section: string, of: string, at: Place) => around.require(section, of, at).id;
  return {
    trigger: { type, id: idOf(`${type}s`, item[type] ?? "", place.at(type)) },
    unless: unless === undefined ? null : idOf("metrics", unless, place.at("unless")),
    mails: emails.map(({ subject, template, after = "0", name: label }, index) => {
      const at = place.at("emails", index);
      return {
        waitMs: waitOf(after, at.at("after")),
        message: {
          name: label ?? `${name} ${index + 1}`,
          subject_line: subject,
          template_id: idOf("templates", template, at.at("template")),
        },
      };
    }),
  };
}

const minuteMs = 60_000;

function waitOf(said: string, place: Place): number {
  const wait = parseDuration(said);
  if (wait !== undefined && wait >= 0 && wait % minuteMs === 0) return wait;
  throw place.error(`expected whole minutes such as 30m, 4h or 3d, not ${quoted(said)}`);
}

/** The definition of a flow that sends emails, as a body would have it: a mail after the other, each after its wait. */
function sentBy(
  { from, fromLabel }: ReturnType<typeof shopOf>,
  { trigger, unless, mails }: ReturnType<typeof mailsOf>,
  status: FlowStatus,
): FlowDefinition {
  const sender = { from_email: from, from_label: fromLabel };
  const steps = mails.flatMap(({ waitMs, message }): Action[] => [
    ...(waitMs === 0 ? [] : [delayOf(waitMs)]),
    { type: "send-email", data: { status, message: { ...message, ...sender } } },
  ]);
  const actions = steps.map((says, index): Action => {
    const next = index + 1 < steps.length ? String(index + 1) : null;
    return { ...says, temporary_id: String(index), links: { next } } as Action;
  });
  return filled({
    triggers: [trigger],
    profile_filter: unless === null ? null : notSince(unless),
    actions,
    entry_action_id: "0",
  });
}

const units = { days: 1440 * minuteMs, hours: 60 * minuteMs, minutes: minuteMs } as const;

function delayOf(waitMs: number): Action {
  const unit = (["days", "hours"] as const).find((each) => waitMs % units[each] === 0) ?? "minutes";
  return { type: "time-delay", data: { unit, value: waitMs / units[unit] } };
}

/** That something has not been done since the flow was entered. */
function notSince(metric_id: string): FlowEntryFilter {
  const condition = {
    type: "profile-metric",
    metric_id,
    measurement: "count",
    measurement_filter: { type: "numeric", operator: "equals", value: 0 },
    timeframe_filter: { type: "date", operator: "flow-start" },
  } as const;
  return { condition_groups: [{ conditions: [condition] }] };
}

/** Who sends mails, and where their links lead. */
export function shopOf(account: Account) {
  const contact = account.table(accounts).get(account.id)?.contact_information;
  return {
    from: String(contact?.["default_sender_email"] ?? ""),
    fromLabel: String(contact?.["default_sender_name"] ?? ""),
    url: String(contact?.["website_url"] ?? "https://shop.example.com"),
  };
}
