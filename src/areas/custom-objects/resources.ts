import { instant, one } from "../../contract/members.ts";
import { derived, type RecordOf, resource, unstored } from "../../contract/resource.ts";
import { list, literal, nullable, object, string } from "../../contract/shape.ts";
import { namespace, objectSchema, objectType } from "../../domain/resources/custom-object.ts";
import { title, visibility } from "../../domain/resources/custom-object.ts";
import { collectionOf } from "../../world/store/collection-of.ts";
import { propertyMapping, relationshipMapping } from "../../domain/grammar/source-mappings.ts";
import type { Stored } from "../../world/store/record.ts";
import { collection } from "../../world/store/store.ts";

const text = { shape: string(), default: "" } as const;

export const dataSource = resource("data-source", {
  path: "/api/data-sources",
  id: "ulid",
  attributes: {
    title: { shape: title, write: "create", required: true },
    visibility: { shape: visibility, write: "create", default: "private" },
    description: { ...text, write: "create" },
    namespace: { ...namespace, write: "create", since: "2026-01-15" },
  },
  natural: [["namespace", "title"]],
  orders: ["id", ["namespace", "title"]],
  defaultSort: "id",
});

export type DataSource = RecordOf<typeof dataSource>;
export const dataSources = collectionOf(dataSource);

export const sourceMapping = resource("source-mapping", {
  path: "/api/source-mappings",
  id: "ulid",
  attributes: {
    property_mappings: { shape: list(propertyMapping), write: "update", default: [] },
    relationship_mappings: { shape: list(relationshipMapping), write: "update", default: [] },
  },
  kept: { schema: string() },
});

export type SourceMapping = RecordOf<typeof sourceMapping>;
export const sourceMappings = collectionOf(sourceMapping);

export const ingestionLog = resource("object-ingestion-log", {
  path: "/api/object-ingestion-logs",
  id: "ulid",
  attributes: {
    status: { shape: literal("error", "info", "warning") },
    event_type: { shape: literal("validation_error") },
    timestamp: { shape: instant() },
    summary: { shape: string() },
    errors: {
      shape: list(
        object({
          code: string(),
          message: string(),
          property: string(),
          "invalid_value?": nullable(string()),
        }),
      ),
    },
  },
  relationships: {
    "object-type": one("object-type", { from: "type", unlinked: true }),
    "object-record": one("object-record", { from: "record", unlinked: true, ifAny: true }),
  },
  fields: { record_id: { type: "string", from: "object-record.id" } },
  orders: [["object-type.id", "timestamp"], "timestamp", "object-record.id"],
  defaultSort: "-timestamp",
});

export type IngestionLog = RecordOf<typeof ingestionLog>;
export const ingestionLogs = collectionOf(ingestionLog);

const meta = {
  meta: {
    shape: object({
      relationship_id: string(),
      name: string(),
      "description?": nullable(string()),
    }),
  },
} as const;

/** A relationship of a schema or of a type is shown as what it leads to, with nothing but its own name. */
export const schemaLink = derived("object-schema-link", {
  as: "object-schema",
  path: objectSchema.path,
  attributes: meta,
});
export const typeLink = derived("object-type-link", {
  as: "object-type",
  path: objectType.path,
  attributes: meta,
});
export const profileSchema = derived("profile-object-schema", {
  path: "/api/profile-object-schemas",
  attributes: meta,
});
export const profileType = derived("profile-object-type", {
  path: "/api/profile-object-types",
  attributes: meta,
});

const jobOf = <const T extends string>(type: T) => unstored(type, { path: `/api/${type}s` });
export const sourceRecordJob = jobOf("data-source-record-create-job");
export const sourceRecordsJob = jobOf("data-source-record-bulk-create-job");
export const goneRecordsJob = jobOf("object-record-bulk-delete-job");

/** What a data source was sent, as it came: a schema that is published later maps it anew. */
export interface SourceRecord extends Stored {
  readonly source: string;
  readonly received: number;
  readonly record: Readonly<Record<string, unknown>>;
}

/** Their ids sort as they came. */
export const sourceRecords = collection<SourceRecord>("data-source-record", {
  keys: { source: ({ source }) => source },
  indexes: [["source"]],
  internal: true,
});

/** What each feed last said of an object whose properties come from several. */
export interface ObjectParts extends Stored {
  readonly type: string;
  /** That of its type when it was said. */
  readonly round?: number | undefined;
  /** By feed, then by the name of the property. */
  readonly values: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export const objectParts = collection<ObjectParts>("object-part", {
  keys: { type: ({ type }) => type, id: ({ id }) => id },
  indexes: [["type", "id"]],
  internal: true,
});

/** That an object was deleted: what its data sources had been sent by then makes it no more. */
export interface ObjectDeletion extends Stored {
  readonly type: string;
}

export const objectDeletions = collection<ObjectDeletion>("object-deletion", {
  keys: { type: ({ type }) => type },
  indexes: [["type"]],
  internal: true,
});
