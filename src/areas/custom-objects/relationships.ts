import { recordId } from "../../domain/objects/custom-objects.ts";
import type { ObjectSchema, ObjectType, SchemaLink } from "../../domain/resources/custom-object.ts";
import { objectSchemas } from "../../domain/resources/custom-object.ts";
import { type Problem, type Refusal, conflict, invalid } from "../../jsonapi/refusal.ts";
import { invalidBody, invalidProblem, notFound, refused } from "../../jsonapi/refusal.ts";
import { type AreaBehavior, recordOf } from "../../verbs/invocation.ts";
import type { schemaRows } from "./operations.ts";
import { empty, type Outcome } from "../../verbs/outcome.ts";
import type { Account } from "../../world/account.ts";
import { ulid } from "../../world/ids.ts";
import type { Stored } from "../../world/store/record.ts";
import { put } from "../../world/store/store.ts";
import { withoutLinks } from "./schema-life.ts";

const anyProfile = "profile";

type Behavior = AreaBehavior<typeof schemaRows>;
type Call<Id extends keyof Behavior> = Parameters<Behavior[Id]>[0];

const isTo = (kind: Kind) => (link: SchemaLink) => (link.schema === null) === (kind === "profiles");
type Kind = "objects" | "profiles";

/** All of them are new, or none is. */
function create(
  kind: Kind,
  call: Call<"create_object_schema_relationship" | "create_profile_schema_relationship">,
): Outcome {
  const schema = recordOf(call) as ObjectSchema | Refusal;
  if (refused(schema)) return schema;
  const { account, body, now } = call;
  const problems: Problem[] = [];
  const links = [...schema.links];
  for (const [index, { id, meta }] of body.data.entries()) {
    const other = kind === "objects" ? account.table(objectSchemas).get(id) : undefined;
    if (kind === "profiles" ? id !== anyProfile : other === undefined) {
      const what = kind === "profiles" ? "a profile-object-schema" : "an object-schema";
      problems.push(invalidProblem(`/data/${index}/id`, `There is no ${what} with id ${id}.`));
      continue;
    }
    if (links.some((each) => isTo(kind)(each) && each.name === meta.name)) {
      return conflict("/data", `The schema has a relationship '${meta.name}' already.`);
    }
    const relationship_id = ulid(account.dice("object relationship"), account.idInstant(now));
    const { name, description } = meta;
    const ends = { schema: kind === "profiles" ? null : id, type: other?.type ?? null };
    links.push({ relationship_id, name, description: description ?? "", ...ends });
  }
  if (problems.length > 0) return invalidBody(problems);
  account.commit([put(objectSchemas, { ...schema, links })]);
  return empty(204);
}

function update(
  kind: Kind,
  call: Call<"update_object_schema_relationship" | "update_profile_schema_relationship">,
): Outcome {
  const schema = recordOf(call) as ObjectSchema | Refusal;
  if (refused(schema)) return schema;
  const { id, meta } = call.body.data;
  const link = schema.links
    .filter(isTo(kind))
    .find((each) => each.relationship_id === meta.relationship_id);
  if (link === undefined)
    return notFound(`The schema has no relationship ${meta.relationship_id}.`);
  if (id !== endOf(link)) return invalid("/data/id", `The relationship leads to ${endOf(link)}.`);
  const name = meta.name ?? link.name;
  const rival = schema.links.filter(isTo(kind)).find((each) => each !== link && each.name === name);
  if (rival !== undefined)
    return conflict("/data", `The schema has a relationship '${name}' already.`);
  const changed = { ...link, name, description: meta.description ?? link.description };
  const links = schema.links.map((each) => (each === link ? changed : each));
  call.account.commit([put(objectSchemas, { ...schema, links })]);
  return empty(204);
}

/** Removes all of them, or none: one that is not there refuses the whole. */
function remove(
  kind: Kind,
  call: Call<"delete_object_schema_relationship" | "delete_profile_schema_relationship">,
): Outcome {
  const schema = recordOf(call) as ObjectSchema | Refusal;
  if (refused(schema)) return schema;
  const { account, body } = call;
  const ids = body.data.map(({ meta }) => meta.relationship_id);
  const known = new Set(schema.links.filter(isTo(kind)).map((each) => each.relationship_id));
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined) return notFound(`The schema has no relationship ${missing}.`);
  account.commit(withoutLinks(account, schema, ids));
  return empty(204);
}

export const relationshipBehavior = {
  create_object_schema_relationship: (call) => create("objects", call),
  update_object_schema_relationship: (call) => update("objects", call),
  delete_object_schema_relationship: (call) => remove("objects", call),
  create_profile_schema_relationship: (call) => create("profiles", call),
  update_profile_schema_relationship: (call) => update("profiles", call),
  delete_profile_schema_relationship: (call) => remove("profiles", call),
} satisfies Partial<Behavior>;

const endOf = ({ schema }: SchemaLink): string => schema ?? anyProfile;

export const linksOf =
  (kind: Kind) =>
  ({ links }: ObjectSchema): Stored[] =>
    links.filter(isTo(kind)).map((link, seq) => shown(link, endOf(link), seq));

/** Those of a type are its current schema's, before that its draft's, and have names of their own as ids. */
export const typeLinksOf =
  (kind: Kind) =>
  ({ current, draft }: ObjectType, account: Account): Stored[] => {
    const schema = account.table(objectSchemas).get(current ?? draft ?? "");
    const links = schema?.links.filter(isTo(kind)) ?? [];
    return links.map((link, seq) => shown(link, recordId(link.type ?? anyProfile, link.name), seq));
  };

const shown = ({ relationship_id, name, description }: SchemaLink, id: string, seq: number) =>
  ({ id, seq, meta: { relationship_id, name, description } }) as Stored;
