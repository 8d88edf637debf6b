import { atOnce, type Slices } from "../../world/time/slices.ts";
import { typeIn } from "../../domain/objects/custom-objects.ts";
import { objectLinks } from "../../domain/objects/records.ts";
import { objectRecords, objectTypes } from "../../domain/resources/custom-object.ts";
import { notFound, noSuchRecord } from "../../jsonapi/refusal.ts";
import type { AreaBehavior } from "../../verbs/invocation.ts";
import { empty, theOne } from "../../verbs/outcome.ts";
import type { Account } from "../../world/account.ts";
import { drop, put } from "../../world/store/store.ts";
import { objectDeletions, objectParts, dataSources } from "./resources.ts";
import type { Ingesting } from "./ingest.ts";
import type { recordRows } from "./operations.ts";

export const recordBehavior: AreaBehavior<typeof recordRows> = {
  create_data_source_record({ account, now, body }) {
    const { attributes, relationships } = body.data;
    const { record } = attributes["data-source-record"].data.attributes;
    return atOnce(accepted(account, relationships["data-source"].data.id, [record], now));
  },

  bulk_create_data_source_records({ account, now, body }) {
    const { attributes, relationships } = body.data;
    const records = attributes["data-source-records"].data.map((each) => each.attributes.record);
    return accepted(account, relationships["data-source"].data.id, records, now);
  },

  get_object_record({ account, params: [id = ""] }) {
    const type = typeIn(id);
    if (account.table(objectTypes).get(type) === undefined) return noSuchType(type);
    const record = account.table(objectRecords).get(id);
    return record === undefined ? noSuchRecord("object-record", id) : theOne(record);
  },

  *bulk_delete_object_records({ account, now, body }) {
    const ids = body.data.relationships["object-records"].data.map(({ id }) => id);
    const types = account.table(objectTypes);
    const unknown = ids.map(typeIn).find((type) => types.get(type) === undefined);
    if (unknown !== undefined) return noSuchType(unknown);
    yield* account.processInTurns(["object-records-delete"], ids, now);
    return empty(202);
  },
};

const typeHint = "no such type: GET /api/object-types lists those that exist";
const noSuchType = (type: string) => notFound(`Object type \`${type}\` not found`, typeHint);

/** Records are taken unseen: what is wrong with them is told by the logs. */
function* accepted(account: Account, source: string, records: Ingesting["records"], now: number) {
  if (account.table(dataSources).get(source) === undefined)
    return noSuchRecord("data-source", source);
  yield* account.processInTurns(["object-ingest"], { source, records }, now);
  return empty(204);
}

/**
 * Objects go, with what is known of them and what they are related to. @guess bulk_delete_object_records: Source
 * records that were sent before do not bring a deleted object back.
 */
export function* deleteObjects(account: Account, ids: readonly string[]): Slices<void> {
  for (const id of ids) {
    const links = [...account.table(objectLinks).scan(["from", "id"], { prefix: [id] })];
    account.commit([
      put(objectDeletions, { id, seq: account.nextSeq(), type: typeIn(id) }),
      drop(objectRecords, id),
      drop(objectParts, id),
      ...links.map((link) => drop(objectLinks, link.id)),
    ]);
    yield;
  }
}
