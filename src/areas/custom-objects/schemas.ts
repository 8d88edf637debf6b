import { type Refusal, single, conflict, invalidBody, invalidEnd } from "../../jsonapi/refusal.ts";
import { refused } from "../../jsonapi/refusal.ts";
import { settingsOf } from "../../domain/settings.ts";
import type { ObjectSchema, ObjectType } from "../../domain/resources/custom-object.ts";
import { objectSchemas, objectTypes, objectType } from "../../domain/resources/custom-object.ts";
import { type AreaBehavior, recordOf } from "../../verbs/invocation.ts";
import { recordNamed, freshId } from "../../verbs/write.ts";
import { empty, theChanged, theNew } from "../../verbs/outcome.ts";
import { drop, put } from "../../world/store/store.ts";
import { mappingProblems, schemaProblems } from "./check.ts";
import { relationshipBehavior } from "./relationships.ts";
import { type SourceMapping, sourceMappings } from "./resources.ts";
import { drafted, mappingsIn, mappedAnew, publish, schemasOf } from "./schema-life.ts";
import { unlinkedFrom } from "./schema-life.ts";
import type { schemaRows } from "./operations.ts";

/** Why an account may not have objects of its own (recorded.md, 1). */
const notEntitled = () =>
  single("forbidden", "Custom objects are not available for this account.", {
    pointer: "/data",
    hint:
      "custom objects are turned off: set custom_objects to true in the account's fixture, " +
      'or PATCH /_emulator/settings with { "customObjects": true }',
  });

const at = "/data/attributes";

export const schemaBehavior: AreaBehavior<typeof schemaRows> = {
  ...relationshipBehavior,

  create_object_type({ account, now, body }) {
    if (!settingsOf(account).customObjects) return notEntitled();
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
    const { properties, required } = given;
    const shape = { properties: properties ?? [], required: required ?? [] };
    const beginning = { title, description, ...shape };
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
    const type = account.table(objectTypes).get(id);
    if (type === undefined) {
      return invalidEnd("/data/relationships/object-type/data/id", "object-type", id);
    }
    if (type.draft !== null) {
      const hint = `change the draft with PATCH /api/object-schemas/${type.draft}`;
      return conflict("/data", `The object-type ${id} has a draft already: ${type.draft}.`, hint);
    }
    const {
      "source-mapping": mapping,
      status,
      title,
      description,
      properties,
      required,
    } = attributes;
    const said = { title, description: description ?? "" };
    const beginning = { ...said, properties, required: required ?? [] };
    const draft = drafted(account, type, beginning, mapping?.data.attributes, at, now);
    if (refused(draft)) return draft;
    account.commit(draft.changes);
    if (status === "active") publish(account, draft.schema, now);
    return theNew(account.table(objectSchemas).get(draft.schema.id) ?? draft.schema);
  },

  update_object_schema(call) {
    const before = recordNamed(call) as ObjectSchema | Refusal;
    if (refused(before)) return before;
    const { account, now } = call;
    if (before.status !== "draft") {
      const detail = `The object-schema ${before.id} is ${before.status}: only a draft can be changed.`;
      return conflict("/data", detail);
    }
    const { status, title, description, properties, required } = call.body.data.attributes;
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
    return theChanged(status === "active" ? publish(account, schema, now) : schema);
  },

  update_source_mapping(call) {
    const before = recordNamed(call) as SourceMapping | Refusal;
    if (refused(before)) return before;
    const { account, now } = call;
    const mapping = { ...before, ...mappingsIn(call.body.data.attributes, before) };
    const schema = account.table(objectSchemas).get(before.schema) as ObjectSchema;
    const problems = mappingProblems(account, mapping, schema, at);
    if (problems.length > 0) return invalidBody(problems);
    account.commit([put(sourceMappings, mapping)]);
    mappedAnew(account, schema, now);
    return theChanged(mapping);
  },
};
