import { collection, type Table } from "./store.ts";
import type { Stored } from "./record.ts";

/** Something to be done later. It is a record, so that it comes and goes with a snapshot. */
export interface Work extends Stored {
  /** World time. */
  readonly due: number;
  readonly kind: string;
  readonly input: unknown;
  /** One piece of much work: others have their turn before it, whatever the clock says. */
  readonly inTurn?: true;
}

export const works = collection<Work>("work", {
  keys: { due: ({ due }) => due },
  indexes: [["due"]],
  internal: true,
});

/** The work that is done when an account's time goes back. */
export const turnedBack = "clock.turned-back";

/** The first that is due, for which nothing else is waited. @param inTurn whether one that has a turn of its own may be it */
export function firstDue(table: Table<Work>, now: number, inTurn: boolean): Work | undefined {
  const due = table.scan(["due"], { high: { value: now, inclusive: true } });
  for (const work of due) if (inTurn || !work.inTurn) return work;
  return undefined;
}
