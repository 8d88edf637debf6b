import { zoneOfAccount } from "../../domain/time-zone.ts";
import { formatDatetime } from "../../jsonapi/time.ts";
import { type One, theOne } from "../../verbs/outcome.ts";
import type { Account } from "../../world/account.ts";
import { uuid } from "../../world/ids.ts";
import type { Stored } from "../../world/store/record.ts";
import type { Frame } from "./frame.ts";
import type { ReportInterval } from "./interval.ts";

/** Who has which numbers: one each, or a list of them in a series. */
interface Result {
  readonly groupings: Readonly<Record<string, string | null>>;
  readonly statistics: Readonly<Record<string, number | readonly number[]>>;
}

/** A report as it is shown. */
interface Report extends Stored {
  readonly results: readonly Result[];
  /** Of a series: where its parts begin, as clocks of the account show it (recorded: midnight, with the offset of UTC). */
  readonly date_times?: readonly string[];
}

/** What is asked of everything that a report is of. */
interface ReportRequest<Name extends string> {
  readonly statistics: readonly Name[];
  /** Of a series. */
  readonly interval?: ReportInterval | undefined;
}

/** The answer of a report, which is another one each time. */
export function reported(
  account: Account,
  { interval }: ReportRequest<string>,
  { starts }: Frame,
  results: readonly Result[],
  more: object = {},
): One {
  const zone = zoneOfAccount(account);
  const shown = (at: number) => formatDatetime(zone.wallOf(at));
  const made: Report = {
    id: uuid(account.dice("report")),
    seq: 0,
    results,
    ...(interval !== undefined && { date_times: starts.map(shown) }),
    ...more,
  };
  return theOne(made);
}

/**
 * Each of the statistics that are asked for, by its name: one number, or one for each part of a series.
 *
 * @param valueOf what a statistic is in a part of the frame, counted from 0 on
 */
export const valuesOf = <Name extends string>(
  { statistics, interval }: ReportRequest<Name>,
  { starts }: Frame,
  valueOf: (name: Name, part: number) => number,
): Record<string, number | readonly number[]> =>
  Object.fromEntries(
    statistics.map((name) => [
      name,
      interval === undefined ? valueOf(name, 0) : starts.map((_, part) => valueOf(name, part)),
    ]),
  );
