import { type Resource, writtenAs } from "../contract/resource.ts";
import { noSuchRecord, type Refusal, refused } from "../jsonapi/refusal.ts";
import type { Stored } from "../world/store/record.ts";
import { answeredBy, type Invocation, type Api, recordOf } from "./invocation.ts";
import { list, matcher, sortKey } from "./list.ts";
import { members } from "./members.ts";
import { type Outcome, type Page, theOne } from "./outcome.ts";
import { cut, inOrder } from "./page.ts";
import { boundTo } from "./plan-list.ts";
import { profilesOf } from "../domain/segments/membership.ts";
import type { Account } from "../world/account.ts";

/** The records at the other end of a relationship. */
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
