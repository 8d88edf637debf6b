import { lookedAtOnce, picked, orderInTurns } from "./in-order.ts";
import { lazySizeMax, type OrderedIndex } from "./ordered-index.ts";
import type { Stored } from "./record.ts";
import type { Slices } from "../time/slices.ts";
import type { Tree } from "./tree.ts";

export interface Listed<R extends Stored = Stored> {
  readonly records: readonly R[];
  /**
   * Their places in the order of their ids, and in that of each index; none: they are in the order of their ids, and the
   * indexes are made when they are asked for. Undefined where numbers do not tell the records apart.
   */
  readonly orders: readonly Uint32Array[] | undefined;
}

/** Sequence numbers of a table that lie wider apart are too many to keep a place for each. */
const seqsPerRecordMax = 16;

/** Lists the records of a table to which nobody writes. @param most a table with no more records has no orders */
export function* listed<R extends Stored>(
  tree: Tree<string, R>,
  indexes: readonly OrderedIndex<R>[],
  most = lazySizeMax,
): Slices<Listed<R>> {
  const byId: R[] = [];
  for (const record of tree.values()) {
    byId.push(record);
    if (byId.length % lookedAtOnce === 0) yield;
  }
  if (byId.length <= most) return { records: byId, orders: [] };
  const seqs = Float64Array.from(byId, ({ seq }) => seq);
  const ids = yield* orderInTurns(seqs);
  const [first, last] = [seqs[ids[0] as number], seqs[ids.at(-1) as number]] as [number, number];
  if (last - first >= byId.length * seqsPerRecordMax) return { records: byId, orders: undefined };
  // In the order in which they were made, where they lie in memory beside each other.
  const records = picked(byId, ids);
  const placeOf = new Uint32Array(last - first + 1);
  for (const [place, { seq }] of records.entries()) placeOf[seq - first] = place;
  if (records.some(({ seq }, place) => placeOf[seq - first] !== place))
    return { records, orders: undefined };
  const orders: Uint32Array[] = [Uint32Array.from(seqs, (seq) => placeOf[seq - first] as number)];
  for (const index of indexes) {
    orders.push(yield* index.numbers(tree, ({ seq }) => placeOf[seq - first] as number));
  }
  return { records, orders };
}
