import { objectLinks } from "../../domain/objects/records.ts";
import type { ObjectSchema, ObjectType } from "../../domain/resources/custom-object.ts";
import { objectSchemas, objectTypes, objectSchema } from "../../domain/resources/custom-object.ts";
import { invalidBody, type Refusal } from "../../jsonapi/refusal.ts";
import { freshId } from "../../verbs/write.ts";
import type { Account } from "../../world/account.ts";
import { type Change, drop, put } from "../../world/store/store.ts";
import { mappingProblems, schemaProblems } from "./check.ts";
import { type SourceMapping, sourceMapping, sourceMappings } from "./resources.ts";
import { remap } from "./remap.ts";
import type { PropertyMapping, RelationshipMapping } from "../../domain/grammar/source-mappings.ts";

type Beginning = Pick<ObjectSchema, "title" | "description" | "properties" | "required">;
interface GivenMapping {
  readonly property_mappings?: readonly PropertyMapping[] | null;
  readonly relationship_mappings?: readonly RelationshipMapping[] | null;
}

/** A draft beside the current schema. Title and description are the type's, too. */
// @guess create_object_schema: A draft starts with the relationships and the mapping of the current schema.
export function drafted(
  account: Account,
  type: ObjectType,
  beginning: Beginning,
  given: GivenMapping | null | undefined,
  place: string,
  now: number,
): { readonly schema: ObjectSchema; readonly changes: readonly Change[] } | Refusal {
  const current = account.table(objectSchemas).get(type.current ?? "");
  const before = account.table(sourceMappings).get(current?.mapping ?? "");
  const id = freshId(account, objectSchema, now);
  const links = current?.links ?? [];
  const mapping: SourceMapping = {
    id: freshId(account, sourceMapping, now),
    seq: account.nextSeq(),
    ...mappingsIn(given, before),
    schema: id,
  };
  const problems = [
    ...schemaProblems(beginning, place),
    ...mappingProblems(
      account,
      mappingsIn(given),
      { properties: beginning.properties, links },
      `${place}/source-mapping/data/attributes`,
    ),
  ];
  if (problems.length > 0) return invalidBody(problems);
  const [latest] = versionsOf(account, type.id);
  const schema: ObjectSchema = {
    id,
    seq: account.nextSeq(),
    ...beginning,
    status: "draft",
    published_at: null,
    visibility: type.visibility,
    version: (latest?.version ?? 0) + 1,
    links,
    mapping: mapping.id,
    type: type.id,
  };
  const { title, description } = beginning;
  const changed = { ...type, title, description, draft: id, updated: now };
  return {
    schema,
    changes: [put(objectTypes, changed), put(objectSchemas, schema), put(sourceMappings, mapping)],
  };
}

/** The mappings that are given; of what is not said, those before. */
export const mappingsIn = (given: GivenMapping | null | undefined, before?: SourceMapping) => ({
  property_mappings: given?.property_mappings ?? before?.property_mappings ?? [],
  relationship_mappings: given?.relationship_mappings ?? before?.relationship_mappings ?? [],
});

/** All schemas of a type, the newest first. @guess get_schema_version*_for_object_type: The newest version comes first, and a draft is among them. */
export const versionsOf = (account: Account, type: string): ObjectSchema[] => [
  ...account
    .table(objectSchemas)
    .scan(["object-type.id", "version"], { prefix: [type], descending: true }),
];

export function publish(account: Account, draft: ObjectSchema, now: number): ObjectSchema {
  const publishing: ObjectSchema = { ...draft, status: "publishing" };
  const type = account.table(objectTypes).get(draft.type) as ObjectType;
  account.commit([
    put(objectSchemas, publishing),
    put(objectTypes, { ...type, status: "publishing", updated: now }),
  ]);
  account.process(["schema-publish"], draft.id, now);
  return publishing;
}

/** The draft takes the place of the current schema. @guess update_object_schema: A schema that was replaced has the status `undefined`. */
export function published(account: Account, id: string, now: number): void {
  const schema = account.table(objectSchemas).get(id);
  const type = account.table(objectTypes).get(schema?.type ?? "");
  if (schema?.status !== "publishing" || type === undefined) return;
  const old = account.table(objectSchemas).get(type.current ?? "");
  const active = { status: "active", updated: now, current: id, draft: null } as const;
  account.commit([
    ...(old === undefined ? [] : [put(objectSchemas, { ...old, status: "undefined" as const })]),
    put(objectSchemas, { ...schema, status: "active", published_at: now }),
    put(objectTypes, { ...type, ...active }),
  ]);
  remap(account, type.id, now);
}

/** What is current, and says something else of its source records now. */
// @guess update_object_schema, update_source_mapping: A new schema or mapping applies to the records that were sent before.
export function mappedAnew(account: Account, schema: ObjectSchema, now: number): void {
  const type = account.table(objectTypes).get(schema.type);
  if (type?.current === schema.id) remap(account, type.id, now);
}

export const schemasOf = (account: Account, type: string): Change[] =>
  versionsOf(account, type).flatMap(({ id, mapping }) => [
    drop(objectSchemas, id),
    drop(sourceMappings, mapping),
  ]);

export const unlinkedFrom = (account: Account, type: string): Change[] =>
  [...account.table(objectSchemas).all()].flatMap((schema) => {
    const links = schema.links.filter((each) => each.type === type);
    const ids = links.map((each) => each.relationship_id);
    return ids.length === 0 ? [] : withoutLinks(account, schema, ids);
  });

/** The changes after which a schema has these relationships no more, nor its mapping, nor an object. */
export function withoutLinks(account: Account, schema: ObjectSchema, ids: readonly string[]) {
  const mapping = account.table(sourceMappings).get(schema.mapping);
  const links = schema.links.filter((each) => !ids.includes(each.relationship_id));
  const rest = mapping?.relationship_mappings.filter((each) => !ids.includes(each.relationship_id));
  const isCurrent = account.table(objectTypes).get(schema.type)?.current === schema.id;
  const related = isCurrent
    ? [...account.table(objectLinks).scan(["type", "id"], { prefix: [schema.type] })]
    : [];
  return [
    ...related
      .filter(({ relationship }) => ids.includes(relationship))
      .map(({ id }) => drop(objectLinks, id)),
    put(objectSchemas, { ...schema, links }),
    ...(mapping && rest ? [put(sourceMappings, { ...mapping, relationship_mappings: rest })] : []),
  ];
}
