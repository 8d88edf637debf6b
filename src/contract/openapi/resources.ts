import type { Contract } from "../compile.ts";
import type { Attribute, Relationship, Resource } from "../resource.ts";
import { livesIn, type Revision } from "../revisions.ts";
import { type JsonSchema, jsonSchemaOf } from "../schema.ts";
import { type Components, type Ref, referring, typeName } from "./components.ts";
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
        attributes: attributesSchema(making, resource),
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

export const asSchema = (ref: Ref): JsonSchema => ({ ...ref });

/** Ids of another form are refused (behaviour.md, 2). */
export const idSchema = (pattern: RegExp | undefined): JsonSchema => ({
  type: "string",
  ...(pattern && { pattern: pattern.source }),
});

function attributesSchema(making: Making, { attributes }: Resource): JsonSchema {
  const living = Object.entries(attributes).filter(([, each]) => livesIn(each, making.revision));
  const optional = living.filter(([, { additional, sparse }]) => additional || sparse);
  return exactly(
    Object.fromEntries(
      living.map(([name, attribute]) => [name, attributeSchema(making, attribute)]),
    ),
    optional.map(([name]) => name),
  );
}

function attributeSchema(making: Making, attribute: Attribute): JsonSchema {
  const schema = valueSchema(making, attribute);
  const asItIs = attribute.nullable === false || attribute.shape?.kind === "nullable";
  const whole = asItIs ? schema : nullable(schema);
  if (!attribute.additional) return whole;
  return { ...whole, description: "Only where additional-fields asks for it." };
}

function valueSchema(
  { components, revision }: Making,
  { type, shape, members, computed }: Attribute,
): JsonSchema {
  // What is stored is shown as it is; what is worked out, as the revision knows it.
  if (shape !== undefined) {
    return jsonSchemaOf(shape, computed ? revision : undefined, referring(components));
  }
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

/** Without links, those of many are there only where they are included. */
const isAtTimes = ({ unlinked, many }: Relationship): boolean => unlinked === true && many;

/** To many, the identifiers are only there where the relationship is included. */
function relationshipSchema(making: Making, relationship: Relationship): JsonSchema {
  const { to, many, embedded, relatedOnly, identifiersOnly, unlinked } = relationship;
  const one = identifierSchema(making, to);
  if (embedded !== undefined) return exactly({ data: listOf(one) });
  if (unlinked) return exactly({ data: many ? listOf(one) : nullable(one) });
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
  if (many) return exactly({ data: listOf(one), links }, ["data"]);
  return exactly({ data: nullable(one), links });
}
