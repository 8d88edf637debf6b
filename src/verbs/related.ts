import { noSuchRecord, refused } from "../jsonapi/refusal.ts";
import type { Stored } from "../world/store.ts";
import { answeredBy, type Call } from "./call.ts";
import { recordOf } from "./get.ts";
import { memberIds, members } from "./members.ts";
import { type Outcome, theOne } from "./outcome.ts";

/** The records at the other end of a relationship. */
export function related(call: Call): Outcome {
  if (isPaged(call)) return members(call);
  const ends = endsOf(call);
  if (refused(ends)) return ends;
  if (ends.many) return { kind: "page", records: ends.records };
  const [record] = ends.records;
  return record === undefined ? noSuchRecord(ends.type, String(ends.id)) : theOne(record);
}

/** Their identifiers only. */
export function linkage(call: Call): Outcome {
  if (isPaged(call)) return memberIds(call);
  const ends = endsOf(call);
  if (refused(ends)) return ends;
  const { type, many, id, records } = ends;
  if (many) return { kind: "linkage", data: records.map((record) => ({ type, id: record.id })) };
  return { kind: "linkage", data: id === null ? null : { type, id } };
}

/** Relationships that may be long are read a page at a time: the members of a group. */
const isPaged = ({ operation }: Call): boolean => operation.abilities.paging.length > 0;

function endsOf(call: Call) {
  const { account, api, operation } = call;
  const record = recordOf(call);
  if (refused(record)) return record;
  const name = operation.relationship ?? "";
  const relationship = api.resources.get(operation.resource)?.relationships[name];
  const { to: type = "", many = false, from = name } = relationship ?? {};
  if (many) {
    const relate = api.bindings.get(operation.resource)?.related?.[name];
    return { type, many, id: null, records: relate?.(record as never, account) ?? [] };
  }
  const id = (record as never as Record<string, string | null>)[from] ?? null;
  const { collection } = answeredBy(api, type);
  const other: Stored | undefined = id === null ? undefined : account.table(collection).get(id);
  return { type, many, id, records: other === undefined ? [] : [other] };
}
