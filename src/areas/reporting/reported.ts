import { type One, theOne } from "../../verbs/outcome.ts";
import type { Account } from "../../world/account.ts";
import { uuid } from "../../world/ids.ts";
import type { Stored } from "../../world/record.ts";

/** Who has which numbers: one each, or a list of them in a series. */
interface Result {
  readonly groupings: Readonly<Record<string, string | null>>;
  readonly statistics: Readonly<Record<string, number | readonly number[]>>;
}

/** A report as it is shown. */
interface Report extends Stored {
  readonly results: readonly Result[];
  /** Of a series: where its parts begin. */
  readonly date_times?: readonly string[];
}

/** The answer of a report, which is another one each time. */
export function reported(account: Account, report: Omit<Report, "id" | "seq">): One {
  const made: Report = { id: uuid(account.dice("report")), seq: 0, ...report };
  return theOne(made);
}

/** Each of some statistics, by its name. */
export const valuesOf = <Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<string, Value> => Object.fromEntries(names.map((name) => [name, valueOf(name)]));
