import type { Shape } from "../../contract/shape.ts";
import type { Resource } from "../../contract/resource.ts";
import { fixedPages, type RowOptions } from "../../contract/row-options.ts";
import { action } from "../../contract/rows.ts";
import {
  campaignValuesQuery,
  flowSeriesQuery,
  flowValuesQuery,
  formSeriesQuery,
  formValuesQuery,
  segmentSeriesQuery,
  segmentValuesQuery,
} from "./body.ts";
import {
  campaignValuesReport,
  flowSeriesReport,
  flowValuesReport,
  formSeriesReport,
  formValuesReport,
  segmentSeriesReport,
  segmentValuesReport,
} from "./resources.ts";

/** @guess query_campaign_values, query_flow_*: A page has 100 results. */
const pageSize = 100;

const ofMessages = { paging: [fixedPages(pageSize, { cursor: "page_cursor" })] } as const;

/** A report: a read that is asked for with a body. */
const report = <const Id extends string, B>(
  of: Resource,
  id: Id,
  body: Shape<B>,
  options: RowOptions = {},
) => action(of, id, { body, shows: "record", ...options });

export const operations = [
  report(campaignValuesReport, "query_campaign_values", campaignValuesQuery, ofMessages),
  report(segmentValuesReport, "query_segment_values", segmentValuesQuery),
  report(segmentSeriesReport, "query_segment_series", segmentSeriesQuery),
  report(flowValuesReport, "query_flow_values", flowValuesQuery, ofMessages),
  report(flowSeriesReport, "query_flow_series", flowSeriesQuery, ofMessages),
  report(formValuesReport, "query_form_values", formValuesQuery),
  report(formSeriesReport, "query_form_series", formSeriesQuery),
] as const;
