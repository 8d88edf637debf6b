import { many } from "../../contract/members.ts";
import { type Resource, type ResourceTable, unstored } from "../../contract/resource.ts";
import { fixedPages, type RowOptions } from "../../contract/row-options.ts";
import { action } from "../../contract/rows.ts";
import { type Members, type Shape, absentIfNull, during, list } from "../../contract/shape.ts";
import { literal, object, oneOf, open, string } from "../../contract/shape.ts";
import { filterLengthMax } from "../../jsonapi/conditions.ts";
import { bodyOf } from "../bodies.ts";
import { formNames, formStatistics } from "./form-report.ts";
import { reportIntervals, timeframeKeys } from "./frame.ts";
import { allNamesSince, campaignSender, flowSender, type Sender } from "./groups.ts";
import { messageStatistics } from "./message-statistics.ts";
import { segmentStatistics } from "./segment-report.ts";

const results = { shape: list(object({ groupings: open(), statistics: open() })) } as const;
const date_times = { shape: list(string({ format: "datetime" })) } as const;

const named = <T extends object>(table: T) =>
  literal(...(Object.keys(table) as (keyof T & string)[]));

/** A report is an answer, and nowhere stored. */
const resourceOf = (type: string, relationships: ResourceTable["relationships"] = {}): Resource =>
  unstored(type, {
    path: `/api/${type}s`,
    linked: { until: "2023-10-15" },
    attributes: type.endsWith("-series-report") ? { results, date_times } : { results },
    relationships,
  });

/** Where there are no results, no relationships are told of (recorded). */
const ifAny = { embedded: true, unlinked: true, ifAny: true } as const;
const flows = {
  flows: many("flow", { ids: "flows", ...ifAny }),
  "flow-messages": many("flow-message", { ids: "flowMessages", ...ifAny }),
} as const;

const reports = {
  campaignValues: resourceOf("campaign-values-report", {
    campaigns: many("campaign", { ids: "campaigns", ...ifAny }),
  }),
  flowValues: resourceOf("flow-values-report", flows),
  flowSeries: resourceOf("flow-series-report", flows),
  segmentValues: resourceOf("segment-values-report"),
  segmentSeries: resourceOf("segment-series-report"),
  formValues: resourceOf("form-values-report"),
  formSeries: resourceOf("form-series-report"),
} as const;
export const resources = Object.values(reports);

const timeframe = oneOf(
  object({ key: named(timeframeKeys) }),
  object({ start: string({ format: "datetime" }), end: string({ format: "datetime" }) }),
);
const filter = { "filter?": absentIfNull(string({ maxLength: filterLengthMax })) } as const;
const interval = { interval: named(reportIntervals) } as const;

const ofMessages = ({ reads, first }: Sender) => {
  const later = Object.keys(reads).filter((name) => !first.includes(name));
  const name = oneOf(literal(...first), during(literal(...later), { since: allNamesSince }));
  return {
    statistics: list(named(messageStatistics), { min: 1 }),
    timeframe,
    conversion_metric_id: string(),
    "group_by?": absentIfNull(list(name)),
    ...filter,
  } as const;
};

const ofSegments = {
  statistics: list(named(segmentStatistics), { min: 1 }),
  timeframe,
  ...filter,
} as const;

const ofForms = {
  statistics: list(named(formStatistics), { min: 1 }),
  timeframe,
  "group_by?": absentIfNull(list(named(formNames))),
  ...filter,
} as const;

export type MessageQuery = Members<ReturnType<typeof ofMessages>>;
export type SegmentQuery = Members<typeof ofSegments>;
export type FormQuery = Members<typeof ofForms>;

/** @guess query_campaign_values, query_flow_*: A page has 100 results. */
const paged = { paging: [fixedPages(100, { cursor: "page_cursor" })] } as const;

const report = <const Id extends string, const F extends Readonly<Record<string, Shape>>>(
  id: Id,
  of: Resource,
  fields: F,
  options: RowOptions = {},
) => {
  const body = bodyOf(of.type, { attributes: object(fields) });
  return action(of, id, { body, shows: "record", ...options });
};

export const operations = [
  report("query_campaign_values", reports.campaignValues, ofMessages(campaignSender), paged),
  report("query_segment_values", reports.segmentValues, ofSegments),
  report("query_segment_series", reports.segmentSeries, { ...ofSegments, ...interval }),
  report("query_flow_values", reports.flowValues, ofMessages(flowSender), paged),
  report(
    "query_flow_series",
    reports.flowSeries,
    { ...ofMessages(flowSender), ...interval },
    paged,
  ),
  report("query_form_values", reports.formValues, ofForms),
  report("query_form_series", reports.formSeries, { ...ofForms, ...interval }),
] as const;
