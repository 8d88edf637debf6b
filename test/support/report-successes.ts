import { data, type Fields, type IdOf, type Sending } from "./sending.ts";

/** The bodies of reports, with which all of them succeed. */
const timeframe = { key: "last_30_days" };
const ofMessages = (idOf: IdOf, more: Fields = {}) => ({
  statistics: ["recipients", "open_rate", "conversion_value"],
  timeframe,
  conversion_metric_id: idOf("metric"),
  ...more,
});
const ofSegments = { statistics: ["members_added", "total_members"], timeframe };
const ofForms = { statistics: ["viewed_form", "submit_rate"], timeframe };

type Successes = Readonly<Record<string, (idOf: IdOf, fresh: string) => readonly Sending[]>>;

export const reportSuccesses: Successes = {
  query_campaign_values: (idOf) => [
    { body: data("campaign-values-report", ofMessages(idOf)) },
    {
      body: data(
        "campaign-values-report",
        ofMessages(idOf, {
          group_by: ["campaign_id", "campaign_message_id", "send_channel"],
          filter: 'equals(send_channel,"email")',
          timeframe: { start: "2026-06-01T00:00:00Z", end: "2026-07-01T00:00:00+02:00" },
        }),
      ),
    },
  ],
  query_flow_values: (idOf) => [
    { body: data("flow-values-report", ofMessages(idOf)) },
    {
      body: data(
        "flow-values-report",
        ofMessages(idOf, {
          group_by: ["flow_id", "flow_message_id", "flow_name", "tag_name"],
          filter: 'contains-any(send_channel,["email","sms"])',
        }),
      ),
    },
  ],
  query_flow_series: (idOf) => [
    { body: data("flow-series-report", ofMessages(idOf, { interval: "daily" })) },
  ],
  query_form_values: () => [
    { body: data("form-values-report", ofForms) },
    {
      body: data("form-values-report", {
        ...ofForms,
        group_by: ["form_id", "form_version_id"],
        filter: 'any(form_version_id,["1"])',
      }),
    },
  ],
  query_form_series: () => [
    { body: data("form-series-report", { ...ofForms, interval: "weekly" }) },
  ],
  query_segment_values: () => [{ body: data("segment-values-report", ofSegments) }],
  query_segment_series: () => [
    { body: data("segment-series-report", { ...ofSegments, interval: "daily" }) },
  ],
};
