import { metrics } from "../../domain/resources/event.ts";
import { zoneOfAccount } from "../../domain/time-zone.ts";
import { fingerprint } from "../../jsonapi/cursor.ts";
import { type Problem, invalidBody, invalidCursor, invalidProblem } from "../../jsonapi/refusal.ts";
import { missingProblem } from "../../jsonapi/refusal.ts";
import { formatDatetime } from "../../jsonapi/time.ts";
import type { ApiArea, AreaBehavior, Invocation } from "../../verbs/invocation.ts";
import { type One, type Outcome, theOne } from "../../verbs/outcome.ts";
import { pageOf } from "../../verbs/page.ts";
import type { Account } from "../../world/account.ts";
import { uuid } from "../../world/ids.ts";
import type { Stored } from "../../world/store/record.ts";
import type { Slices } from "../../world/time/slices.ts";
import { customMetricOf } from "./conversions.ts";
import { type Filterable, readFilter } from "./filter.ts";
import { formGroups, formNames, formStatistics, noVisits } from "./form-report.ts";
import { type Frame, frameOf, isProblem, type ReportInterval } from "./frame.ts";
import { campaignSender, flowSender, filterables, type Sender } from "./groups.ts";
import { type Group, messageGroups } from "./message-report.ts";
import { messageStatistics, noOutcomes } from "./message-statistics.ts";
import { operations, resources, type FormQuery, type MessageQuery } from "./operations.ts";
import type { SegmentQuery } from "./operations.ts";
import { movementsOf, noMovement, segmentStatistics } from "./segment-report.ts";

type Asked<Q> = Q & { readonly interval?: ReportInterval };

const at = "/data/attributes";

const formFilter: Readonly<Record<string, Filterable>> = Object.fromEntries(
  Object.keys(formNames).map((name) => [name, { operators: ["equals", "any"] }]),
);

/** What visitors did with each form, of those with which somebody did anything. */
// @guess query_form_*: Without `group_by`, a report groups by form.
function* formReport(call: Invocation, asked: Asked<FormQuery>): Slices<Outcome> {
  const { account, revision } = call;
  const by = [...new Set(asked.group_by ?? (["form_id"] as const))];
  const frame = frameOf(call, asked);
  const conditions = readFilter(asked.filter, formFilter, revision);
  const problems = [frame, conditions].filter(isProblem);
  if (by.includes("form_version_id") && !by.includes("form_id")) {
    const detail = "Expected form_id beside form_version_id among the names to group by.";
    problems.push(invalidProblem(`${at}/group_by`, detail));
  }
  if (isProblem(frame) || isProblem(conditions) || problems.length > 0)
    return invalidBody(problems);
  const groups = yield* formGroups(account, by, conditions, frame);
  return reported(account, asked, frame, groups, formStatistics, noVisits());
}

/** Before this day, nothing is known of the members of segments. */
const earliest = Date.UTC(2023, 5, 1);

const segmentFilter = { segment_id: { operators: ["equals", "any"] } } as const;

/** What became of the members of each segment that is asked for, whether anything did or not. */
function* segmentReport(call: Invocation, asked: Asked<SegmentQuery>): Slices<Outcome> {
  const { account, revision } = call;
  const frame = frameOf(call, asked, earliest);
  const conditions = readFilter(asked.filter, segmentFilter, revision);
  if (isProblem(frame) || isProblem(conditions)) {
    return invalidBody([frame, conditions].filter(isProblem));
  }
  const { starts, span } = frame;
  const movements = yield* movementsOf(account, conditions[0]?.values, starts, span, call.now);
  const groups = Array.from(movements, ([segment_id, parts]) => ({
    groupings: { segment_id },
    parts,
  }));
  return reported(account, asked, frame, groups, segmentStatistics, noMovement);
}

/** A page of what became of the messages of a sender, in the order of what they are told apart by. */
function* messageReport(call: Invocation, asked: Asked<MessageQuery>, sender: Sender) {
  const { account, query, revision } = call;
  const by = [...new Set<string>(asked.group_by ?? sender.standard)];
  const frame = frameOf(call, asked);
  const conditions = readFilter(asked.filter, filterables(sender, revision), revision);
  const metric = asked.conversion_metric_id;
  const problems = [frame, conditions].filter(isProblem);
  problems.push(...namesMissing(account, metric, by, sender));
  if (isProblem(frame) || isProblem(conditions) || problems.length > 0)
    return invalidBody(problems);
  const identity = `${fingerprint(JSON.stringify(asked))} `;
  const { cursor } = query.page ?? {};
  if (cursor !== undefined && !String(cursor.value).startsWith(identity)) {
    return invalidCursor("page_cursor is of another body: send links.next with the same body");
  }
  const groups = yield* messageGroups(account, { sender, by, conditions, metric, ...frame });
  const placeOf = ({ groupings }: Group) => {
    return { value: identity + JSON.stringify(Object.values(groupings)), seq: 0 };
  };
  const { found, ...pages } = pageOf(groups, query, placeOf);
  const leads = Object.entries(sender.leads).map(([field, name]) => {
    return [field, [...new Set(found.flatMap(({ groupings }) => groupings[name] ?? []))]];
  });
  const report = reported(account, asked, frame, found, messageStatistics, noOutcomes());
  return { ...report, record: { ...report.record, ...Object.fromEntries(leads) }, ...pages };
}

function namesMissing(account: Account, metric: string, by: readonly string[], { needed }: Sender) {
  const problems: Problem[] = [];
  if ((account.table(metrics).get(metric) ?? customMetricOf(account, metric)) === undefined) {
    problems.push(missingProblem(`${at}/conversion_metric_id`, "metric", metric));
  }
  const missing = needed.filter((name) => !by.includes(name));
  if (missing.length > 0) {
    const detail = `Expected ${missing.join(" and ")} among the names to group by.`;
    problems.push(invalidProblem(`${at}/group_by`, detail));
  }
  return problems;
}

/** The answer of a report, another one each time: one number a statistic, or one for each part of a series. */
function reported<Name extends string, P>(
  account: Account,
  { statistics, interval }: Asked<{ readonly statistics: readonly Name[] }>,
  { starts }: Frame,
  groups: readonly { readonly groupings: object; readonly parts: readonly (P | undefined)[] }[],
  table: Readonly<Record<Name, (part: P) => number>>,
  nothing: P,
): One {
  const results = groups.map(({ groupings, parts }) => {
    const values = statistics.map((name) => {
      const numbers = starts.map((_, part) => table[name](parts[part] ?? nothing));
      return [name, interval === undefined ? numbers[0] : numbers];
    });
    return { groupings, statistics: Object.fromEntries(values) };
  });
  const zone = zoneOfAccount(account);
  // As clocks of the account show it (recorded: midnight, with the offset of UTC).
  const shown = (start: number) => formatDatetime(zone.wallOf(start));
  const date_times = interval !== undefined && { date_times: starts.map(shown) };
  return theOne({ id: uuid(account.dice("report")), seq: 0, results, ...date_times } as Stored);
}

export const reportingArea: ApiArea = {
  name: "reporting",
  resources,
  operations,
  behavior: {
    query_campaign_values: (call) => messageReport(call, call.body.data.attributes, campaignSender),
    query_flow_values: (call) => messageReport(call, call.body.data.attributes, flowSender),
    query_flow_series: (call) => messageReport(call, call.body.data.attributes, flowSender),
    query_form_values: (call) => formReport(call, call.body.data.attributes),
    query_form_series: (call) => formReport(call, call.body.data.attributes),
    query_segment_values: (call) => segmentReport(call, call.body.data.attributes),
    query_segment_series: (call) => segmentReport(call, call.body.data.attributes),
  } satisfies AreaBehavior<typeof operations>,
};
