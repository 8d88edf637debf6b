import { objectLinks } from "../../domain/objects/records.ts";
import { dropParts } from "../../world/long-work.ts";
import { bySize, type Slices } from "../../world/time/slices.ts";
import { objectRecord, objectRecords, objectSchema } from "../../domain/resources/custom-object.ts";
import { objectType } from "../../domain/resources/custom-object.ts";
import { conflict, refused, serverError } from "../../jsonapi/refusal.ts";
import { type ApiArea, type Keeping, recordOf } from "../../verbs/invocation.ts";
import type { Account } from "../../world/account.ts";
import { type DataSource, objectDeletions, objectParts, sourceRecords } from "./resources.ts";
import { dataSource, dataSources, goneRecordsJob, ingestionLog } from "./resources.ts";
import { ingestionLogs, profileSchema, profileType, schemaLink } from "./resources.ts";
import { sourceMapping, sourceMappings, sourceRecordJob, sourceRecordsJob } from "./resources.ts";
import { typeLink } from "./resources.ts";
import { ingest, type Ingesting, expire, expiry } from "./ingest.ts";
import { remapOn, remapStep, remapWork } from "./remap.ts";
import { recordRows, schemaRows } from "./operations.ts";
import { deleteObjects, recordBehavior } from "./records.ts";
import { linksOf, typeLinksOf } from "./relationships.ts";
import { published, versionsOf } from "./schema-life.ts";
import { schemaBehavior } from "./schemas.ts";

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
