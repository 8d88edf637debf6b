import { wholeSecond } from "../jsonapi/time.ts";
import type { Bound } from "../jsonapi/conditions.ts";
import { type Refusal, refused } from "../jsonapi/refusal.ts";
import { membershipId } from "../domain/segments/membership.ts";
import { type Membership, memberships } from "../domain/objects/records.ts";
import { seenFrom } from "../world/store/record.ts";
import type { Table } from "../world/store/store.ts";
import { answeredBy, type Invocation, type Api, recordOf } from "./invocation.ts";
import { matcher, ownersOf } from "./list.ts";
import type { Page } from "./outcome.ts";
import { cut, inOrder, isDescending, type SortKey } from "./page.ts";
import { boundsOf, keyName, boundTo, planList } from "./plan-list.ts";
import type { Operation } from "../contract/compile.ts";

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
export function members(call: Invocation): Page | Refusal {
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
