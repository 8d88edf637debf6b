import {
  absentIfNull,
  during,
  type Infer,
  list,
  literal,
  object,
  oneOf,
  string,
} from "../../contract/shape.ts";
import { filterLengthMax } from "../../jsonapi/conditions.ts";
import { formNames } from "./form-groups.ts";
import { formStatistics } from "./form-statistics.ts";
import { allNamesSince, campaignSender, flowSender, type Sender } from "./groups.ts";
import { messageStatistics } from "./message-statistics.ts";
import { segmentStatistics } from "./segment-statistics.ts";
import { timeframeKeys } from "./timeframe.ts";
import { reportIntervals } from "./interval.ts";

const timeframe = oneOf(
  object({ key: literal(...timeframeKeys) }),
  object({ start: string({ format: "datetime" }), end: string({ format: "datetime" }) }),
);

const filter = { "filter?": absentIfNull(string({ maxLength: filterLengthMax })) } as const;
const interval = { interval: literal(...reportIntervals) } as const;

/** What a report of messages is asked. */
const ofMessages = ({ reads, first }: Sender) => {
  const later = Object.keys(reads).filter((name) => !first.includes(name));
  const name = oneOf(literal(...first), during(literal(...later), { since: allNamesSince }));
  return {
    statistics: list(literal(...messageStatistics), { min: 1 }),
    timeframe,
    conversion_metric_id: string(),
    "group_by?": absentIfNull(list(name)),
    ...filter,
  } as const;
};

const ofSegments = {
  statistics: list(literal(...segmentStatistics), { min: 1 }),
  timeframe,
  ...filter,
} as const;

const ofForms = {
  statistics: list(literal(...formStatistics), { min: 1 }),
  timeframe,
  "group_by?": absentIfNull(list(literal(...formNames))),
  ...filter,
} as const;

export const campaignValuesQuery = object({
  data: object({
    type: literal("campaign-values-report"),
    attributes: object(ofMessages(campaignSender)),
  }),
});

export const flowValuesQuery = object({
  data: object({
    type: literal("flow-values-report"),
    attributes: object(ofMessages(flowSender)),
  }),
});

export const flowSeriesQuery = object({
  data: object({
    type: literal("flow-series-report"),
    attributes: object({ ...ofMessages(flowSender), ...interval }),
  }),
});

export const segmentValuesQuery = object({
  data: object({ type: literal("segment-values-report"), attributes: object(ofSegments) }),
});

export const segmentSeriesQuery = object({
  data: object({
    type: literal("segment-series-report"),
    attributes: object({ ...ofSegments, ...interval }),
  }),
});

export const formValuesQuery = object({
  data: object({ type: literal("form-values-report"), attributes: object(ofForms) }),
});

export const formSeriesQuery = object({
  data: object({
    type: literal("form-series-report"),
    attributes: object({ ...ofForms, ...interval }),
  }),
});

export type MessageQuery = Infer<typeof campaignValuesQuery>["data"]["attributes"];
export type SegmentQuery = Infer<typeof segmentValuesQuery>["data"]["attributes"];
export type FormQuery = Infer<typeof formValuesQuery>["data"]["attributes"];
