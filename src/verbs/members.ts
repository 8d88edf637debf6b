import type { Cursor } from "../jsonapi/cursor.ts";
import type { Bound } from "../jsonapi/conditions.ts";
import { type Refusal, refused } from "../jsonapi/refusal.ts";
import { memberships } from "../domain/collections.ts";
import { membershipId } from "../domain/membership.ts";
import type { Membership } from "../domain/records.ts";
import { compareScalars, type Stored } from "../world/record.ts";
import { answeredBy, type Call } from "./call.ts";
import { recordOf } from "./get.ts";
import { matcher } from "./list.ts";
import type { Linkage, Page } from "./outcome.ts";
import { boundsOf, keyName } from "./plan-list.ts";

/** By what the members of a group are ordered, and since when each is one. */
const joinedAt = "joined_group_at";

/** The records of a list or segment in the order in which they joined: filtered, a page at a time. */
export function members(call: Call): Page | Refusal {
  const group = recordOf(call);
  if (refused(group)) return group;
  const { account, api, operation, query } = call;
  const { resource, collection } = answeredBy(api, operation.answers);
  const rest = query.conditions.filter(({ name }) => name !== joinedAt);
  const passes = matcher(api, account, resource, collection, rest);
  const { size = Number.POSITIVE_INFINITY, cursor } = query.page ?? {};
  const backward = cursor?.backward ?? false;
  const descending = (query.sort?.name === joinedAt && query.sort.descending) !== backward;
  const table = account.table(collection);
  const found: { member: Membership; record: Stored }[] = [];
  for (const member of walk(call, group.id, rest, descending, cursor)) {
    const record = table.get(member.profile);
    if (record === undefined || !passes(record)) continue;
    found.push({ member, record });
    if (found.length > size) break;
  }
  const more = found.length > size;
  if (more) found.pop();
  if (backward) found.reverse();
  const place = (at: number, towards: boolean): Cursor | null => {
    const member = found.at(at)?.member;
    return member ? { backward: towards, value: member.joined, seq: member.seq } : null;
  };
  return {
    kind: "page",
    records: found.map(({ member, record }) => ({ ...record, [joinedAt]: member.joined })),
    next: (backward ? cursor !== undefined : more) ? place(-1, false) : null,
    prev: (backward ? more : cursor !== undefined) ? place(0, true) : null,
  };
}

/** Their identifiers only. */
export function memberIds(call: Call): Linkage | Refusal {
  const page = members(call);
  if (refused(page)) return page;
  const { records, next = null, prev = null } = page;
  const type = call.operation.answers;
  return { kind: "linkage", data: records.map(({ id }) => ({ type, id })), next, prev };
}

/** The memberships that may pass, in order, from the cursor on. */
function walk(
  { account, api, operation, query }: Call,
  group: string,
  rest: readonly Bound[],
  descending: boolean,
  cursor: Cursor | undefined,
): Iterable<Membership> {
  const table = account.table(memberships);
  const { low, high } = boundsOf(query.conditions.filter(({ name }) => name === joinedAt));
  // Who is asked for by name is looked up: a group may be large.
  const point = rest.find(({ operator }) => operator === "equals" || operator === "any");
  if (point === undefined) {
    const range = { prefix: [group], low, high, after: cursor, descending };
    return table.scan(["group", "joined"], range);
  }
  const { resource, collection } = answeredBy(api, operation.answers);
  const index = [keyName(resource, point.name)];
  const records = point.values.flatMap((value) => [
    ...account.table(collection).scan(index, { prefix: [value] }),
  ]);
  const sign = descending ? -1 : 1;
  const order = (a: { value: number; seq: number }, b: Pick<Cursor, "value" | "seq">) =>
    sign * (compareScalars(a.value, b.value) || a.seq - b.seq);
  const placed = [...new Set(records.map(({ id }) => id))].flatMap((id) => {
    const member = table.get(membershipId(group, id));
    return member ? [{ member, value: member.joined, seq: member.seq }] : [];
  });
  return placed
    .filter(({ value }) => isWithin(value, low, high))
    .filter((each) => cursor === undefined || order(each, cursor) > 0)
    .sort(order)
    .map(({ member }) => member);
}

type Edge = ReturnType<typeof boundsOf>["low"];

function isWithin(value: number, low: Edge, high: Edge): boolean {
  const [least, most] = [low?.value as number | undefined, high?.value as number | undefined];
  const above = least === undefined || (low?.inclusive ? value >= least : value > least);
  const below = most === undefined || (high?.inclusive ? value <= most : value < most);
  return above && below;
}
