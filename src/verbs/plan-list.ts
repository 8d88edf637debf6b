import type { Resource } from "../contract/resource.ts";
import { linkOrder } from "../domain/campaigns/links.ts";
import type { Bound } from "../jsonapi/conditions.ts";
import type { Query } from "../jsonapi/query.ts";
import type { Range } from "../world/store/ordered-index.ts";
import { type Scalar, compareScalars, type Stored } from "../world/store/record.ts";
import type { Collection, Item } from "../world/store/store.ts";

export function itemList(collection: Collection, name: string): string | undefined {
  if (collection.items === undefined) return undefined;
  return Object.keys(collection.items).find((list) => name.startsWith(`${list}.`));
}

/** Whether, in each list that is asked about, one item meets all of its conditions. */
export function itemsTest(collection: Collection, conditions: readonly Bound[]) {
  const lists = new Set(conditions.flatMap(({ name }) => itemList(collection, name) ?? []));
  const tests = [...lists].map((list) => {
    const meets = itemTest(list, conditions);
    return (record: Stored) => collection.items?.[list]?.(record).some(meets) ?? false;
  });
  return (record: Stored) => tests.every((test) => test(record));
}

/** The latest of the items that are asked about: what a sort by their time goes by. */
export function latestItem(collection: Collection, name: string, conditions: readonly Bound[]) {
  const list = itemList(collection, name);
  if (list === undefined) return undefined;
  const meets = itemTest(list, conditions);
  const field = name.slice(list.length + 1);
  return (record: Stored) => {
    let latest: Scalar = null;
    for (const item of collection.items?.[list]?.(record) ?? []) {
      const value = item[field] ?? null;
      if (meets(item) && compareScalars(value, latest) > 0) latest = value;
    }
    return latest;
  };
}

function itemTest(list: string, conditions: readonly Bound[]): (item: Item) => boolean {
  const own = conditions.filter(({ name }) => name.startsWith(`${list}.`));
  return (item) =>
    own.every((bound) => holds(bound, item[bound.name.slice(list.length + 1)] ?? null));
}

/** Whether a value meets a condition; what is not there meets none. */
export function holds({ operator, values }: Bound, value: Scalar): boolean {
  if (operator === "equals" || operator === "any") return value !== null && values.includes(value);
  if (value === null) return false;
  if (operator === "contains") return String(value).includes(String(values[0]));
  if (operator === "starts-with") return String(value).startsWith(String(values[0]));
  if (operator === "ends-with") return String(value).endsWith(String(values[0]));
  const against = compareScalars(value, values[0] as Scalar);
  if (operator === "greater-than") return against > 0;
  if (operator === "greater-or-equal") return against >= 0;
  return operator === "less-than" ? against < 0 : against <= 0;
}

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
