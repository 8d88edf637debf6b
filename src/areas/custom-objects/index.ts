import { typeIn } from "../../domain/objects/custom-objects.ts";
import { objectLinks } from "../../domain/objects/records.ts";
import { objectRecord, objectRecords, objectSchema } from "../../domain/resources/custom-object.ts";
import { objectType, objectTypes } from "../../domain/resources/custom-object.ts";
import { conflict, refused, serverError, notFound, noSuchRecord } from "../../jsonapi/refusal.ts";
import { type ApiArea, type Keeping, recordOf, type AreaBehavior } from "../../verbs/invocation.ts";
import { empty, theOne } from "../../verbs/outcome.ts";
import type { Account } from "../../world/account.ts";
import { dropParts } from "../../world/long-work.ts";
import { drop, put } from "../../world/store/store.ts";
import { bySize, type Slices, atOnce } from "../../world/time/slices.ts";
import { ingest, type Ingesting, expire, expiry } from "./ingest.ts";
import { recordRows, schemaRows } from "./operations.ts";
import { linksOf, typeLinksOf } from "./relationships.ts";
import { remapOn, remapStep, remapWork } from "./remap.ts";
import { type DataSource, objectDeletions, objectParts, sourceRecords } from "./resources.ts";
import { dataSource, dataSources, goneRecordsJob, ingestionLog, typeLink } from "./resources.ts";
import { ingestionLogs, profileSchema, profileType, schemaLink } from "./resources.ts";
import { sourceMapping, sourceMappings, sourceRecordJob, sourceRecordsJob } from "./resources.ts";
import { published, versionsOf } from "./schema-life.ts";
import { schemaBehavior } from "./schemas.ts";

const recordBehavior: AreaBehavior<typeof recordRows> = {
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

/** Objects go, with what is known of them and what they are related to. */
// @guess bulk_delete_object_records: Source records that were sent before do not bring a deleted object back.
function* deleteObjects(account: Account, ids: readonly string[]): Slices<void> {
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

const keepingSources: Keeping<DataSource> = {
  refuse(account, { title, namespace }) {
    const other = account.table(dataSources).find(["namespace", "title"], [namespace, title]);
    const detail = `The namespace ${namespace} has a data source '${title}'.`;
    return other && conflict("/data/attributes/title", detail);
  },
  held(account, { id }) {
    const naming = [...account.table(sourceMappings).all()].find((mapping) =>
      [...mapping.property_mappings, ...mapping.relationship_mappings].some(
        (each) => "source" in each && each.source.source_id === id,
      ),
    );
    return (
      naming && conflict("/data", `The source-mapping ${naming.id} names the data-source ${id}.`)
    );
  },
  parts: [[sourceRecords, ["source"]]],
};

/** What is left of a type that is gone. */
function* forget(account: Account, type: string): Slices<void> {
  for (const each of ofType) yield* dropParts(account, each, type);
}

const ofType = [
  [objectRecords, ["object-type.id", "created"]],
  [objectParts, ["type", "id"]],
  [objectLinks, ["type", "id"]],
  [objectDeletions, ["type"]],
  [ingestionLogs, ["object-type.id", "timestamp"]],
] as const;

export const customObjectsArea: ApiArea = {
  name: "custom-objects",
  resources: [
    dataSource,
    sourceRecordJob,
    sourceRecordsJob,
    goneRecordsJob,
    objectType,
    objectSchema,
    sourceMapping,
    objectRecord,
    ingestionLog,
    schemaLink,
    typeLink,
    profileSchema,
    profileType,
  ],
  collections: [sourceRecords, objectParts, objectDeletions] as never,
  operations: [...recordRows, ...schemaRows],
  behavior: { ...recordBehavior, ...schemaBehavior },
  work: {
    "object-ingest": (account, input: Ingesting, now) =>
      bySize(input.records.length, ingest(account, input, now)),
    "object-records-delete": (account, ids: readonly string[]) =>
      bySize(ids.length, deleteObjects(account, ids)),
    [remapWork]: remapOn,
    [remapStep]: remapOn,
    "object-type-gone": (account, type: string) =>
      bySize(account.state.sizeOf(objectRecord.type), forget(account, type)),
    "schema-publish": published,
    [expiry]: expire,
  },
  steps: [remapStep],
  bindings: {
    "data-source": { keeping: keepingSources },
    "object-type": {
      related: {
        "schema-versions": ({ id }: { id: string }, account) => versionsOf(account, id),
        "object-types": typeLinksOf("objects"),
        "profile-object-types": typeLinksOf("profiles"),
      },
    },
    "object-schema": {
      related: {
        "object-schemas": linksOf("objects"),
        "profile-object-schemas": linksOf("profiles"),
      },
    },
  },
  quirks: {
    "schema-unknown-500": {
      operation: "create_profile_schema_relationship",
      act: (call, go) => (refused(recordOf(call)) ? serverError() : go(call)),
    },
  },
};
