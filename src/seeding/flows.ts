import type { Action } from "../domain/flows/action-shape.ts";
import type { EntryFilter } from "../domain/flows/condition-shape.ts";
import type { FlowDefinition } from "../domain/flows/definition-shape.ts";
import { newFlow } from "../domain/flows/make.ts";
import { flows } from "../domain/collections.ts";
import type { Account } from "../world/account.ts";
import { parseDuration } from "../world/duration.ts";
import { shortId } from "../world/ids.ts";
import { templateNamed } from "./content.ts";
import { type AccountDraft, itemsOf } from "./drafts.ts";
import { quoted } from "./fixture-error.ts";
import { founded, Named, pastTime, type Streams } from "./groups.ts";
import type { Place } from "./place.ts";
import type { ContentPlan, FlowMailPlan, FlowPlan, ListPlan, MetricPlan } from "./plan.ts";
import type { PlannedIds } from "./planned-ids.ts";
import { shopOf } from "./shop.ts";
import { instantOf } from "./times.ts";

/** What a flow names. */
interface Around {
  readonly lists: Named<ListPlan>;
  readonly metrics: Named<MetricPlan>;
  readonly content: ContentPlan;
}

/**
 * The flows of an account, in the order of the files.
 *
 * @throws FixtureError for a list, a metric or a template that is not there, and for a wait that makes no sense
 */
export function flowsOf(
  draft: AccountDraft,
  { lists, metrics, content }: Around,
  ids: PlannedIds,
  streams: Streams,
): readonly FlowPlan[] {
  const found = new Named<FlowPlan>("flow");
  for (const { item, place } of itemsOf(draft, "flows")) {
    const { name, status = "draft", created, list, metric, unless } = item;
    if ((list === undefined) === (metric === undefined)) {
      throw place.error("expected either a list or a metric that people enter by");
    }
    const metricOf = (of: string, at: string) =>
      (metrics.plans[metrics.require(of, place.at(at))] as MetricPlan).id;
    const listOf = (of: string) =>
      (lists.plans[lists.require(of, place.at("list"))] as ListPlan).id;
    const draw = () => shortId(streams("flow"));
    const plan: FlowPlan = {
      id: item.id === undefined ? ids.draw(draw) : ids.claim(item.id, "group", place.at("id")),
      name,
      status,
      trigger:
        list === undefined
          ? { type: "metric", id: metricOf(metric ?? "", "metric") }
          : { type: "list", id: listOf(list) },
      unless: unless === undefined ? null : metricOf(unless, "unless"),
      mails: item.emails.map(({ subject, template, after = "0", name: label }, index) => ({
        name: label ?? `${name} ${index + 1}`,
        subject,
        template: templateNamed(content, template, place.at("emails", index, "template")),
        waitMs: waitOf(after, place.at("emails", index, "after")),
      })),
      created: created === undefined ? founded : pastTime(created, place.at("created")),
    };
    found.add(plan, place);
  }
  return found.plans;
}

const minuteMs = 60_000;

function waitOf(text: string, place: Place): number {
  const wait = parseDuration(text);
  if (wait !== undefined && wait >= 0 && wait % minuteMs === 0) return wait;
  throw place.error(`expected whole minutes such as 30m, 4h or 3d, not ${quoted(text)}`);
}

/** Puts flows into an account, whose templates are there: what is there already stays as it is. */
export function plantFlows(account: Account, plans: readonly FlowPlan[], planted: number): void {
  for (const { id, name, status, created: at, ...plan } of plans) {
    if (account.table(flows).get(id) !== undefined) continue;
    const created = instantOf(at, planted);
    const definition = definitionOf(account, plan, status);
    const { changes } = newFlow(account, { id, name, definition, created, status });
    // Nobody wrote them: nothing follows.
    for (const change of changes) {
      if ("put" in change) account.load(change.collection, [change.put]);
    }
  }
}

type Said = Pick<FlowPlan, "trigger" | "unless" | "mails">;

/** As a body would have it: a mail after the other, each after its wait. */
function definitionOf(
  account: Account,
  { trigger, unless, mails }: Said,
  status: FlowPlan["status"],
): FlowDefinition {
  const steps = mails.flatMap((mail): Action[] => [
    ...(mail.waitMs === 0 ? [] : [delayOf(mail.waitMs)]),
    { type: "send-email", data: { status, message: messageOf(account, mail) } },
  ]);
  const actions = steps.map((says, index): Action => {
    const next = index + 1 < steps.length ? String(index + 1) : null;
    return { ...says, temporary_id: String(index), links: { next } } as Action;
  });
  return {
    triggers: [trigger],
    profile_filter: unless === null ? null : notSince(unless),
    actions,
    entry_action_id: "0",
  };
}

const units = { days: 1440 * minuteMs, hours: 60 * minuteMs, minutes: minuteMs } as const;

function delayOf(waitMs: number): Action {
  const unit = (["days", "hours"] as const).find((each) => waitMs % units[each] === 0) ?? "minutes";
  return { type: "time-delay", data: { unit, value: waitMs / units[unit] } };
}

function messageOf(account: Account, { name, subject, template }: FlowMailPlan) {
  const { from: from_email, fromLabel: from_label } = shopOf(account);
  return { name, subject_line: subject, template_id: template, from_email, from_label };
}

/** That something has not been done since the flow was entered. */
const notSince = (metric_id: string): EntryFilter => ({
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
