import type { ApiArea, AreaBehavior } from "../../verbs/invocation.ts";
import { campaignSender, flowSender } from "./groups.ts";
import { operations, resources } from "./operations.ts";
import { formReport, messageReport, segmentReport } from "./queries.ts";

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
