import { allWith } from "../domain/flows/change.ts";
import { type FlowStatus, flows } from "../domain/resources/flow.ts";
import { definitionProblems, filled } from "../domain/flows/check.ts";
import type { FlowsKnown, Sending } from "../domain/flows/read.ts";
import { newFlow } from "../domain/flows/make.ts";
import { withSendings } from "../domain/flows/parts.ts";
import type { FixtureAccount } from "./fixture/shape.ts";
import type { Account } from "../world/account.ts";
import { parseDuration } from "../world/time/duration.ts";
import { type AccountDraft, itemsOf } from "./drafts.ts";
import { quoted } from "./fixture/error.ts";
import { definitionAt } from "./fixture/definition.ts";
import { among, Named, type Streams } from "./groups.ts";
import type { Place } from "./input/place.ts";
import type {
  AccountPlan,
  FlowMailPlan,
  ListPlan,
  MailFlowPlan,
  MetricPlan,
  SegmentPlan,
} from "./plan.ts";
import type { Around as RecordsNamed } from "./kinds/kind.ts";
import type { Records } from "./plan.ts";
import type { PlannedIds } from "./planned-ids.ts";
import { type Shop, shopOf } from "./generate/shop.ts";
import { instantOf } from "./fixture/times.ts";
import type { Action } from "../domain/grammar/flow-actions.ts";
import { statusIn } from "../domain/flows/action-types.ts";
import type { FlowEntryFilter } from "../domain/grammar/flow-filters.ts";
import { type FlowDefinition, flowDefinition } from "../domain/grammar/flows.ts";

/** What a flow names. */
interface Around {
  readonly lists: Named<ListPlan>;
  readonly segments: Named<SegmentPlan>;
  readonly metrics: Named<MetricPlan>;
  readonly records: Records;
  readonly named: RecordsNamed;
}

type Item = NonNullable<FixtureAccount["flows"]>[number];

/**
 * The flows of an account, in the order of the files.
 *
 * @throws FixtureError for what a flow names and is not there, for a wait that makes no sense, and for what is no definition
 */
export function flowsOf(
  draft: AccountDraft,
  around: Around,
  ids: PlannedIds,
  streams: Streams,
): AccountPlan["flows"] {
  const found = new Named<AccountPlan["flows"][number]>("flow");
  for (const { item, place } of itemsOf(draft, "flows")) {
    const { name, status = "draft" } = item;
    const told = { ...ids.dated(item, "group", place, streams("flow")), name, status };
    const says =
      item.definition === undefined
        ? withDefinition(mailsOf(item, around, place), status)
        : { definition: settled(writtenOf(item, around, place), status) };
    found.add({ ...told, ...says }, place);
  }
  return found.plans;
}

const short = ["list", "metric", "segment", "unless", "emails"] as const;

/** A definition as the API takes it. */
function writtenOf(item: Item, around: Around, place: Place): FlowDefinition {
  const beside = short.find((name) => item[name] !== undefined);
  if (beside !== undefined)
    throw place.at(beside).error("expected nothing of this beside a definition");
  const problemsOf = (given: FlowDefinition) => definitionProblems(known(around), given, "");
  return definitionAt(flowDefinition, item.definition, problemsOf, place.at("definition"));
}

/** What a definition may name: the ids of what the files have. */
function known({ lists, segments, metrics, records }: Around): FlowsKnown {
  const [list, segment] = [among(lists.plans), among(segments.plans)];
  return {
    list,
    segment,
    group: (id) => list(id) || segment(id),
    groupsOf: () => [],
    metric: among(metrics.plans),
    template: among(records["templates"] ?? []),
    // Who may send, and what may be called, is asked when it is done.
    isSender: () => true,
    urlProblem: () => undefined,
  };
}

function mailsOf(
  { name, list, metric, segment, unless, emails }: Item,
  { lists, segments, metrics, named }: Around,
  place: Place,
): Said {
  const [by, ...others] = (["list", "metric", "segment"] as const).filter(
    (type) => ({ list, metric, segment })[type] !== undefined,
  );
  if (by === undefined || others.length > 0)
    throw place.error("expected either a list, a segment or a metric that people enter by");
  if (emails === undefined) throw place.error("expected emails, or a definition");
  const idOf = (among: Named<{ readonly id: string }>, of: string, at: string) =>
    among.of(of, place.at(at)).id;
  const tables = { list: lists, metric: metrics, segment: segments } as const;
  return {
    trigger: {
      type: by,
      id: idOf(tables[by] as Named<ListPlan>, { list, metric, segment }[by] ?? "", by),
    },
    unless: unless === undefined ? null : idOf(metrics, unless, "unless"),
    mails: emails.map(({ subject, template, after = "0", name: label }, index) => ({
      name: label ?? `${name} ${index + 1}`,
      subject,
      template: named.require("templates", template, place.at("emails", index, "template")).id,
      waitMs: waitOf(after, place.at("emails", index, "after")),
    })),
  };
}

const minuteMs = 60_000;

function waitOf(text: string, place: Place): number {
  const wait = parseDuration(text);
  if (wait !== undefined && wait >= 0 && wait % minuteMs === 0) return wait;
  throw place.error(`expected whole minutes such as 30m, 4h or 3d, not ${quoted(text)}`);
}

/** Puts flows into an account, whose templates are there: what is there already stays as it is. */
export function plantFlows(account: Account, plans: AccountPlan["flows"], planted: number): void {
  const shop = shopOf(account);
  for (const { id, name, status, created: at, ...plan } of plans) {
    if (account.table(flows).get(id) !== undefined) continue;
    const created = instantOf(at, planted);
    const definition = "mails" in plan ? sentBy(shop, plan.definition) : plan.definition;
    const { changes } = newFlow(account, { id, name, definition, created, status });
    // Nobody wrote them: nothing follows.
    for (const change of changes) {
      if ("put" in change) account.load(change.collection, [change.put]);
    }
  }
}

/** A definition whose actions are no drafts where their flow is none. */
function settled(given: FlowDefinition, status: FlowStatus): FlowDefinition {
  const whole = filled(given);
  const settle = (says: Action) => (statusIn(says) === "draft" ? allWith(says, status) : says);
  return { ...whole, actions: whole.actions.map(settle) };
}

type Said = Pick<MailFlowPlan, "trigger" | "unless" | "mails">;

/** As a body would have it: a mail after the other, each after its wait. Who sends them is not said yet. */
function withDefinition(said: Said, status: FlowStatus): Said & Pick<MailFlowPlan, "definition"> {
  const { trigger, unless, mails } = said;
  const steps = mails.flatMap((mail): Action[] => [
    ...(mail.waitMs === 0 ? [] : [delayOf(mail.waitMs)]),
    { type: "send-email", data: { status, message: messageOf(mail) } },
  ]);
  const actions = steps.map((says, index): Action => {
    const next = index + 1 < steps.length ? String(index + 1) : null;
    return { ...says, temporary_id: String(index), links: { next } } as Action;
  });
  const definition = filled({
    triggers: [trigger],
    profile_filter: unless === null ? null : notSince(unless),
    actions,
    entry_action_id: "0",
  });
  return { ...said, definition };
}

const nobody = { from_email: "", from_label: "" };

/** With who sends the mails: it is known when the account is there. */
function sentBy({ from, fromLabel }: Shop, definition: FlowDefinition): FlowDefinition {
  const sender = { from_email: from, from_label: fromLabel };
  const sent = (says: Action) =>
    withSendings(says, (sending) => {
      const message = { ...sending.data?.message, ...sender };
      return { ...sending, data: { ...sending.data, message } } as Sending;
    });
  return { ...definition, actions: definition.actions.map(sent) };
}

const units = { days: 1440 * minuteMs, hours: 60 * minuteMs, minutes: minuteMs } as const;

function delayOf(waitMs: number): Action {
  const unit = (["days", "hours"] as const).find((each) => waitMs % units[each] === 0) ?? "minutes";
  return { type: "time-delay", data: { unit, value: waitMs / units[unit] } };
}

const messageOf = ({ name, subject, template }: FlowMailPlan) => ({
  name,
  subject_line: subject,
  template_id: template,
  ...nobody,
});

/** That something has not been done since the flow was entered. */
const notSince = (metric_id: string): FlowEntryFilter => ({
  condition_groups: [
    {
      conditions: [
        {
          type: "profile-metric",
          metric_id,
          measurement: "count",
          measurement_filter: { type: "numeric", operator: "equals", value: 0 },
          timeframe_filter: { type: "date", operator: "flow-start" },
        },
      ],
    },
  ],
});
