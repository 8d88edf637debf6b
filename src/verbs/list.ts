import type { Cursor } from "../jsonapi/cursor.ts";
import type { Bound } from "../jsonapi/conditions.ts";
import type { Query } from "../jsonapi/query.ts";
import type { Resource } from "../contract/resource.ts";
import type { Account } from "../world/account.ts";
import type { Collection } from "../world/store.ts";
import { compareScalars, type KeyOf, type Scalar, type Stored } from "../world/record.ts";
import { type Api, answeredBy, type Call } from "./call.ts";
import type { Outcome } from "./outcome.ts";
import { holds, itemList, itemsTest, latestItem } from "./items.ts";
import { keyName, type ListPlan, planList } from "./plan-list.ts";

/** A collection: filtered, sorted, a page at a time. */
export function list({ account, api, operation, query }: Call): Outcome {
  const { resource, collection } = answeredBy(api, operation.answers);
  const plan = planList(resource, collection, query);
  const key = sortKey(resource, collection, query);
  const matches = matcher(api, account, resource, collection, plan.rest);
  const { page } = query;
  const size = page?.size ?? Number.POSITIVE_INFINITY;
  const cursor = page?.cursor;
  const backward = cursor?.backward ?? false;
  const descending = (query.sort?.descending ?? false) !== backward;
  const found: Stored[] = [];
  for (const record of walk(account, collection, plan, key, descending, cursor)) {
    if (!matches(record)) continue;
    found.push(record);
    if (found.length > size) break;
  }
  const more = found.length > size;
  if (more) found.pop();
  if (backward) found.reverse();
  if (page === undefined) return { kind: "page", records: found };
  const place = (record: Stored | undefined, towards: boolean): Cursor | null =>
    record ? { backward: towards, value: key(record), seq: record.seq } : null;
  return {
    kind: "page",
    records: found,
    next: (backward ? cursor !== undefined : more) ? place(found.at(-1), false) : null,
    prev: (backward ? more : cursor !== undefined) ? place(found[0], true) : null,
  };
}

function sortKey(
  resource: Resource,
  collection: Collection,
  { sort, conditions }: Query,
): KeyOf<Stored> {
  const name = keyName(resource, sort?.name ?? "");
  return latestItem(collection, name, conditions) ?? collection.keys[name] ?? (() => null);
}

/** The records of a plan, in order, from the cursor on. */
function walk(
  account: Account,
  collection: Collection,
  plan: ListPlan,
  key: KeyOf<Stored>,
  descending: boolean,
  cursor: Cursor | undefined,
): Iterable<Stored> {
  const table = account.table(collection);
  if (plan.kind === "range") {
    const [prefix = []] = plan.prefixes;
    return table.scan(plan.index, { ...plan.range, prefix, after: cursor, descending });
  }
  const found = new Map<string, Stored>();
  for (const prefix of plan.prefixes) {
    for (const record of table.scan(plan.index, { ...plan.range, prefix })) {
      found.set(record.id, record);
    }
  }
  const sign = descending ? -1 : 1;
  const order = (a: { value: Scalar; seq: number }, b: { value: Scalar; seq: number }) =>
    sign * (compareScalars(a.value, b.value) || a.seq - b.seq);
  return [...found.values()]
    .map((record) => ({ record, value: key(record), seq: record.seq }))
    .filter((each) => cursor === undefined || order(each, cursor) > 0)
    .sort(order)
    .map(({ record }) => record);
}

/** Whether a record meets the conditions that the index did not settle. */
export function matcher(
  api: Api,
  account: Account,
  resource: Resource,
  collection: Collection,
  conditions: readonly Bound[],
): (record: Stored) => boolean {
  const single = conditions.filter(({ name }) => itemList(collection, name) === undefined);
  const tests = single.map((bound): ((record: Stored) => boolean) => {
    if (bound.operator === "has") return hasRelated(api, account, resource, bound.name);
    const key = collection.keys[keyName(resource, bound.name)];
    if (key === undefined) throw new Error(`${collection.name} has no key for ${bound.name}`);
    return (record) => holds(bound, key(record));
  });
  if (single.length < conditions.length) tests.push(itemsTest(collection, conditions));
  return (record) => tests.every((test) => test(record));
}

function hasRelated(api: Api, account: Account, resource: Resource, name: string) {
  const relationship = resource.relationships[name];
  const { collection } = answeredBy(api, relationship?.to ?? "");
  const table = account.table(collection);
  const property = relationship?.from ?? name;
  return (record: Stored) => table.get((record as never)[property]) !== undefined;
}
