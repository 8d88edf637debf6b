import { instant, many, one } from "../../contract/members.ts";
import { type RecordOf, resource } from "../../contract/resource.ts";
import { any, integer, list, literal, nullable, object, open } from "../../contract/shape.ts";
import { string, type Infer } from "../../contract/shape.ts";
import { collectionOf } from "../../world/store/collection-of.ts";

export const visibility = literal("private", "shared");
export const title = string({ minLength: 1, maxLength: 255 });

export const propertyTypes = ["boolean", "float", "int", "string", "timestamp"] as const;

/** A property of an object. Its id is for life: under another name it is still the same. */
export const property = object({
  id: integer({ min: 1 }),
  name: string({ minLength: 1 }),
  type: literal(...propertyTypes),
  "description?": nullable(string()),
});

export type Property = Infer<typeof property>;

const text = { shape: string(), default: "" } as const;
export const namespace = { shape: string({ minLength: 1 }), default: "custom-objects" } as const;
const status = literal("active", "draft", "publishing", "undefined");

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
  // How often its objects were made anew, which tells them from earlier ones.
  kept: { visibility, "round?": integer() },
  orders: ["created", "namespace"],
});

export type ObjectType = RecordOf<typeof objectType> & {
  readonly current: string | null;
  readonly draft: string | null;
};

/** How objects of a schema are related to others, or to profiles. */
export interface SchemaLink {
  readonly relationship_id: string;
  readonly name: string;
  readonly description: string;
  /** The other schema as it was named, and its type; null: profiles. */
  readonly schema: string | null;
  readonly type: string | null;
}

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

/** An object. Its id is its type's and the one that it has where it comes from. */
export const objectRecord = resource("object-record", {
  path: "/api/object-records",
  attributes: { record_properties: { shape: open() } },
  relationships: { "object-type": one("object-type", { from: "type", hidden: true }) },
  kept: { created: instant(), "round?": integer() },
  fields: { created: { type: "datetime" } },
  orders: [["object-type.id", "created"]],
  // @guess get_record*_for_object_type: The oldest record comes first.
  defaultSort: "created",
});

export type ObjectRecord = RecordOf<typeof objectRecord>;
export const objectRecords = collectionOf(objectRecord, {
  keys: { "object-type.id": ({ type }) => type, created: ({ created }) => created },
});

export const objectTypes = collectionOf(objectType);
