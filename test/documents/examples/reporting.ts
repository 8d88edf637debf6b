import type { AreaExamples } from "../../support/areas/example.ts";
import { creating } from "./bodies.ts";

const timeframe = { key: "last_30_days" };
const ofMessages = {
  statistics: ["recipients", "open_rate", "conversion_value"],
  timeframe,
  conversion_metric_id: "Order1",
};
const ofForms = { statistics: ["viewed_form", "submits", "submit_rate"], timeframe };
const ofMembers = { statistics: ["members_added", "total_members"], timeframe };
const weekly = { interval: "weekly" };
const vip = { filter: 'equals(segment_id,"VipSe1")' };

export const reporting: AreaExamples = {
  title: "Reporting",
  intro:
    "Reports count what messages, forms and segments came to. They write nothing, although they are a POST.",
  see: { "statistics, groups and filters": "../reports.md" },
  requests: {
    query_campaign_values: {
      body: creating("campaign-values-report", ofMessages),
      show: ["results"],
    },
    query_flow_values: { body: creating("flow-values-report", ofMessages), show: ["results"] },
    query_flow_series: {
      body: creating("flow-series-report", { ...ofMessages, ...weekly }),
      show: ["results"],
    },
    query_form_values: { body: creating("form-values-report", ofForms), show: ["results"] },
    query_form_series: {
      body: creating("form-series-report", { ...ofForms, ...weekly }),
      show: ["results"],
    },
    query_segment_values: {
      body: creating("segment-values-report", { ...ofMembers, ...vip }),
      show: ["results"],
    },
    query_segment_series: {
      body: creating("segment-series-report", { ...ofMembers, ...vip, ...weekly }),
      show: ["results"],
    },
  },
};
