import { objectSchema, objectType, property } from "../../domain/resources/custom-object.ts";
import { visibility, objectRecord } from "../../domain/resources/custom-object.ts";
import { bodyOf, named } from "../bodies.ts";
import { change, creation } from "../../contract/bodies.ts";
import { list as listOf, literal, nullable, object, open, string } from "../../contract/shape.ts";
import { sourceMapping, dataSource, goneRecordsJob, sourceRecordJob } from "./resources.ts";
import { sourceRecordsJob } from "./resources.ts";
import { propertyMapping, relationshipMapping } from "../../domain/grammar/source-mappings.ts";
import { fixedPages } from "../../contract/row-options.ts";
import { action, get, list, relations, rows } from "../../contract/rows.ts";

/** The largest source record, in bytes of its JSON text, and the most that come together. */
const recordBytesMax = 512_000;
const recordsMax = 500;

const newMapping = bodyOf("source-mapping", {
  attributes: object({
    "property_mappings?": nullable(listOf(propertyMapping)),
    "relationship_mappings?": nullable(listOf(relationshipMapping)),
  }),
});

const embeddedSchema = bodyOf("object-schema", {
  attributes: object({
    "properties?": nullable(listOf(property)),
    "status?": nullable(literal("active", "draft")),
    "required?": nullable(listOf(string())),
    "source-mapping?": nullable(newMapping),
  }),
});

const newObjectType = object({
  data: creation(objectType, {
    "visibility?": nullable(visibility),
    "object-schema?": nullable(embeddedSchema),
  }),
});

const newObjectSchema = object({
  data: creation(objectSchema, { "source-mapping?": nullable(newMapping) }),
});

const sourceRecord = object({
  type: literal("data-source-record"),
  attributes: object({ record: open({ maxBytes: recordBytesMax }) }),
});

const ofSource = object({ "data-source": object({ data: named("data-source") }) });

/** @guess create_data_source_record, bulk_create_data_source_records: The data source is required, though it is published as optional. */
const newSourceRecord = bodyOf("data-source-record-create-job", {
  attributes: object({ "data-source-record": object({ data: sourceRecord }) }),
  relationships: ofSource,
});

const someRecords = { min: 1, max: recordsMax };

const newSourceRecords = bodyOf("data-source-record-bulk-create-job", {
  attributes: object({
    "data-source-records": object({ data: listOf(sourceRecord, someRecords) }),
  }),
  relationships: ofSource,
});

const goneRecords = bodyOf("object-record-bulk-delete-job", {
  relationships: object({
    "object-records": object({ data: listOf(named("object-record"), someRecords) }),
  }),
});

/** The relationships of a schema, as bodies name them: new ones, one with what changes, those that go. */
const linkBodies = <const T extends string>(type: T) => {
  const end = { type: literal(type), id: string({ minLength: 1 }) };
  const relationship_id = string();
  const name = string({ minLength: 1, maxLength: 255 });
  const meta = { name, "description?": nullable(string()) };
  const some = { min: 1, max: 100 };
  return {
    create: object({ data: listOf(object({ ...end, meta: object(meta) }), some) }),
    update: object({
      data: object({
        ...end,
        meta: object({
          relationship_id,
          "name?": nullable(name),
          "description?": nullable(string()),
        }),
      }),
    }),
    remove: object({ data: listOf(object({ ...end, meta: object({ relationship_id }) }), some) }),
  };
};

export const recordRows = [
  ...rows(dataSource, ["list", "create", "get", "remove"]),
  action(sourceRecordsJob, "bulk_create_data_source_records", {
    bodyBytesMax: 4_000_000,
    body: newSourceRecords,
  }),
  action(sourceRecordJob, "create_data_source_record", { body: newSourceRecord }),
  action(objectRecord, "get_object_record"),
  action(goneRecordsJob, "bulk_delete_object_records", { body: goneRecords }),
  ...relations(objectType, ["object-records"]),
  ...relations(objectType, ["object-ingestion-logs"], { paging: [fixedPages(50)] }),
] as const;

const objectLinks = linkBodies("object-schema");
const profileLinks = linkBodies("profile-object-schema");

export const schemaRows = [
  list(objectType, "get_object_types"),
  action(objectType, "create_object_type", { body: newObjectType }),
  get(objectType, "get_object_type"),
  ...relations(objectType, [
    "current-schema",
    "draft-schema",
    "schema-versions",
    "object-types",
    "profile-object-types",
  ]),
  action(objectSchema, "create_object_schema", { body: newObjectSchema }),
  get(objectSchema, "get_object_schema"),
  action(objectSchema, "update_object_schema", { body: object({ data: change(objectSchema) }) }),
  ...relations(objectSchema, ["source-mapping", "object-schemas"]),
  action(objectSchema, "create_object_schema_relationship", { body: objectLinks.create }),
  action(objectSchema, "update_object_schema_relationship", { body: objectLinks.update }),
  action(objectSchema, "delete_object_schema_relationship", { body: objectLinks.remove }),
  ...relations(objectSchema, ["profile-object-schemas"]),
  action(objectSchema, "create_profile_schema_relationship", { body: profileLinks.create }),
  action(objectSchema, "update_profile_schema_relationship", { body: profileLinks.update }),
  action(objectSchema, "delete_profile_schema_relationship", { body: profileLinks.remove }),
  get(sourceMapping, "get_source_mapping"),
  action(sourceMapping, "update_source_mapping", { body: object({ data: change(sourceMapping) }) }),
  action(objectType, "delete_object_type"),
] as const;
