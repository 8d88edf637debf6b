import { wholeApi } from "../../areas/index.ts";
import { answeredBy } from "../../verbs/invocation.ts";
import type { Account } from "../../world/account.ts";
import type { Collection } from "../../world/store/store.ts";
import type { Slices } from "../../world/time/slices.ts";
import { instantOf } from "../fixture/times.ts";
import { allKinds } from "./index.ts";
import type { Kind } from "./kind.ts";
import type { Records } from "../plan.ts";

/** The collection of a kind. */
export const collectionOf = ({ type }: Pick<Kind, "type">): Collection =>
  answeredBy(wholeApi(), type).collection;

/** Puts the records of the kinds that are late, or of the others, into an account: what is there already stays as it is. */
export function* plantRecordsOf(
  account: Account,
  isLate: boolean,
  records: Records,
  planted: number,
): Slices<void> {
  const now = allKinds.filter(([, { late = false }]) => late === isLate);
  const all = now.map(([name, kind]) => {
    const table = account.table(collectionOf(kind));
    const fresh = (records[name] ?? [])
      .filter(({ id }) => table.get(id) === undefined)
      .map((record) => ({ ...record, created: instantOf(record.created, planted) }));
    if (!kind.asWritten) fresh.sort((a, b) => a.created - b.created);
    for (const record of fresh) account.commit(kind.changes(account, record as never, planted));
    return { kind, fresh };
  });
  for (const { kind, fresh } of all) {
    for (const record of fresh) yield* kind.after?.(account, record as never, planted) ?? [];
  }
}
