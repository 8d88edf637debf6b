import type { Contract } from "../compile.ts";
import type { Attribute, Relationship, Resource } from "../resource.ts";
import { livesIn, type Revision } from "../revisions.ts";
import { type JsonSchema, jsonSchemaOf } from "../schema.ts";
import { type Components, type Ref, typeName } from "./components.ts";
import { exact, exactly, listOf, nullable, url } from "./schemas.ts";

/** A document while it is made. */
export interface Making {
  readonly contract: Contract;
  readonly revision: Revision;
  readonly components: Components;
}

/** The resource objects of a type, as `jsonapi/resource-object.ts` writes them in the revision. */
export function resourceSchema(making: Making, type: string): Ref {
  const { contract, components, revision } = making;
  return components.ref("schemas", typeName(type), () => {
    const resource = contract.resources.get(type);
    if (resource === undefined) throw new Error(`no resource ${type}`);
    const relationships = relationshipsSchema(making, resource);
    const linked = Object.values(resource.relationships).some(
      (each) => livesIn(each, revision) && !isAtTimes(each),
    );
    return exactly(
      {
        type: exact(type),
        id: idSchema(resource.idPattern),
        attributes: attributesSchema(resource, revision),
        ...(relationships && { relationships }),
        links: asSchema(components.ref("schemas", "ResourceLinks", () => exactly({ self: url }))),
      },
      linked ? [] : ["relationships"],
    );
  });
}

/** The type and the id of one. */
export function identifierSchema({ components }: Making, type: string): JsonSchema {
  return asSchema(
    components.ref("schemas", `${typeName(type)}Identifier`, () =>
      exactly({ type: exact(type), id: { type: "string" } }),
    ),
  );
}

/** The type, the id and the link of one, and none of its attributes. */
export function referenceSchema({ components }: Making, type: string): JsonSchema {
  return asSchema(
    components.ref("schemas", `${typeName(type)}Reference`, () =>
      exactly({
        type: exact(type),
        id: { type: "string" },
        attributes: exactly({}),
        links: exactly({ self: url }),
      }),
    ),
  );
}

export const asSchema = (ref: Ref): JsonSchema => ({ ...ref });

/** Ids of another form are refused (behaviour.md, 2). */
export const idSchema = (pattern: RegExp | undefined): JsonSchema => ({
  type: "string",
  ...(pattern && { pattern: pattern.source }),
});

function attributesSchema({ attributes }: Resource, revision: Revision): JsonSchema {
  const living = Object.entries(attributes).filter(([, each]) => livesIn(each, revision));
  const optional = living.filter(([, { additional, sparse }]) => additional || sparse);
  return exactly(
    Object.fromEntries(
      living.map(([name, attribute]) => [name, attributeSchema(attribute, revision)]),
    ),
    optional.map(([name]) => name),
  );
}

function attributeSchema(attribute: Attribute, revision: Revision): JsonSchema {
  const schema = valueSchema(attribute, revision);
  const asItIs = attribute.nullable === false || attribute.shape?.kind === "nullable";
  const whole = asItIs ? schema : nullable(schema);
  if (!attribute.additional) return whole;
  return { ...whole, description: "Only where additional-fields asks for it." };
}

function valueSchema(
  { type, shape, members, computed }: Attribute,
  revision: Revision,
): JsonSchema {
  // What is stored is shown as it is; what is worked out, as the revision knows it.
  if (shape !== undefined) return jsonSchemaOf(shape, computed ? revision : undefined);
  switch (type) {
    case "any":
      return {};
    case "datetime":
      return { type: "string", format: "date-time" };
    case "unix":
      return { type: "integer", description: "Seconds since 1970." };
    case "object":
      return members === undefined ? openObject : exactly(openMembers(members));
    default:
      return { type };
  }
}

/** Members of the customer's own naming: said out loud, since generators take silence for none. */
const openObject: JsonSchema = { type: "object", additionalProperties: true };

const openMembers = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, {}]));

function relationshipsSchema(making: Making, resource: Resource): JsonSchema | undefined {
  const living = Object.entries(resource.relationships).filter(([, each]) =>
    livesIn(each, making.revision),
  );
  if (living.length === 0) return undefined;
  const unlinked = living.filter(([, each]) => isAtTimes(each)).map(([name]) => name);
  return exactly(
    Object.fromEntries(living.map(([name, each]) => [name, relationshipSchema(making, each)])),
    unlinked,
  );
}

/** Whether a relationship is there in some answers only, as `jsonapi/resource-object.ts` has it. */
const isAtTimes = ({ unlinked, many, embedded, ifAny, later, only, unless }: Relationship) =>
  ifAny === true ||
  later === true ||
  only !== undefined ||
  unless !== undefined ||
  (unlinked === true && many && embedded === undefined);

/** To many, the identifiers are only there where the relationship is included or it is said. */
function relationshipSchema(making: Making, relationship: Relationship): JsonSchema {
  const { to, many, listed, linksOnly, relatedOnly, identifiersOnly, unlinked, ifAny } =
    relationship;
  const one = identifierSchema(making, to);
  const data = many ? listOf(one) : ifAny ? one : nullable(one);
  if (unlinked) return exactly({ data });
  const links = asSchema(
    making.components.variant(
      "schemas",
      "RelationshipLinks",
      exactly({
        ...(!relatedOnly && { self: url }),
        ...(!identifiersOnly && { related: url }),
      }),
    ),
  );
  if (linksOnly === true) return exactly({ links });
  const always = many ? listed === true : linksOnly === undefined;
  return exactly({ data, links }, always ? [] : ["data"]);
}
