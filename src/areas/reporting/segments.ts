import type { Infer } from "../../contract/shape.ts";
import { invalidBody } from "../../jsonapi/refusal.ts";
import type { Invocation } from "../../verbs/invocation.ts";
import type { Outcome } from "../../verbs/outcome.ts";
import type { Slices } from "../../world/time/slices.ts";
import type { SegmentQuery, segmentSeriesQuery, segmentValuesQuery } from "./body.ts";
import { type Filterable, readFilter } from "./filter.ts";
import { frameOf, isProblem } from "./frame.ts";
import type { ReportInterval } from "./interval.ts";
import { reported, valuesOf } from "./reported.ts";
import { type Movement, movementsOf, segmentStatistic } from "./segment-statistics.ts";

/** Before this day, nothing is known of the members of segments. */
const earliest = Date.UTC(2023, 5, 1);

const filterable: Readonly<Record<string, Filterable>> = {
  segment_id: { operators: ["equals", "any"] },
};

/** What became of the members of each segment in a timeframe. */
export const querySegmentValues = (
  call: Invocation & { readonly body: Infer<typeof segmentValuesQuery> },
): Slices<Outcome> => segmentReport(call, call.body.data.attributes);

/** The same in each hour, day, week or month of it. */
export const querySegmentSeries = (
  call: Invocation & { readonly body: Infer<typeof segmentSeriesQuery> },
): Slices<Outcome> => segmentReport(call, call.body.data.attributes);

/** Every segment that is asked for is in it, whether anything became of its members or not. */
function* segmentReport(
  call: Invocation,
  asked: SegmentQuery & { readonly interval?: ReportInterval },
): Slices<Outcome> {
  const { account, revision } = call;
  const frame = frameOf(call, asked, earliest);
  const conditions = readFilter(asked.filter, filterable, revision);
  if (isProblem(frame) || isProblem(conditions)) {
    return invalidBody([frame, conditions].filter(isProblem));
  }
  const { starts, span } = frame;
  const movements = yield* movementsOf(account, conditions[0]?.values, starts, span, call.now);
  const results = [...movements].map(([segment_id, all]) => ({
    groupings: { segment_id },
    statistics: valuesOf(asked, frame, (name, part) =>
      segmentStatistic(name, all[part] as Movement),
    ),
  }));
  return reported(account, asked, frame, results);
}
