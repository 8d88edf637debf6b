import type { ObjectSchema, Property } from "../../domain/resources/custom-object.ts";
import { invalidProblem, missingProblem, type Problem } from "../../jsonapi/refusal.ts";
import type { Account } from "../../world/account.ts";
import { isOf, parsePath } from "./mapping.ts";
import { dataSources, type SourceMapping } from "./resources.ts";

type Schema = Pick<ObjectSchema, "properties" | "required">;

/** What makes no sense in a schema. @param at where its attributes stand in the body */
export function schemaProblems({ properties, required }: Schema, at: string): Problem[] {
  const twice = (of: "id" | "name") =>
    properties.flatMap((each, place) => {
      if (properties.findIndex((other) => other[of] === each[of]) === place) return [];
      const detail = `Another property has the ${of} ${each[of]}.`;
      return [invalidProblem(`${at}/properties/${place}/${of}`, detail)];
    });
  const unknown = required.flatMap((name, place) =>
    properties.some((each) => each.name === name)
      ? []
      : [invalidProblem(`${at}/required/${place}`, `There is no property '${name}'.`)],
  );
  return [...twice("id"), ...twice("name"), ...unknown];
}

type Mapping = Pick<SourceMapping, "property_mappings" | "relationship_mappings">;

/** What makes no sense in a mapping of a schema. @param at where its attributes stand in the body */
export function mappingProblems(
  account: Account,
  { property_mappings, relationship_mappings }: Mapping,
  { properties, links }: Pick<ObjectSchema, "properties" | "links">,
  at: string,
): Problem[] {
  const found: Problem[] = [];
  const bad = (place: string, detail: string) =>
    found.push(invalidProblem(`${at}/${place}`, detail));
  const path = (place: string, text: string) => {
    if (parsePath(text) === undefined) bad(place, "Expected a path such as $['order']['id'].");
  };
  const source = (place: string, of: { source_id: string; id_path: string }) => {
    const { source_id, id_path } = of;
    if (account.table(dataSources).get(source_id) === undefined) {
      found.push(missingProblem(`${at}/${place}/source_id`, "data-source", source_id));
    }
    path(`${place}/id_path`, id_path);
  };
  const mapped = new Set<number>();
  for (const [index, mapping] of property_mappings.entries()) {
    const place = `property_mappings/${index}`;
    const property = properties.find(({ id }) => id === mapping.id);
    if (property === undefined) bad(`${place}/id`, `The schema has no property ${mapping.id}.`);
    if (mapped.has(mapping.id)) bad(`${place}/id`, `The property ${mapping.id} is mapped already.`);
    mapped.add(mapping.id);
    if (mapping.type === "simple") {
      source(`${place}/source`, mapping.source);
      path(`${place}/source/data_path`, mapping.source.data_path);
    } else if (property !== undefined && !isOf(property.type, mapping.value)) {
      bad(`${place}/value`, `The property '${property.name}' is ${nameOf(property)}.`);
    }
  }
  for (const [index, { relationship_id, source: from }] of relationship_mappings.entries()) {
    const place = `relationship_mappings/${index}`;
    const link = links.find((each) => each.relationship_id === relationship_id);
    if (link === undefined) {
      bad(`${place}/relationship_id`, `The schema has no relationship ${relationship_id}.`);
    } else if ((link.type === null) !== (from.type === "profile")) {
      const wanted = link.type === null ? "profile" : "custom-object";
      const what = `The relationship '${link.name}' needs a source of type ${wanted}.`;
      bad(`${place}/source/type`, what);
    }
    source(`${place}/source`, from);
    if (from.type === "custom-object")
      path(`${place}/source/related_id_path`, from.related_id_path);
    else {
      for (const [end, { path: text }] of from.related_id_paths.entries()) {
        path(`${place}/source/related_id_paths/${end}/path`, text);
      }
    }
  }
  return found;
}

const nameOf = ({ type }: Property): string => (type === "int" ? "an int" : `a ${type}`);
