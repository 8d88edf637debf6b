import { many } from "../../contract/members.ts";
import { unstored } from "../../contract/resource.ts";
import { list, object, open, string } from "../../contract/shape.ts";

const results = { shape: list(object({ groupings: open(), statistics: open() })) } as const;
const date_times = { shape: list(string({ format: "datetime" })) } as const;

/** Where there are no results, no relationships are told of (recorded). */
const ifAny = { embedded: true, unlinked: true, ifAny: true } as const;

/** A report is an answer, and nowhere stored. */
export const campaignValuesReport = unstored("campaign-values-report", {
  path: "/api/campaign-values-reports",
  linked: { until: "2023-10-15" },
  attributes: { results },
  relationships: { campaigns: many("campaign", { ids: "campaigns", ...ifAny }) },
});

const ofFlows = {
  flows: many("flow", { ids: "flows", ...ifAny }),
  "flow-messages": many("flow-message", { ids: "flowMessages", ...ifAny }),
} as const;

export const flowValuesReport = unstored("flow-values-report", {
  path: "/api/flow-values-reports",
  linked: { until: "2023-10-15" },
  attributes: { results },
  relationships: ofFlows,
});

export const flowSeriesReport = unstored("flow-series-report", {
  path: "/api/flow-series-reports",
  linked: { until: "2023-10-15" },
  attributes: { results, date_times },
  relationships: ofFlows,
});

export const segmentValuesReport = unstored("segment-values-report", {
  path: "/api/segment-values-reports",
  linked: { until: "2023-10-15" },
  attributes: { results },
});

export const segmentSeriesReport = unstored("segment-series-report", {
  path: "/api/segment-series-reports",
  linked: { until: "2023-10-15" },
  attributes: { results, date_times },
});

export const formValuesReport = unstored("form-values-report", {
  path: "/api/form-values-reports",
  linked: { until: "2023-10-15" },
  attributes: { results },
});

export const formSeriesReport = unstored("form-series-report", {
  path: "/api/form-series-reports",
  linked: { until: "2023-10-15" },
  attributes: { results, date_times },
});
