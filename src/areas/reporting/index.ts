import type { ApiArea, AreaBehavior } from "../../verbs/invocation.ts";
import { queryFormSeries, queryFormValues } from "./forms.ts";
import { queryCampaignValues, queryFlowSeries, queryFlowValues } from "./messages.ts";
import { operations } from "./operations.ts";
import * as resources from "./resources.ts";
import { querySegmentSeries, querySegmentValues } from "./segments.ts";

export const reportingArea: ApiArea = {
  name: "reporting",
  resources: Object.values(resources),
  operations,
  behavior: {
    query_campaign_values: queryCampaignValues,
    query_flow_values: queryFlowValues,
    query_flow_series: queryFlowSeries,
    query_form_values: queryFormValues,
    query_form_series: queryFormSeries,
    query_segment_values: querySegmentValues,
    query_segment_series: querySegmentSeries,
  } satisfies AreaBehavior<typeof operations>,
};
