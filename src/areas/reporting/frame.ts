import { zoneOfAccount } from "../../domain/time-zone.ts";
import type { Problem } from "../../jsonapi/refusal.ts";
import type { Invocation } from "../../verbs/invocation.ts";
import { type ReportInterval, startsIn } from "./interval.ts";
import { type Span, spanOf, type Timeframe } from "./timeframe.ts";

/** What a report is of, in time. */
export interface Frame {
  readonly span: Span;
  /** Where its parts begin: one for each number of a series, and one for all values. */
  readonly starts: readonly number[];
}

interface FrameRequest {
  readonly timeframe: Timeframe;
  /** Of a series. */
  readonly interval?: ReportInterval | undefined;
}

/** @param earliest see `spanOf` */
export function frameOf(
  { account, now }: Invocation,
  { timeframe, interval }: FrameRequest,
  earliest?: number,
): Frame | Problem {
  const zone = zoneOfAccount(account);
  const span = spanOf(timeframe, zone, now, earliest);
  if (isProblem(span)) return span;
  if (interval === undefined) return { span, starts: [span.from] };
  const starts = startsIn(interval, zone, span);
  return isProblem(starts) ? starts : { span, starts };
}

/** Whether a part of a body could not be read, and why. */
export const isProblem = (found: object): found is Problem => "pointer" in found;
