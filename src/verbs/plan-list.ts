import type { Resource } from "../contract/resource.ts";
import type { Bound } from "../jsonapi/conditions.ts";
import type { Query } from "../jsonapi/query.ts";
import { linkOrder } from "../domain/campaigns/links.ts";
import { itemList } from "./items.ts";
import type { Collection } from "../world/store/store.ts";
import type { Range } from "../world/store/ordered-index.ts";
import type { Scalar } from "../world/store/record.ts";

export interface ListPlan {
  /** `points`: look single values up, then sort. `range`: walk one index. `links`: walk what leads to them. */
  readonly kind: "points" | "range" | "links";
  readonly links?: string;
  readonly index: readonly string[];
  /** For points: each value's look-up. For a range: the one prefix. */
  readonly prefixes: readonly (readonly Scalar[])[];
  readonly range: Pick<Range, "low" | "high">;
  /** What the index does not settle and each record is asked. */
  readonly rest: readonly Bound[];
  /** Whether the walk may pass records that do not match, so that its time grows with the data. */
  readonly filtersAlong: boolean;
}

/** The key of the collection that a field reads. */
export const keyName = (resource: Resource, name: string): string =>
  resource.fields[name]?.from ?? name;

/**
 * Chooses the index for a query: point look-ups first, else the range of the sort field behind as many equal keys as an
 * index offers; what is left filters along.
 */
export function planList(
  resource: Resource,
  collection: Collection,
  { conditions, sort }: Pick<Query, "conditions" | "sort">,
): ListPlan {
  const order = keyName(resource, sort?.name ?? "");
  const equal = conditions.filter(({ operator }) => operator === "equals");
  const wanted = collection.indexes
    .filter((index) => index.at(-1) === order)
    .map((index) => ({ index, used: prefixOf(index, equal, resource) }))
    .filter(({ index, used }) => used.length === index.length - 1)
    .sort((a, b) => b.index.length - a.index.length)[0];
  const point = pointIn(conditions, order, resource, collection, wanted?.used ?? []);
  const through = conditions.find(
    ({ operator, field }) => operator === "equals" && field.through !== undefined,
  );
  if (point === undefined && through?.field.through !== undefined && order === linkOrder) {
    const rest = conditions.filter((condition) => condition !== through);
    return {
      kind: "links",
      links: through.field.through,
      index: ["of", linkOrder],
      prefixes: [[through.values[0] as Scalar]],
      range: {},
      rest,
      filtersAlong: rest.length > 0,
    };
  }
  const item = conditions.find(({ name }) => itemList(collection, name) !== undefined);
  if (point === undefined && item !== undefined) {
    // Only those who have any such item: far fewer than all.
    const index = [`${itemList(collection, item.name)}.timestamp`];
    const range = { low: { value: null, inclusive: false }, high: undefined };
    return { kind: "points", index, prefixes: [[]], range, rest: conditions, filtersAlong: true };
  }
  if (point !== undefined || wanted === undefined) {
    const rest = conditions.filter((condition) => condition !== point);
    const index = point ? [keyName(resource, point.name)] : (collection.indexes[0] ?? []);
    const prefixes = point ? point.values.map((value) => [value]) : [[]];
    return { kind: "points", index, prefixes, range: {}, rest, filtersAlong: point === undefined };
  }
  const { index, used } = wanted;
  const bounds = conditions.filter(
    ({ name, operator }) => keyName(resource, name) === order && isBound(operator),
  );
  const rest = conditions.filter((c) => !used.includes(c) && !bounds.includes(c));
  return {
    kind: "range",
    index,
    prefixes: [used.map(({ values }) => values[0] as Scalar)],
    range: boundsOf(bounds),
    rest,
    filtersAlong: rest.length > 0,
  };
}

/** The condition that is looked up by its values: one that no walk settles, else that of the order itself. */
function pointIn(
  conditions: readonly Bound[],
  order: string,
  resource: Resource,
  { indexes }: Collection,
  settled: readonly Bound[],
): Bound | undefined {
  const points = conditions.filter(({ operator, name }) => {
    const key = keyName(resource, name);
    const isKept = indexes.some((index) => index.length === 1 && index[0] === key);
    return isKept && (operator === "equals" || operator === "any");
  });
  const isOrder = ({ name }: Bound) => keyName(resource, name) === order;
  return (
    points.find((each) => !isOrder(each) && !settled.some(({ name }) => name === each.name)) ??
    points.find(isOrder)
  );
}

/** That a field has a value. */
export const boundTo = (resource: Resource, name: string, value: string): Bound => ({
  operator: "equals",
  name,
  field: resource.fields[name] ?? { type: "string" },
  values: [value],
});

const isBound = (operator: string): boolean => /^(greater|less)-/.test(operator);

function prefixOf(index: readonly string[], equal: readonly Bound[], resource: Resource): Bound[] {
  return index
    .slice(0, -1)
    .flatMap((key) => equal.find(({ name }) => keyName(resource, name) === key) ?? []);
}

/** The narrowest range that satisfies every bound. */
export function boundsOf(bounds: readonly Bound[]): ListPlan["range"] {
  let low: Range["low"];
  let high: Range["high"];
  for (const { operator, values } of bounds) {
    const value = values[0] as number;
    const inclusive = operator.endsWith("or-equal");
    if (operator.startsWith("greater")) {
      const tighter = low === undefined || value > (low.value as number);
      if (tighter || (value === low?.value && !inclusive)) low = { value, inclusive };
    } else {
      const tighter = high === undefined || value < (high.value as number);
      if (tighter || (value === high?.value && !inclusive)) high = { value, inclusive };
    }
  }
  return { low, high };
}
