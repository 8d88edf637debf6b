import { instant } from "../../contract/attribute.ts";
import { many, one } from "../../contract/relationship.ts";
import { derived, type RecordOf, resource, unstored } from "../../contract/resource.ts";
import {
  any,
  integer,
  list,
  literal,
  nullable,
  object,
  open,
  string,
} from "../../contract/shape.ts";
import { collectionOf } from "../../world/collection-of.ts";
import { property, propertyMapping, relationshipMapping, title, visibility } from "./shapes.ts";

const text = { shape: string(), default: "" } as const;
const namespace = { shape: string({ minLength: 1 }), default: "custom-objects" } as const;
const status = literal("active", "draft", "publishing", "undefined");

/** Where records come from. */
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

/** A kind of object, of which each schema is a version. */
export const objectType = resource("object-type", {
  path: "/api/object-types",
  id: "ulid",
  attributes: {
    title: { shape: title, write: "create", required: true },
    description: { ...text, write: "create" },
    status: { shape: status },
    namespace: { ...namespace, write: "create" },
    created_at: { shape: instant(), from: "created" },
    updated_at: { shape: instant(), from: "updated" },
  },
  relationships: {
    "current-schema": one("object-schema", { from: "current", optional: true }),
    "draft-schema": one("object-schema", { from: "draft", optional: true }),
    "schema-versions": many("object-schema"),
    "object-types": many("object-type-link"),
    "profile-object-types": many("profile-object-type"),
    "object-records": many("object-record", { by: "object-type.id", hidden: true }),
    "object-ingestion-logs": many("object-ingestion-log", { by: "object-type.id", hidden: true }),
  },
  kept: { visibility },
  orders: ["created", "namespace"],
});

export type ObjectType = RecordOf<typeof objectType> & {
  readonly current: string | null;
  readonly draft: string | null;
};
export const objectTypes = collectionOf(objectType);

/** That objects of a schema are related to others, or to profiles, and how that is called. */
export interface SchemaLink {
  readonly relationship_id: string;
  readonly name: string;
  readonly description: string;
  /** The other schema as it was named, and its type; null: profiles. */
  readonly schema: string | null;
  readonly type: string | null;
}

/** What objects of a type are like. */
export const objectSchema = resource("object-schema", {
  path: "/api/object-schemas",
  id: "ulid",
  attributes: {
    title: { shape: title, write: "always", required: true },
    description: { ...text, write: "always" },
    status: { shape: status, write: "always", body: nullable(literal("active", "draft")) },
    properties: { shape: list(property), write: "always", required: true },
    required: { shape: list(string()), write: "always", default: [] },
    published_at: { shape: nullable(instant()) },
    visibility: { shape: visibility },
  },
  relationships: {
    "source-mapping": one("source-mapping", { from: "mapping" }),
    "object-schemas": many("object-schema-link"),
    "profile-object-schemas": many("profile-object-schema"),
    "object-type": one("object-type", {
      from: "type",
      write: "create",
      required: true,
      hidden: true,
    }),
  },
  kept: { version: integer(), links: any<readonly SchemaLink[]>() },
  fields: { version: { type: "integer" } },
  orders: [["object-type.id", "version"]],
});

export type ObjectSchema = RecordOf<typeof objectSchema>;
export const objectSchemas = collectionOf(objectSchema, {
  keys: { version: ({ version }) => version },
});

/** How the records of data sources become objects of a schema. */
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

/** An object. Its id is its type's and the one that it has where it comes from. */
export const objectRecord = resource("object-record", {
  path: "/api/object-records",
  attributes: { record_properties: { shape: open() } },
  relationships: { "object-type": one("object-type", { from: "type", hidden: true }) },
  kept: { created: instant() },
  fields: { created: { type: "datetime" } },
  orders: [["object-type.id", "created"]],
  // @guess
  defaultSort: "created",
});

export type ObjectRecord = RecordOf<typeof objectRecord>;
export const objectRecords = collectionOf(objectRecord, {
  keys: { "object-type.id": ({ type }) => type, created: ({ created }) => created },
});

/** Why a record of a data source did not become an object. */
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

/** What is asked for, and never shown. */
const jobOf = <const T extends string>(type: T) => unstored(type, { path: `/api/${type}s` });
export const sourceRecordJob = jobOf("data-source-record-create-job");
export const sourceRecordsJob = jobOf("data-source-record-bulk-create-job");
export const goneRecordsJob = jobOf("object-record-bulk-delete-job");
