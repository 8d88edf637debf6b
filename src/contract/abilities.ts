import type { Contract, Operation } from "./compile.ts";
import { isIn } from "./members.ts";
import { type Resource, writtenAs } from "./resource.ts";
import { type Life, livesIn, type Revision } from "./revisions.ts";
import { knownIn, optionsIn, type Shape } from "./shape.ts";
import type { FilterAbility, Operator } from "./operation.ts";

/** From when on `fields[TYPE]` may name the id, which is written whatever it names. */
export const idAsField: Life = { since: "2026-07-15" };

type Resources = Contract["resources"];

export function fieldTypes(operation: Operation, resources: Resources, revision: Revision) {
  const { answers, abilities } = operation;
  const { fields, include } = abilities;
  const relationships = resources.get(answers)?.relationships ?? {};
  const living = include.filter((each) => livesIn(each, revision));
  const to = living.map(({ name }) => resources.get(relationships[name]?.to ?? ""));
  const own = writtenAs(resources.get(answers) ?? { type: answers });
  const reachable = new Set([own, ...to.map((each) => each && writtenAs(each))]);
  return fields.filter((type) => reachable.has(type));
}

export function fieldsOf(operation: Operation, type: string, resources: Resources) {
  const own = resources.get(operation.answers);
  return own?.as === type ? own : resources.get(type);
}

/** What `fields[TYPE]` may name: attributes, and by `location.city` the members of their shapes. */
export function fieldNames(
  operation: Operation,
  resource: Resource,
  revision: Revision,
  resources: Resources,
): readonly string[] {
  const { type } = resource;
  const attributes = { ...alikeIn(operation, resource, resources), ...resource.attributes };
  const names = livesIn(idAsField, revision) ? ["id"] : [];
  if (operation.shows === "identifier" || operation.shows === "reference") return names;
  const { filter, additionalFields } = operation.abilities;
  const additional = (additionalFields[type] ?? [])
    .filter((each) => livesIn(each, revision))
    .map(({ name }) => name);
  // What a row adds to the records that it answers with, it is filtered by.
  const added = type === operation.answers ? filter.map(({ name }) => name) : [];
  for (const [name, attribute] of Object.entries(attributes)) {
    if (attribute.secret || !isIn(attribute, revision)) continue;
    if (attribute.additional && !additional.includes(name)) continue;
    if (attribute.sparse && !added.includes(name)) continue;
    const members = attribute.named ?? pathsIn(attribute.shape, revision);
    names.push(name, ...members.map((member) => `${name}.${member}`));
  }
  return names;
}

/** The attributes of other resources that are written with the same type, as far as they may be included. */
function alikeIn(operation: Operation, { type }: Resource, resources: Resources) {
  const { abilities, answers } = operation;
  const relationships = resources.get(answers)?.relationships ?? {};
  const included = abilities.include.map(({ name }) =>
    resources.get(relationships[name]?.to ?? ""),
  );
  const alike = included.filter((each) => each?.as === type);
  return Object.fromEntries(alike.flatMap((each) => Object.entries(each?.attributes ?? {})));
}

function pathsIn(shape: Shape, revision: Revision): readonly string[] {
  if (shape.kind === "nullable") return pathsIn(shape.shape, revision);
  if (shape.kind === "oneOf") {
    const options = optionsIn(shape, revision);
    return [...new Set(options.flatMap((option) => pathsIn(option, revision)))];
  }
  if (shape.kind !== "object") return [];
  return [...shape.members].flatMap(([name, { shape: member }]) =>
    knownIn(member, revision)
      ? [name, ...pathsIn(member, revision).map((path) => `${name}.${path}`)]
      : [],
  );
}

/** How many values an operator takes: `has(profile)`, `equals(id,"a")`, `any(id,["a","b"])`. */
export type Arity = "none" | "single" | "list";

const [none, single, list, either] = [["none"], ["single"], ["list"], ["single", "list"]] as const;

export function aritiesOf(
  { lists }: Pick<FilterAbility, "lists">,
  operator: Operator,
  revision: Revision,
): readonly Arity[] {
  if (operator === "has") return none;
  if (operator === "any" || operator.startsWith("contains-")) return list;
  return operator === "equals" && lists && livesIn(lists, revision) ? either : single;
}

export function operatorsByArity(ability: FilterAbility, revision: Revision) {
  const found: Partial<Record<Arity, Operator[]>> = {};
  for (const operator of ability.operators) {
    for (const arity of aritiesOf(ability, operator, revision)) {
      (found[arity] ??= []).push(operator);
    }
  }
  return found;
}

/** The same for people: `any [...], equals, equals [...]`. */
export const operatorsText = (ability: FilterAbility, revision: Revision): string =>
  ability.operators
    .flatMap((operator) =>
      aritiesOf(ability, operator, revision).map((arity) =>
        arity === "list" ? `${operator} [...]` : operator,
      ),
    )
    .join(", ");
