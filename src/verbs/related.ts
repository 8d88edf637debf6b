import type { Operation } from "../contract/compile.ts";
import { type Resource, writtenAs } from "../contract/resource.ts";
import { type Membership, memberships } from "../domain/objects/records.ts";
import { profilesOf, membershipId } from "../domain/segments/membership.ts";
import type { Bound } from "../jsonapi/conditions.ts";
import { noSuchRecord, type Refusal, refused } from "../jsonapi/refusal.ts";
import { wholeSecond } from "../jsonapi/time.ts";
import type { Account } from "../world/account.ts";
import { type Stored, seenFrom } from "../world/store/record.ts";
import type { Table } from "../world/store/store.ts";
import { answeredBy, type Invocation, type Api, recordOf } from "./invocation.ts";
import { list, matcher, sortKey, ownersOf } from "./list.ts";
import { type Outcome, type Page, theOne } from "./outcome.ts";
import { cut, inOrder, isDescending, type SortKey } from "./page.ts";
import { boundTo, boundsOf, keyName, planList } from "./plan-list.ts";

/** The (filter, sort) pairs of a list that no index serves both: a page's time grows with the data. */
export function filteredAlong(api: Api, operation: Operation): string[] {
  const by = byOf(api, operation);
  if (operation.verb !== "list" && by === undefined) return [];
  const { resource, collection } = answeredBy(api, operation.answers);
  const always = by === undefined ? [] : [boundTo(resource, by, "")];
  const sorts = operation.abilities.sort.map(({ name }) => name);
  const found: string[] = [];
  for (const { name, operators } of operation.abilities.filter) {
    const field = resource.fields[name];
    if (field === undefined) continue;
    for (const sort of sorts.length > 0 ? sorts : [resource.defaultSort ?? ""]) {
      const operator = operators.find((each) => each !== "any") ?? "equals";
      const conditions: Bound[] = [...always, { operator, name, field, values: [0] }];
      const query = { conditions, sort: { name: sort, descending: false } };
      if (planList(resource, collection, query).filtersAlong) found.push(`${name}, sort=${sort}`);
    }
  }
  return found;
}

/** The field by which the records of a relationship are found as those of a list are. */
const byOf = (api: Api, { resource, relationship = "" }: Operation): string | undefined =>
  api.resources.get(resource)?.relationships[relationship]?.by;

/** By what the members of a group are ordered, and since when each is one. */
const joinedAt = "joined_group_at";

/** The records of a list or segment in the order in which they joined: filtered, a page at a time. */
function members(call: Invocation): Page | Refusal {
  const group = recordOf(call);
  if (refused(group)) return group;
  const { account, api, operation, query } = call;
  const { resource, collection } = answeredBy(api, operation.answers);
  const rest = query.conditions.filter(({ name }) => name !== joinedAt);
  const passes = matcher(call, { resource, collection }, rest);
  const ordered = { ...query, sort: query.sort?.name === joinedAt ? query.sort : undefined };
  const isTold = operation.abilities.filter.some(({ name }) => name === joinedAt);
  const all = joined(account.table(collection), walk({ ...call, query: ordered }, group.id, rest));
  const { found, ...places } = cut(
    all,
    query.page,
    ({ record }) => passes(record),
    ({ member }) => placeOf(member),
  );
  const records = found.map(({ member, record }) =>
    isTold ? seenFrom(record, { [joinedAt]: member.joined }) : record,
  );
  return { kind: "page", records, ...places };
}

const placeOf = ({ joined, seq }: Membership): SortKey => ({ value: wholeSecond(joined), seq });

function* joined(table: Table, all: Iterable<Membership>) {
  for (const member of all) {
    const record = table.get(member.profile);
    if (record !== undefined) yield { member, record };
  }
}

/** The memberships that may pass, in order, from the cursor on. */
function walk(call: Invocation, group: string, rest: readonly Bound[]): Iterable<Membership> {
  const { account, api, operation, query } = call;
  const table = account.table(memberships);
  const { low, high } = boundsOf(query.conditions.filter(({ name }) => name === joinedAt));
  // Who is asked for by name is looked up: a group may be large.
  const point = rest.find(({ operator }) => operator === "equals" || operator === "any");
  if (point === undefined) {
    const { cursor: after } = query.page ?? {};
    const descending = isDescending(query);
    return table.scan(["group", "joined"], { prefix: [group], low, high, after, descending });
  }
  const { resource, collection } = answeredBy(api, operation.answers);
  const index = [keyName(resource, point.name)];
  const named =
    point.field.via === undefined
      ? point.values.flatMap((value) => [
          ...account.table(collection).scan(index, { prefix: [value] }),
        ])
      : ownersOf(api, account, point).map((id) => ({ id }));
  const found = [...new Set(named.map(({ id }) => id))].flatMap((id) => {
    const member = table.get(membershipId(group, id));
    return member !== undefined && isWithin(wholeSecond(member.joined), low, high) ? [member] : [];
  });
  return inOrder(found, query, placeOf);
}

type Edge = ReturnType<typeof boundsOf>["low"];

function isWithin(value: number, low: Edge, high: Edge): boolean {
  const [least, most] = [low?.value as number | undefined, high?.value as number | undefined];
  const above = least === undefined || (low?.inclusive ? value >= least : value > least);
  const below = most === undefined || (high?.inclusive ? value <= most : value < most);
  return above && below;
}

export function related(call: Invocation): Outcome {
  if (relationshipOf(call).many) return pageOf(call);
  const end = endOf(call);
  if (refused(end)) return end;
  // Nobody is there, which is no mistake (recorded.md, 5).
  if (end.id === null) return { kind: "linkage", data: null };
  return end.record === undefined ? noSuchRecord(end.type, end.id) : theOne(end.record);
}

export function linkage(call: Invocation): Outcome {
  if (relationshipOf(call).many) {
    const page = pageOf(call);
    if (refused(page)) return page;
    const { records, ...places } = page;
    const { answers } = call.operation;
    const type = writtenAs(call.api.resources.get(answers) ?? { type: answers });
    return { ...places, kind: "linkage", data: records.map(({ id }) => ({ type, id })) };
  }
  const end = endOf(call);
  if (refused(end)) return end;
  return { kind: "linkage", data: end.id === null ? null : { type: end.type, id: end.id } };
}

function relationshipOf({ api, operation }: Invocation) {
  const { relationship = "" } = operation;
  const found = api.resources.get(operation.resource)?.relationships[relationship];
  if (found === undefined) throw new Error(`${operation.resource} has no ${relationship}`);
  return found;
}

/** A page of many: as the index of their own list gives it, or else of all those that there are. */
function pageOf(call: Invocation): Page | Refusal {
  const { members: areMembers, by } = relationshipOf(call);
  if (areMembers) return members(call);
  const record = recordOf(call);
  if (refused(record)) return record;
  const { account, api, operation, query } = call;
  if (by !== undefined) {
    const { resource } = answeredBy(api, operation.answers);
    const conditions = [boundTo(resource, by, record.id), ...query.conditions];
    return list({ ...call, query: { ...query, conditions } });
  }
  const of = api.resources.get(operation.resource) as Resource;
  const all = relate(api, account, of, operation.relationship ?? "", record);
  // What is worked out is neither filtered nor paged.
  if (api.resources.get(operation.answers)?.derived) return { kind: "page", records: all };
  const { resource, collection } = answeredBy(api, operation.answers);
  const passes = matcher(call, { resource, collection }, query.conditions);
  // What is not paged comes in the order that the relationship has of itself.
  if (query.page === undefined) return { kind: "page", records: all.filter(passes) };
  const key = sortKey(resource, collection, query);
  const placeOf = (end: Stored) => ({ value: key(end), seq: end.seq });
  const { found, ...places } = cut(inOrder(all, query, placeOf), query.page, passes, placeOf);
  return { kind: "page", records: found, ...places };
}

/** The one record at the other end, if there is any, and the id by which it is known. */
function endOf(call: Invocation) {
  const record = recordOf(call);
  if (refused(record)) return record;
  const { account, api, operation } = call;
  const { relationship = "" } = operation;
  const { to: type, from = relationship, derived } = relationshipOf(call);
  if (derived) {
    const of = api.resources.get(operation.resource) as Resource;
    const [end] = relate(api, account, of, relationship, record);
    return { type, id: end?.id ?? null, record: end };
  }
  const id = (record as never as Record<string, string | null>)[from] ?? null;
  const { collection } = answeredBy(api, type);
  const end: Stored | undefined = id === null ? undefined : account.table(collection).get(id);
  return { type, id, record: end };
}

/** The records at the other end, as the area says or its table: by ids in the record, a field of the other end, or memberships. */
export function relate(
  api: Api,
  account: Account,
  resource: Resource,
  name: string,
  record: Stored,
): readonly Stored[] {
  const special = api.bindings.get(resource.type)?.related?.[name];
  if (special !== undefined) return special(record as never, account);
  const { to = "", ids, by, members } = resource.relationships[name] ?? {};
  if (members) return profilesOf(account, record.id);
  if (ids === undefined && by === undefined) return [];
  const { collection } = answeredBy(api, to);
  const table = account.table(collection);
  if (ids !== undefined) {
    const named = (record as never as Record<string, readonly string[]>)[ids] ?? [];
    return named.flatMap((id) => table.get(id) ?? []);
  }
  const index = collection.indexes.find(([first]) => first === by);
  return index === undefined ? [] : [...table.scan(index, { prefix: [record.id] })];
}
