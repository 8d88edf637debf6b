import {
  objectSchema,
  objectType,
  property,
  visibility,
} from "../../domain/resources/custom-object.ts";
import { change, creation } from "../../contract/bodies.ts";
import { list, literal, nullable, object, open, string } from "../../contract/shape.ts";
import { sourceMapping } from "./resources.ts";
import { propertyMapping, relationshipMapping } from "../../domain/grammar/source-mappings.ts";

/** The largest source record, in bytes of its JSON text, and the most that come together. */
const recordBytesMax = 512_000;
const recordsMax = 500;

const newMapping = object({
  data: object({
    type: literal("source-mapping"),
    attributes: object({
      "property_mappings?": nullable(list(propertyMapping)),
      "relationship_mappings?": nullable(list(relationshipMapping)),
    }),
  }),
});

const embeddedSchema = object({
  data: object({
    type: literal("object-schema"),
    attributes: object({
      "properties?": nullable(list(property)),
      "status?": nullable(literal("active", "draft")),
      "required?": nullable(list(string())),
      "source-mapping?": nullable(newMapping),
    }),
  }),
});

export const newObjectType = object({
  data: creation(objectType, {
    "visibility?": nullable(visibility),
    "object-schema?": nullable(embeddedSchema),
  }),
});

export const newObjectSchema = object({
  data: creation(objectSchema, { "source-mapping?": nullable(newMapping) }),
});

export const changedObjectSchema = object({ data: change(objectSchema) });
export const changedSourceMapping = object({ data: change(sourceMapping) });

const sourceRecord = object({
  type: literal("data-source-record"),
  attributes: object({ record: open({ maxBytes: recordBytesMax }) }),
});

const ofSource = object({
  "data-source": object({ data: object({ type: literal("data-source"), id: string() }) }),
});

/** @guess create_data_source_record, bulk_create_data_source_records: The data source is required, though it is published as optional. */
export const newSourceRecord = object({
  data: object({
    type: literal("data-source-record-create-job"),
    attributes: object({ "data-source-record": object({ data: sourceRecord }) }),
    relationships: ofSource,
  }),
});

export const newSourceRecords = object({
  data: object({
    type: literal("data-source-record-bulk-create-job"),
    attributes: object({
      "data-source-records": object({ data: list(sourceRecord, { min: 1, max: recordsMax }) }),
    }),
    relationships: ofSource,
  }),
});

export const goneRecords = object({
  data: object({
    type: literal("object-record-bulk-delete-job"),
    relationships: object({
      "object-records": object({
        data: list(object({ type: literal("object-record"), id: string() }), {
          min: 1,
          max: recordsMax,
        }),
      }),
    }),
  }),
});

/** The relationships of a schema, as bodies name them: new ones, one with what changes, those that go. */
export const linkBodies = <const T extends string>(type: T) => {
  const named = { type: literal(type), id: string({ minLength: 1 }) };
  const relationship_id = string();
  const name = string({ minLength: 1, maxLength: 255 });
  const meta = { name, "description?": nullable(string()) };
  const some = { min: 1, max: 100 };
  return {
    create: object({ data: list(object({ ...named, meta: object(meta) }), some) }),
    update: object({
      data: object({
        ...named,
        meta: object({
          relationship_id,
          "name?": nullable(name),
          "description?": nullable(string()),
        }),
      }),
    }),
    remove: object({ data: list(object({ ...named, meta: object({ relationship_id }) }), some) }),
  };
};
