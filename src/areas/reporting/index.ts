import type { ApiArea, AreaBehavior } from "../../verbs/call.ts";
import { queryCampaignValues } from "./messages.ts";
import { operations } from "./operations.ts";
import { campaignValuesReport, segmentSeriesReport, segmentValuesReport } from "./resources.ts";
import { querySegmentSeries, querySegmentValues } from "./segments.ts";

export const reportingArea: ApiArea = {
  name: "reporting",
  resources: [campaignValuesReport, segmentValuesReport, segmentSeriesReport],
  operations,
  behavior: {
    query_campaign_values: queryCampaignValues,
    query_segment_values: querySegmentValues,
    query_segment_series: querySegmentSeries,
  } satisfies AreaBehavior<typeof operations>,
};
