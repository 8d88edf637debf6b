import { objectSchema, objectType } from "../../domain/resources/custom-object.ts";
import { action, get, list, relations } from "../../contract/rows.ts";
import {
  changedObjectSchema,
  changedSourceMapping,
  linkBodies,
  newObjectSchema,
  newObjectType,
} from "./body.ts";
import { sourceMapping } from "./resources.ts";

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
  action(objectSchema, "update_object_schema", { body: changedObjectSchema }),
  ...relations(objectSchema, ["source-mapping", "object-schemas"]),
  action(objectSchema, "create_object_schema_relationship", { body: objectLinks.create }),
  action(objectSchema, "update_object_schema_relationship", { body: objectLinks.update }),
  action(objectSchema, "delete_object_schema_relationship", { body: objectLinks.remove }),
  ...relations(objectSchema, ["profile-object-schemas"]),
  action(objectSchema, "create_profile_schema_relationship", { body: profileLinks.create }),
  action(objectSchema, "update_profile_schema_relationship", { body: profileLinks.update }),
  action(objectSchema, "delete_profile_schema_relationship", { body: profileLinks.remove }),
  get(sourceMapping, "get_source_mapping"),
  action(sourceMapping, "update_source_mapping", { body: changedSourceMapping }),
  action(objectType, "delete_object_type"),
] as const;
