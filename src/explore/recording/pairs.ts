import type { Resource as ResourceTable } from "../../contract/resource.ts";
import { member } from "../../seeding/recording/exchange.ts";
import { type Difference, differs } from "./difference.ts";
import type { Mapping } from "./mapping.ts";
import { bornAt, nameOf, naturalsOf, type Resource } from "./resources.ts";

/** A record as it was recorded, and the emulator's, with their places in their lists. */
export interface Pair {
  readonly recorded: Resource;
  readonly own: Resource;
  readonly at: number;
  readonly ownAt: number;
}

/** The records of two lists that are the same, and those that only one of them has. */
export interface Paired {
  readonly pairs: readonly Pair[];
  readonly missing: readonly Resource[];
  readonly extra: readonly Resource[];
}

/** Pairs records by their ids as far as those are known, then by what people know them by, then by their places. */
export function pairsOf(
  recorded: readonly Resource[],
  own: readonly Resource[],
  mapping: Mapping,
): Paired {
  const pairs: Pair[] = [];
  const places = new Map(recorded.map((each, at) => [each, at]));
  const ownPlaces = new Map(own.map((each, at) => [each, at]));
  const pair = (one: Resource, other: Resource) => {
    pairs.push({
      recorded: one,
      own: other,
      at: places.get(one) ?? 0,
      ownAt: ownPlaces.get(other) ?? 0,
    });
    places.delete(one);
    ownPlaces.delete(other);
  };
  const byName = new Map(own.map((each) => [nameOf(each), each]));
  for (const each of recorded) {
    const found = byName.get(nameOf({ type: each.type, id: mapping.own(each.id) }));
    if (found !== undefined && ownPlaces.has(found)) pair(each, found);
  }
  const isNew = (each: Resource) => !mapping.knowsOwn(each.id);
  for (const each of places.keys()) {
    if (mapping.knows(each.id)) continue;
    const naturals = new Set(naturalsOf(each));
    const found = [...ownPlaces.keys()].find(
      (other) =>
        other.type === each.type &&
        isNew(other) &&
        naturalsOf(other).some((text) => naturals.has(text)),
    );
    if (found !== undefined) pair(each, found);
  }
  const left = [...places.keys()].filter((each) => !mapping.knows(each.id) && !isKnown(each));
  const others = [...ownPlaces.keys()].filter((each) => isNew(each) && !isKnown(each));
  if (left.length === others.length)
    for (const [index, each] of left.entries()) {
      const other = others[index] as Resource;
      if (mayBe(each, other, mapping)) pair(each, other);
    }
  return { pairs, missing: [...places.keys()], extra: [...ownPlaces.keys()] };
}

/** How far apart two may begin that are the same, in milliseconds. */
const slackMs = 3_600_000;

/** Whether two of the same place can be the same: as old, and of the same others. */
function mayBe(each: Resource, other: Resource, mapping: Mapping): boolean {
  if (Math.abs((bornAt(each) ?? 0) - (bornAt(other) ?? 0)) > slackMs) return false;
  return Object.entries(each.relationships ?? {}).every(([name, relationship]) => {
    const [id, ownId] = [relationship, other.relationships?.[name]].map((one) =>
      member(one, "data", "id"),
    );
    const isKnown = typeof id === "string" && mapping.knows(id);
    return !isKnown || ownId === undefined || mapping.own(id) === ownId;
  });
}

/** Two of other names are two. */
const isKnown = (each: Resource): boolean => naturalsOf(each).length > 0;

/** What differs in the order of records, where what they are sorted by shows it. */
export function* orderDifferences(
  pairs: readonly Pair[],
  search: URLSearchParams,
  table: ResourceTable | undefined,
): Generator<Difference> {
  const sort = (search.get("sort") ?? table?.defaultSort ?? "id").replace(/^-/, "");
  const valueOf = (each: Resource) => (sort === "id" ? each.id : each.attributes?.[sort]);
  // Ids that the emulator drew have another order.
  if (sort === "id" && pairs.some(({ recorded, own }) => recorded.id !== own.id)) return;
  const inOrder = pairs.toSorted((one, other) => one.at - other.at);
  for (const [index, each] of inOrder.entries()) {
    const next = inOrder[index + 1];
    if (next === undefined || next.ownAt > each.ownAt) continue;
    const isTie = (side: "recorded" | "own") => valueOf(each[side]) === valueOf(next[side]);
    if (isTie("recorded") || isTie("own")) continue;
    const names = (list: readonly Pair[]) =>
      list.map(({ recorded }) => naturalsOf(recorded)[0] ?? recorded.id).slice(0, 3);
    const own = inOrder.toSorted((one, other) => one.ownAt - other.ownAt);
    yield differs("shape", "data", names(inOrder), names(own), `the order by ${sort}`);
    return;
  }
}
