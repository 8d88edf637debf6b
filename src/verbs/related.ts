import type { Cursor } from "../jsonapi/cursor.ts";
import { noSuchRecord, refused } from "../jsonapi/refusal.ts";
import type { Stored } from "../world/record.ts";
import { answeredBy, type Call } from "./call.ts";
import { recordOf } from "./get.ts";
import { memberIds, members } from "./members.ts";
import { type Outcome, type Page, theOne } from "./outcome.ts";

/** The records at the other end of a relationship. */
export function related(call: Call): Outcome {
  if (relationshipOf(call)?.members) return members(call);
  const ends = endsOf(call);
  if (refused(ends)) return ends;
  if (ends.many) return pageOf(ends.records, call.query.page);
  const [record] = ends.records;
  return record === undefined ? noSuchRecord(ends.type, String(ends.id)) : theOne(record);
}

/** Their identifiers only. */
export function linkage(call: Call): Outcome {
  if (relationshipOf(call)?.members) return memberIds(call);
  const ends = endsOf(call);
  if (refused(ends)) return ends;
  const { type, many, id, records } = ends;
  if (many) return { kind: "linkage", data: records.map((record) => ({ type, id: record.id })) };
  return { kind: "linkage", data: id === null ? null : { type, id } };
}

const relationshipOf = ({ api, operation }: Call) =>
  api.resources.get(operation.resource)?.relationships[operation.relationship ?? ""];

/** One page of records, which come in the order of their sequence numbers. */
function pageOf(records: readonly Stored[], page: Call["query"]["page"]): Page {
  if (page === undefined) return { kind: "page", records };
  const { size, cursor } = page;
  const backward = cursor?.backward ?? false;
  const beyond =
    cursor === undefined
      ? records
      : records.filter(({ seq }) => (backward ? seq < cursor.seq : seq > cursor.seq));
  const found = backward ? beyond.slice(-size) : beyond.slice(0, size);
  const more = beyond.length > found.length;
  const place = (record: Stored | undefined, towards: boolean): Cursor | null =>
    record === undefined ? null : { backward: towards, value: null, seq: record.seq };
  return {
    kind: "page",
    records: found,
    next: (backward ? cursor !== undefined : more) ? place(found.at(-1), false) : null,
    prev: (backward ? more : cursor !== undefined) ? place(found[0], true) : null,
  };
}

function endsOf(call: Call) {
  const { account, api, operation } = call;
  const record = recordOf(call);
  if (refused(record)) return record;
  const name = operation.relationship ?? "";
  const { to: type = "", many = false, from = name } = relationshipOf(call) ?? {};
  if (many) {
    const relate = api.bindings.get(operation.resource)?.related?.[name];
    return { type, many, id: null, records: relate?.(record as never, account) ?? [] };
  }
  const id = (record as never as Record<string, string | null>)[from] ?? null;
  const { collection } = answeredBy(api, type);
  const other: Stored | undefined = id === null ? undefined : account.table(collection).get(id);
  return { type, many, id, records: other === undefined ? [] : [other] };
}
