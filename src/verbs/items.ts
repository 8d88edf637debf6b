import type { Bound } from "../jsonapi/conditions.ts";
import type { Collection, Item } from "../world/store/store.ts";
import { compareScalars, type Scalar, type Stored } from "../world/store/record.ts";

/** Filters and sorts over the items of a list within a record, such as its suppressions. */

/** The list that a field is of, if it is of one. */
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
