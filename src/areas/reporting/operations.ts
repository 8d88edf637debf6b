import type { Shape } from "../../contract/shape.ts";
import type { Resource } from "../../contract/resource.ts";
import type { Revision } from "../../contract/revisions.ts";
import { action, fixedPages, type RowOptions } from "../../contract/rows.ts";
import type { Scope } from "../../contract/scopes.ts";
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

/** How many results a page of messages has. @guess */
const pageSize = 100;

const ofMessages = {
  since: "2024-02-15",
  paging: [fixedPages(pageSize, { cursor: "page_cursor" })],
} as const satisfies RowOptions;
const onOnePage = { since: "2024-10-15", onePage: true } as const satisfies RowOptions;

/** A report: a read that is asked for with a body. */
const report = <const Id extends string, B>(
  of: Resource,
  id: Id,
  options: { scopes: readonly Scope[]; since: Revision; body: Shape<B> } & RowOptions,
) =>
  action(of, id, {
    post: of.path,
    limits: { burst: 1, steady: 2 },
    perDay: 225,
    fields: [of.type],
    success: 200,
    shows: "record",
    ...options,
  });

export const operations = [
  report(campaignValuesReport, "query_campaign_values", {
    scopes: ["campaigns:read"],
    body: campaignValuesQuery,
    ...ofMessages,
  }),
  report(segmentValuesReport, "query_segment_values", {
    scopes: ["segments:read"],
    body: segmentValuesQuery,
    ...onOnePage,
  }),
  report(segmentSeriesReport, "query_segment_series", {
    scopes: ["segments:read"],
    body: segmentSeriesQuery,
    ...onOnePage,
  }),
  report(flowValuesReport, "query_flow_values", {
    scopes: ["flows:read"],
    body: flowValuesQuery,
    ...ofMessages,
  }),
  report(flowSeriesReport, "query_flow_series", {
    scopes: ["flows:read"],
    body: flowSeriesQuery,
    ...ofMessages,
  }),
  report(formValuesReport, "query_form_values", {
    scopes: ["forms:read"],
    body: formValuesQuery,
    ...onOnePage,
  }),
  report(formSeriesReport, "query_form_series", {
    scopes: ["forms:read"],
    body: formSeriesQuery,
    ...onOnePage,
  }),
] as const;
