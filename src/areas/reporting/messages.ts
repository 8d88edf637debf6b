import type { Infer } from "../../contract/shape.ts";
import { metrics } from "../../domain/resources/event.ts";
import { fingerprint } from "../../jsonapi/cursor.ts";
import {
  invalidBody,
  invalidCursor,
  invalidProblem,
  missingProblem,
} from "../../jsonapi/refusal.ts";
import type { Problem } from "../../jsonapi/refusal.ts";
import type { Invocation } from "../../verbs/invocation.ts";
import type { Outcome } from "../../verbs/outcome.ts";
import { cut, inOrder } from "../../verbs/page.ts";
import type { Slices } from "../../world/time/slices.ts";
import type {
  campaignValuesQuery,
  flowSeriesQuery,
  flowValuesQuery,
  MessageQuery,
} from "./body.ts";
import { readFilter } from "./filter.ts";
import { frameOf, isProblem } from "./frame.ts";
import { campaignSender, filterables, flowSender, type Sender } from "./groups.ts";
import { customMetricOf } from "./conversions.ts";
import type { ReportInterval } from "./interval.ts";
import { type Group, messageGroups } from "./message-report.ts";
import { type MessageStatistic, messageStatistic } from "./message-statistics.ts";
import { reported, valuesOf } from "./reported.ts";

const at = "/data/attributes";

/** What became of the messages of campaigns. */
export const queryCampaignValues = (
  call: Invocation & { readonly body: Infer<typeof campaignValuesQuery> },
): Slices<Outcome> => messageReport(call, call.body.data.attributes, campaignSender);

/** What became of the messages of flows. */
export const queryFlowValues = (
  call: Invocation & { readonly body: Infer<typeof flowValuesQuery> },
): Slices<Outcome> => messageReport(call, call.body.data.attributes, flowSender);

/** The same in each hour, day, week or month of a timeframe. */
export const queryFlowSeries = (
  call: Invocation & { readonly body: Infer<typeof flowSeriesQuery> },
): Slices<Outcome> => messageReport(call, call.body.data.attributes, flowSender);

/** A page of what became of the messages of a sender, in the order of what they are told apart by. */
function* messageReport(
  call: Invocation,
  asked: MessageQuery & { readonly interval?: ReportInterval },
  sender: Sender,
): Slices<Outcome> {
  const { account, query, revision } = call;
  const by = [...new Set<string>(asked.group_by ?? sender.standard)];
  const frame = frameOf(call, asked);
  const conditions = readFilter(asked.filter, filterables(sender, revision), revision);
  const problems = [
    ...[frame, conditions].filter(isProblem),
    ...namesMissing(call, asked, by, sender),
  ];
  if (isProblem(frame) || isProblem(conditions) || problems.length > 0) {
    return invalidBody(problems);
  }
  const identity = `${fingerprint(JSON.stringify(asked))} `;
  const { cursor } = query.page ?? {};
  if (cursor !== undefined && !String(cursor.value).startsWith(identity)) {
    return invalidCursor("page_cursor is of another body: send links.next with the same body");
  }
  const groups = yield* messageGroups(account, {
    sender,
    by,
    conditions,
    metric: asked.conversion_metric_id,
    ...frame,
  });
  const placeOf = ({ groupings }: Group) => {
    return { value: identity + JSON.stringify(Object.values(groupings)), seq: 0 };
  };
  const { found, ...pages } = cut(inOrder(groups, query, placeOf), query.page, () => true, placeOf);
  const results = found.map(({ groupings, parts }) => {
    const valueOf = (name: MessageStatistic, part: number) => messageStatistic(name, parts[part]);
    return { groupings, statistics: valuesOf(asked, frame, valueOf) };
  });
  const ids = (name: string) => [
    ...new Set(found.flatMap(({ groupings }) => groupings[name] ?? [])),
  ];
  const leads = Object.entries(sender.leads).map(([field, name]) => [field, ids(name)]);
  const more = Object.fromEntries(leads) as object;
  return { ...reported(account, asked, frame, results, more), ...pages };
}

/** What the shape of the body cannot say of its names. */
function namesMissing(
  { account }: Invocation,
  { conversion_metric_id: metric }: MessageQuery,
  by: readonly string[],
  { needed }: Sender,
): Problem[] {
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
