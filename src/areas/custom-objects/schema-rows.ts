import { objectSchema, objectType } from "../../domain/resources/custom-object.ts";
import { action, get, list, relation } from "../../contract/rows.ts";
import {
  changedObjectSchema,
  changedSourceMapping,
  linkBodies,
  newObjectSchema,
  newObjectType,
} from "./body.ts";
import { sourceMapping } from "./resources.ts";

const common = { tier: "S", since: "2026-07-15" } as const;
export const reading = { ...common, scopes: ["custom-objects:read"] } as const;
export const writing = { ...common, scopes: ["custom-objects:write"] } as const;

const ofSchema = { ...reading, fields: ["object-schema"] } as const;

/** The rows that change the relationships of schemas to others, or to profiles. */
function linkRows<
  const T extends string,
  const C extends string,
  const U extends string,
  const D extends string,
>(type: T, [created, updated, deleted]: readonly [C, U, D]) {
  const at = `${objectSchema.path}/{id}/relationships/${type}s`;
  const bodies = linkBodies(type);
  const done = { ...writing, success: 204, empty: true } as const;
  return [
    action(objectSchema, created, { post: at, ...done, body: bodies.create }),
    action(objectSchema, updated, { patch: at, ...done, body: bodies.update }),
    action(objectSchema, deleted, { delete: at, ...done, body: bodies.remove }),
  ] as const;
}

export const schemaRows = [
  list(objectType, "get_object_types", {
    ...reading,
    filter: { namespace: ["equals"] },
    include: ["current-schema", "draft-schema"],
    fields: ["object-schema", "object-type"],
  }),
  action(objectType, "create_object_type", {
    post: objectType.path,
    ...writing,
    fields: ["object-type"],
    body: newObjectType,
    success: 201,
  }),
  get(objectType, "get_object_type", {
    ...reading,
    include: [
      "current-schema",
      "draft-schema",
      "object-types",
      "profile-object-types",
      "schema-versions",
    ],
    fields: ["object-schema", "object-type", "profile-object-type"],
  }),
  ...relation(
    objectType,
    "current-schema",
    ["get_current_schema_for_object_type", "get_current_schema_id_for_object_type"],
    ofSchema,
  ),
  ...relation(
    objectType,
    "draft-schema",
    ["get_draft_schema_for_object_type", "get_draft_schema_id_for_object_type"],
    ofSchema,
  ),
  ...relation(
    objectType,
    "schema-versions",
    ["get_schema_versions_for_object_type", "get_schema_version_ids_for_object_type"],
    ofSchema,
  ),
  relation(objectType, "object-types", ["", "get_object_type_relationships"], reading)[1],
  relation(objectType, "profile-object-types", ["", "get_profile_type_relationships"], reading)[1],
  action(objectSchema, "create_object_schema", {
    post: objectSchema.path,
    ...writing,
    fields: ["object-schema"],
    body: newObjectSchema,
    success: 201,
  }),
  get(objectSchema, "get_object_schema", {
    ...reading,
    include: ["object-schemas", "profile-object-schemas", "source-mapping"],
    fields: ["object-schema", "profile-object-schema", "source-mapping"],
  }),
  action(objectSchema, "update_object_schema", {
    patch: `${objectSchema.path}/{id}`,
    ...writing,
    fields: ["object-schema"],
    body: changedObjectSchema,
    success: 200,
  }),
  ...relation(
    objectSchema,
    "source-mapping",
    ["get_source_mapping_for_object_schema", "get_source_mapping_id_for_object_schema"],
    { ...reading, fields: ["source-mapping"] },
  ),
  relation(objectSchema, "object-schemas", ["", "get_object_schema_relationships"], reading)[1],
  ...linkRows("object-schema", [
    "create_object_schema_relationship",
    "update_object_schema_relationship",
    "delete_object_schema_relationship",
  ]),
  relation(
    objectSchema,
    "profile-object-schemas",
    ["", "get_profile_schema_relationships"],
    reading,
  )[1],
  ...linkRows("profile-object-schema", [
    "create_profile_schema_relationship",
    "update_profile_schema_relationship",
    "delete_profile_schema_relationship",
  ]),
  get(sourceMapping, "get_source_mapping", { ...reading, fields: ["source-mapping"] }),
  action(sourceMapping, "update_source_mapping", {
    patch: `${sourceMapping.path}/{id}`,
    ...writing,
    fields: ["source-mapping"],
    body: changedSourceMapping,
    success: 200,
  }),
  action(objectType, "delete_object_type", {
    delete: `${objectType.path}/{id}`,
    ...writing,
    success: 204,
    empty: true,
  }),
] as const;
