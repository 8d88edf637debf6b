import type { Bound } from "../jsonapi/conditions.ts";
import type { Query } from "../jsonapi/query.ts";
import type { Resource } from "../contract/resource.ts";
import { type Link, linkId } from "../domain/campaigns/links.ts";
import type { Account } from "../world/account.ts";
import type { Collection, Table } from "../world/store/store.ts";
import type { KeyOf, Stored } from "../world/store/record.ts";
import { type Api, answeredBy, type Invocation } from "./invocation.ts";
import type { Page } from "./outcome.ts";
import { holds, itemList, itemsTest, latestItem, keyName, type ListPlan } from "./plan-list.ts";
import { planList } from "./plan-list.ts";
import { cut, inOrder, isDescending, type SortKey } from "./page.ts";

export function list(call: Invocation): Page {
  const { account, api, operation } = call;
  const { resource, collection } = answeredBy(api, operation.answers);
  const query = { ...call.query, conditions: conditionsOf(call, resource) };
  const plan = planList(resource, collection, query);
  const key = sortKey(resource, collection, query);
  const placeOf = (record: Stored) => ({ value: key(record), seq: record.seq });
  const passes = matcher(call, { resource, collection }, plan.rest);
  const records = walk({ account, api, query }, collection, plan, placeOf);
  const { found, ...places } = cut(records, query.page, passes, placeOf);
  return { kind: "page", records: found, ...places };
}

/** What the filter says, and what the row does where it says nothing. */
function conditionsOf({ operation, query }: Invocation, { fields }: Resource): readonly Bound[] {
  const { conditions } = query;
  const implied = Object.entries(operation.unlessFiltered ?? {}).flatMap(([name, value]) => {
    const field = fields[name];
    const asked = conditions.some((each) => each.name === name);
    return asked || !field ? [] : [{ operator: "equals", name, field, values: [value] } as const];
  });
  return implied.length === 0 ? conditions : [...conditions, ...implied];
}

export function sortKey(resource: Resource, collection: Collection, query: Query): KeyOf<Stored> {
  const { sort, conditions } = query;
  const name = keyName(resource, sort?.name ?? "");
  return latestItem(collection, name, conditions) ?? collection.keys[name] ?? (() => null);
}

function walk(
  { account, api, query }: Pick<Invocation, "account" | "api" | "query">,
  collection: Collection,
  plan: ListPlan,
  placeOf: (record: Stored) => SortKey,
): Iterable<Stored> {
  const table = account.table(collection);
  const [prefix = []] = plan.prefixes;
  const { low, high } = plan.range;
  const way = { prefix, low, high, after: query.page?.cursor, descending: isDescending(query) };
  if (plan.kind === "range") return table.scan(plan.index, way);
  if (plan.kind === "links")
    return ends(table, account.table(linksOf(api, plan.links)).scan(plan.index, way));
  const found = new Map<string, Stored>();
  for (const each of plan.prefixes) {
    for (const record of table.scan(plan.index, { low, high, prefix: each }))
      found.set(record.id, record);
  }
  return inOrder([...found.values()], query, placeOf);
}

function* ends(table: Table, links: Iterable<Link>): Generator<Stored> {
  for (const { to } of links) {
    const end = table.get(to);
    if (end !== undefined) yield end;
  }
}

function linksOf(api: Api, name: string | undefined): Collection<Link> {
  const links = api.collections.get(name ?? "");
  if (links === undefined) throw new Error(`there are no links ${name}`);
  return links as never;
}

type Asked = Pick<Invocation, "api" | "account">;
type Answered = ReturnType<typeof answeredBy>;

/** Whether a record meets the conditions that the index did not settle. */
export function matcher(call: Asked, own: Answered, conditions: readonly Bound[]) {
  const { api, account } = call;
  const { collection } = own;
  const single = conditions.filter(({ name }) => itemList(collection, name) === undefined);
  const tests = single.map((bound): ((record: Stored) => boolean) => {
    if (bound.operator === "has") return has(call, own, bound.name);
    if (bound.field.through !== undefined) {
      const links = account.table(linksOf(api, bound.field.through));
      return ({ id }) => bound.values.some((of) => links.get(linkId(String(of), id)) !== undefined);
    }
    if (bound.field.via !== undefined) {
      const owners = new Set(ownersOf(api, account, bound));
      return ({ id }) => owners.has(id);
    }
    const key = collection.keys[keyName(own.resource, bound.name)];
    if (key === undefined) throw new Error(`${collection.name} has no key for ${bound.name}`);
    return (record) => holds(bound, key(record));
  });
  if (single.length < conditions.length) tests.push(itemsTest(collection, conditions));
  return (record: Stored) => tests.every((test) => test(record));
}

/** The ids of those whose records in another collection have what a condition asks for. */
export function ownersOf(api: Api, account: Account, { field: { via }, values }: Bound): string[] {
  const collection = api.collections.get(via?.collection ?? "");
  if (via === undefined || collection === undefined) throw new Error(`nothing is ${via?.key}`);
  const table = account.table(collection);
  return values
    .flatMap((value) => [...table.scan([via.key], { prefix: [value] })])
    .map((owned) => String(owned[via.owner as keyof Stored]));
}

/** Whether there is a record at the other end of a relationship; of anything else, whether it is there. */
function has({ api, account }: Asked, { resource, collection: own }: Answered, name: string) {
  const relationship = resource.relationships[name];
  const key = own.keys[keyName(resource, name)];
  if (relationship === undefined && key !== undefined)
    return (record: Stored) => key(record) !== null;
  const { collection } = answeredBy(api, relationship?.to ?? "");
  const table = account.table(collection);
  const property = relationship?.from ?? name;
  return (record: Stored) => table.get((record as never)[property]) !== undefined;
}
