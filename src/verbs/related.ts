import type { Cursor } from "../jsonapi/cursor.ts";
import { noSuchRecord, refused } from "../jsonapi/refusal.ts";
import type { Stored } from "../world/record.ts";
import { answeredBy, type Call } from "./call.ts";
import { recordOf } from "./get.ts";
import { matcher } from "./list.ts";
import { memberIds, members } from "./members.ts";
import { type Outcome, type Page, theOne } from "./outcome.ts";

/** The records at the other end of a relationship. */
export function related(call: Call): Outcome {
  if (relationshipOf(call)?.members) return members(call);
  const ends = endsOf(call);
  if (refused(ends)) return ends;
  if (ends.many) return pageOf(meant(call, ends.records), call.query.page);
  const [record] = ends.records;
  return record === undefined ? noSuchRecord(ends.type, String(ends.id)) : theOne(record);
}

/** Their identifiers only. */
export function linkage(call: Call): Outcome {
  if (relationshipOf(call)?.members) return memberIds(call);
  const ends = endsOf(call);
  if (refused(ends)) return ends;
  const { type, many, id, records } = ends;
  if (many) {
    const { records: found, ...places } = pageOf(meant(call, records), call.query.page);
    return { ...places, kind: "linkage", data: found.map((record) => ({ type, id: record.id })) };
  }
  return { kind: "linkage", data: id === null ? null : { type, id } };
}

const relationshipOf = ({ api, operation }: Call) =>
  api.resources.get(operation.resource)?.relationships[operation.relationship ?? ""];

/** Those that the filter asks for. */
function meant({ api, account, operation, query }: Call, records: readonly Stored[]) {
  if (query.conditions.length === 0) return records;
  const { resource, collection } = answeredBy(api, operation.answers);
  return records.filter(matcher(api, account, resource, collection, query.conditions));
}

/** One page of records, in the order of their sequence numbers. */
function pageOf(found: readonly Stored[], page: Call["query"]["page"]): Page {
  if (page === undefined) return { kind: "page", records: found };
  const records = found.toSorted((a, b) => a.seq - b.seq);
  const { size, cursor } = page;
  const backward = cursor?.backward ?? false;
  const beyond =
    cursor === undefined
      ? records
      : records.filter(({ seq }) => (backward ? seq < cursor.seq : seq > cursor.seq));
  const shown = backward ? beyond.slice(-size) : beyond.slice(0, size);
  const more = beyond.length > shown.length;
  const place = (record: Stored | undefined, towards: boolean): Cursor | null =>
    record === undefined ? null : { backward: towards, value: null, seq: record.seq };
  return {
    kind: "page",
    records: shown,
    next: (backward ? cursor !== undefined : more) ? place(shown.at(-1), false) : null,
    prev: (backward ? more : cursor !== undefined) ? place(shown[0], true) : null,
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
