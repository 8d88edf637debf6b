import { objectSchemas, objectTypes } from "../../domain/resources/custom-object.ts";
import {
  type ObjectSchema,
  type ObjectType,
  objectType,
} from "../../domain/resources/custom-object.ts";
import {
  conflict,
  invalid,
  invalidBody,
  invalidEnd,
  type Refusal,
  refused,
} from "../../jsonapi/refusal.ts";
import type { AreaBehavior } from "../../verbs/invocation.ts";
import { recordOf } from "../../verbs/get.ts";
import { empty, theChanged, theNew } from "../../verbs/outcome.ts";
import { freshId } from "../../verbs/write.ts";
import { drop, put } from "../../world/store/store.ts";
import { mappingProblems, schemaProblems } from "./check.ts";
import { notEntitled } from "./entitled.ts";
import { relationshipBehavior } from "./relationships.ts";
import { type SourceMapping, sourceMappings } from "./resources.ts";
import { drafted, mappedAnew, publish, schemasOf, unlinkedFrom } from "./schema-life.ts";
import type { schemaRows } from "./schema-rows.ts";

const at = "/data/attributes";

/** Types, the states of their schemas, and the mappings of these. */
export const schemaBehavior: AreaBehavior<typeof schemaRows> = {
  ...relationshipBehavior,

  create_object_type({ account, now, body }) {
    const refusal = notEntitled(account);
    if (refusal !== undefined) return refusal;
    const { "object-schema": schema, ...said } = body.data.attributes;
    const { status, "source-mapping": mapping, ...given } = schema?.data.attributes ?? {};
    const type: ObjectType = {
      id: freshId(account, objectType, now),
      seq: account.nextSeq(),
      title: said.title,
      description: said.description ?? "",
      visibility: said.visibility ?? "private",
      namespace: said.namespace ?? "custom-objects",
      status: "draft",
      created: now,
      updated: now,
      current: null,
      draft: null,
    };
    const { title, description } = type;
    const beginning = {
      title,
      description,
      properties: given.properties ?? [],
      required: given.required ?? [],
    };
    const place = `${at}/object-schema/data/attributes`;
    const draft = drafted(account, type, beginning, mapping?.data.attributes, place, now);
    if (refused(draft)) return draft;
    account.commit(draft.changes);
    if (status === "active") publish(account, draft.schema, now);
    return theNew(account.table(objectTypes).get(type.id) ?? type);
  },

  delete_object_type(call) {
    const type = recordOf(call);
    if (refused(type)) return type;
    const { account, now } = call;
    account.commit([...schemasOf(account, type.id), drop(objectTypes, type.id)]);
    account.later("object-type-gone", type.id, now);
    account.commit(unlinkedFrom(account, type.id));
    return empty(204);
  },

  create_object_schema({ account, now, body }) {
    const { attributes, relationships } = body.data;
    const { id } = relationships["object-type"].data;
    const type = account.table(objectTypes).get(id) as ObjectType | undefined;
    if (type === undefined) {
      return invalidEnd("/data/relationships/object-type/data/id", "object-type", id);
    }
    if (type.draft !== null)
      return conflict(
        "/data",
        `The object-type ${id} has a draft already: ${type.draft}.`,
        `change the draft with PATCH /api/object-schemas/${type.draft}`,
      );
    const { "source-mapping": mapping, status, ...given } = attributes;
    const beginning = {
      title: given.title,
      description: given.description ?? "",
      properties: given.properties,
      required: given.required ?? [],
    };
    const draft = drafted(account, type, beginning, mapping?.data.attributes, at, now);
    if (refused(draft)) return draft;
    account.commit(draft.changes);
    if (status === "active") publish(account, draft.schema, now);
    return theNew(account.table(objectSchemas).get(draft.schema.id) ?? draft.schema);
  },

  update_object_schema(call) {
    const before = recordOf(call) as ObjectSchema | Refusal;
    if (refused(before)) return before;
    const { account, now } = call;
    const { id, attributes } = call.body.data;
    if (id !== before.id) return invalid("/data/id", `The id must be the path's: ${before.id}.`);
    if (before.status !== "draft") {
      return conflict(
        "/data",
        `The object-schema ${id} is ${before.status}: only a draft can be changed.`,
      );
    }
    const { status, title, description, properties, required } = attributes;
    const schema: ObjectSchema = {
      ...before,
      title: title ?? before.title,
      description: description ?? before.description,
      properties: properties ?? before.properties,
      required: required ?? before.required,
    };
    const problems = schemaProblems(schema, at);
    if (problems.length > 0) return invalidBody(problems);
    const type = account.table(objectTypes).get(schema.type) as ObjectType;
    const alike = { title: schema.title, description: schema.description, updated: now };
    account.commit([put(objectSchemas, schema), put(objectTypes, { ...type, ...alike })]);
    if (status === "active") return theChanged(publish(account, schema, now));
    return theChanged(schema);
  },

  update_source_mapping(call) {
    const before = recordOf(call) as SourceMapping | Refusal;
    if (refused(before)) return before;
    const { account, now } = call;
    const { id, attributes } = call.body.data;
    if (id !== before.id) return invalid("/data/id", `The id must be the path's: ${before.id}.`);
    const mapping: SourceMapping = {
      ...before,
      property_mappings: attributes.property_mappings ?? before.property_mappings,
      relationship_mappings: attributes.relationship_mappings ?? before.relationship_mappings,
    };
    const schema = account.table(objectSchemas).get(before.schema) as ObjectSchema;
    const problems = mappingProblems(account, mapping, schema, at);
    if (problems.length > 0) return invalidBody(problems);
    account.commit([put(sourceMappings, mapping)]);
    mappedAnew(account, schema, now);
    return theChanged(mapping);
  },
};
