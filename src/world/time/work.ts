import { type Change, collection, put } from "../store/store.ts";
import type { Stored } from "../store/record.ts";

/** Something to be done later. It is a record, so that it comes and goes with a snapshot. */
export interface Work extends Stored {
  /** World time. */
  readonly due: number;
  readonly kind: string;
  readonly input: unknown;
}

export const works = collection<Work>("work", {
  keys: { due: ({ due }) => due },
  indexes: [["due"]],
  internal: true,
});

/** The change that plans work of an account. It is part of the state. @param due an instant of the account's clock */
export function workFor(
  account: { nextSeq: () => number },
  kind: string,
  input: unknown,
  due: number,
): Change {
  const seq = account.nextSeq();
  return put(works, { id: `work-${seq}`, seq, due, kind, input });
}

/** The work that is done when an account's time goes back. */
export const turnedBack = "clock.turned-back";
