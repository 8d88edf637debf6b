import type { Cursor } from "../jsonapi/cursor.ts";
import type { Query } from "../jsonapi/query.ts";
import { compareScalars, type Scalar } from "../world/store/record.ts";

/** Where something stands in its order: by a value, and among its like by a sequence number. */
export type SortKey = { readonly value: Scalar; readonly seq: number };

type PlaceOf<E> = (entry: E) => SortKey;

export interface Cut<E> {
  readonly found: E[];
  /** Undefined: the row is not paged. */
  readonly next?: Cursor | null;
  readonly prev?: Cursor | null;
}

/** Whether the entries come from the last to the first: as they were sorted, or on a way back. */
export const isDescending = ({ sort, page }: Query): boolean =>
  (sort?.descending ?? false) !== (page?.cursor?.backward ?? false);

/** Cuts one page out of entries that come in order, from the cursor on. */
export function cut<E>(
  entries: Iterable<E>,
  page: Query["page"],
  passes: (entry: E) => boolean,
  placeOf: PlaceOf<E>,
): Cut<E> {
  const size = page?.size ?? Number.POSITIVE_INFINITY;
  const found: E[] = [];
  for (const entry of entries) {
    if (!passes(entry)) continue;
    found.push(entry);
    if (found.length > size) break;
  }
  const more = found.length > size;
  if (more) found.pop();
  if (page === undefined) return { found };
  const { cursor } = page;
  const backward = cursor?.backward ?? false;
  if (backward) found.reverse();
  const from = (entry: E | undefined, towards: boolean): Cursor | null => {
    if (entry === undefined) return null;
    const { value, seq } = placeOf(entry);
    return { backward: towards, value, seq };
  };
  return {
    found,
    next: (backward ? cursor !== undefined : more) ? from(found.at(-1), false) : null,
    prev: (backward ? more : cursor !== undefined) ? from(found[0], true) : null,
  };
}

/** Entries that are all at hand, in the order of the query and from its cursor on. */
export function inOrder<E>(entries: readonly E[], query: Query, placeOf: PlaceOf<E>): E[] {
  const cursor = query.page?.cursor;
  const sign = isDescending(query) ? -1 : 1;
  const order = (a: SortKey, b: SortKey) =>
    sign * (compareScalars(a.value, b.value) || a.seq - b.seq);
  return entries
    .map((entry) => ({ entry, place: placeOf(entry) }))
    .filter(({ place }) => cursor === undefined || order(place, cursor) > 0)
    .sort((a, b) => order(a.place, b.place))
    .map(({ entry }) => entry);
}

export const pageOf = <E>(all: readonly E[], query: Query, placeOf: PlaceOf<E>): Cut<E> =>
  cut(inOrder(all, query, placeOf), query.page, () => true, placeOf);
