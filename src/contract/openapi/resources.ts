import type { Contract, Operation } from "../compile.ts";
import type { Ability } from "../operation.ts";
import { type Attribute, isIn, type Relationship } from "../members.ts";
import { type Resource, writtenAs } from "../resource.ts";
import { livesIn, type Revision } from "../revisions.ts";
import { type JsonSchema, jsonSchemaOf } from "../schema.ts";
import { referring, typeName, exact, exactly, listOf, nullable, url } from "./components.ts";
import type { Components, Ref } from "./components.ts";

export interface Making {
  readonly contract: Contract;
  readonly revision: Revision;
  readonly components: Components;
  readonly operation?: Operation;
}

/** The resource objects of a type, as `jsonapi/resource-object.ts` writes them in the revision. */
export function resourceSchema(making: Making, type: string): Ref {
  const { components, revision } = making;
  const resource = resourceOf(making, type);
  return components.ref("schemas", resourceName(making, type), () => {
    const relationships = relationshipsSchema(making, resource);
    const linked = Object.values(resource.relationships).some(
      (each) => livesIn(each, revision) && !each.hidden && !isAtTimes(each),
    );
    return exactly(
      {
        type: exact(writtenAs(resource)),
        id: idSchema(resource),
        attributes: attributesSchema(making, resource),
        ...(relationships && { relationships }),
        ...(livesIn(resource.linked ?? {}, revision) && {
          links: components.ref("schemas", "ResourceLinks", () => exactly({ self: url })),
        }),
      },
      linked ? [] : ["relationships"],
    );
  });
}

export function identifierSchema({ components, contract }: Making, of: string): JsonSchema {
  const type = writtenAs(contract.resources.get(of) ?? { type: of });
  return components.ref("schemas", `${typeName(type)}Identifier`, () =>
    exactly({ type: exact(type), id: { type: "string" } }),
  );
}

export function referenceSchema({ components }: Making, type: string): JsonSchema {
  return components.ref("schemas", `${typeName(type)}Reference`, () =>
    exactly({
      type: exact(type),
      id: { type: "string" },
      attributes: exactly({}),
      links: exactly({ self: url }),
    }),
  );
}

/** Ids of another form are refused (behaviour.md, 2). */
export const idSchema = (of: Pick<Resource, "ids" | "idPattern"> | undefined): JsonSchema => ({
  type: "string",
  ...(of?.ids && { enum: of.ids }),
  ...(of?.idPattern && { pattern: of.idPattern.source }),
});

function resourceOf({ contract }: Making, type: string): Resource {
  const resource = contract.resources.get(type);
  if (resource === undefined) throw new Error(`no resource ${type}`);
  return resource;
}

function extrasOf({ revision, operation }: Making, { type, attributes }: Resource): string[] {
  const { additionalFields = {}, filter = [] } = operation?.abilities ?? {};
  const offered = additionalFields[type] ?? [];
  const added = operation?.answers === type ? filter : [];
  const names = (all: readonly Ability[]) =>
    all.filter((each) => livesIn(each, revision)).map(({ name }) => name);
  return Object.entries(attributes).flatMap(([name, { additional, sparse }]) =>
    (additional && names(offered).includes(name)) || (sparse && names(added).includes(name))
      ? [name]
      : [],
  );
}

/** The type's name; `Plain` before it without its additional attributes, behind it the sparse ones. */
export function resourceName(making: Making, type: string): string {
  const { attributes } = resourceOf(making, type);
  const extras = extrasOf(making, resourceOf(making, type));
  const living = Object.entries(attributes).filter(([, each]) => isIn(each, making.revision));
  const isPlain = living.some(([name, { additional }]) => additional && !extras.includes(name));
  const added = extras.filter((name) => attributes[name]?.sparse).map(typeName);
  return [isPlain ? "Plain" : "", typeName(type), ...added.map((name) => `With${name}`)].join("");
}

function attributesSchema(making: Making, resource: Resource): JsonSchema {
  const { revision } = making;
  const extras = extrasOf(making, resource);
  const living = Object.entries(resource.attributes).filter(
    ([name, each]) =>
      isIn(each, revision) &&
      !each.secret &&
      (extras.includes(name) || !(each.additional || each.sparse)),
  );
  const optional = living.filter(([, { additional }]) => additional);
  return exactly(
    Object.fromEntries(living.map(([name, each]) => [name, attributeSchema(making, each)])),
    optional.map(([name]) => name),
  );
}

function attributeSchema(making: Making, attribute: Attribute): JsonSchema {
  const schema = valueSchema(making, attribute);
  const whole = attribute.nullable ? nullable(schema) : schema;
  if (!attribute.additional) return whole;
  return { ...whole, description: "Only where additional-fields asks for it." };
}

function valueSchema(making: Making, { type, shape, computed }: Attribute): JsonSchema {
  const bare = shape.kind === "nullable" ? shape.shape : shape;
  if (type === "datetime") return { type: "string", format: "date-time" };
  if (type === "unix") return { type: "integer", description: "Seconds since 1970." };
  // What may be written is bounded; what a fixture brought need not be.
  if (bare.kind === "string" || bare.kind === "integer") return { type };
  // What is stored is shown as it is; what is worked out, as the revision knows it.
  return jsonSchemaOf(bare, computed ? making.revision : undefined, referring(making.components));
}

function relationshipsSchema(making: Making, resource: Resource): JsonSchema | undefined {
  const living = Object.entries(resource.relationships).filter(
    ([, each]) => !each.hidden && livesIn(each, making.revision),
  );
  if (living.length === 0) return undefined;
  const unlinked = living.filter(([, each]) => isAtTimes(each)).map(([name]) => name);
  return exactly(
    Object.fromEntries(living.map(([name, each]) => [name, relationshipSchema(making, each)])),
    unlinked,
  );
}

/** Whether a relationship is there in some answers only, as `jsonapi/resource-object.ts` has it. */
const isAtTimes = ({
  unlinked,
  many,
  embedded,
  listed,
  ifAny,
  later,
  only,
  unless,
}: Relationship) =>
  ifAny === true ||
  later === true ||
  only !== undefined ||
  unless !== undefined ||
  (unlinked === true && many && !embedded && !listed);

/** To many, the identifiers are only there where the relationship is included or it is said. */
function relationshipSchema(making: Making, relationship: Relationship): JsonSchema {
  const { to, many, listed, linksOnly, optional, relatedOnly, unlinked, ifIncluded } = relationship;
  const end = identifierSchema(making, to);
  const one = ifIncluded ? nullable(end) : end;
  const data = many ? listOf(one) : one;
  if (unlinked) return exactly({ data });
  const links = making.components.variant(
    "schemas",
    "RelationshipLinks",
    exactly({ ...(!relatedOnly && { self: url }), related: url }),
  );
  if (linksOnly === true) return exactly({ links });
  const always = many ? listed === true : linksOnly === undefined && !optional;
  return exactly({ data, links }, always ? [] : ["data"]);
}
