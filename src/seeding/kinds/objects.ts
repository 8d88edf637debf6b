import { ingest } from "../../areas/custom-objects/ingest.ts";
import { dataSource, sourceMappings } from "../../areas/custom-objects/resources.ts";
import { described, list, literal, object, open, phrase, record } from "../../contract/shape.ts";
import { string, type Infer } from "../../contract/shape.ts";
import { identifierType, type RelationshipMapping } from "../../domain/grammar/source-mappings.ts";
import type { Property, SchemaLink } from "../../domain/resources/custom-object.ts";
import { objectSchemas, objectType, objectTypes } from "../../domain/resources/custom-object.ts";
import { propertyTypes, title, visibility } from "../../domain/resources/custom-object.ts";
import { put } from "../../world/store/store.ts";
import { type Around, kind, unchanged, written } from "./kind.ts";

/** How many records are ingested at once: each of a source in its order. */
const batch = 500;

/** Where records come from, with what it is sent, which becomes objects as ever. */
export const data_sources = kind({
  noun: "data source",
  says: "Where records of objects come from.",
  type: dataSource.type,
  called: "title",
  alone: ["namespace", "title"],
  ids: ({ title: called }, around) => around.named(`source ${called}`),
  shape: object({
    title,
    "visibility?": visibility,
    "description?": string(),
    "namespace?": string(),
    "records?": described(list(open()), "What it is sent at the start."),
  }),
  planned: (item) => ({ namespace: "custom-objects", records: [], ...item }),
  changes: (account, said) => [written(account, dataSource.type, said)],
  *after(account, { id: source, records }, planted) {
    for (let from = 0; from < records.length; from += batch)
      yield* ingest(account, { source, records: records.slice(from, from + batch) }, planted);
  },
});

const typeShape = object({
  title,
  "description?": string(),
  "namespace?": string(),
  source: phrase("The title of the data source whose records it is made of."),
  "id?": phrase("The member that is the id of an object. Default: id."),
  properties: described(record(literal(...propertyTypes)), "Their types, by their names."),
  "required?": described(list(string()), "The properties that an object must have."),
  "profiles?": described(
    record(object({ by: identifierType, member: string() })),
    "Relationships to profiles, by their names: which identifier, and the member that holds it.",
  ),
});
export type FixtureObjectType = Infer<typeof typeShape>;

/** A type, whose schema is published; its properties are read in the members of their names. */
export const object_types = kind({
  noun: "object type",
  says: "Types of custom objects.",
  type: objectType.type,
  called: "title",
  alone: ["title"],
  ids: ({ title: called }, around) => around.named(`type ${called}`),
  shape: typeShape,
  planned(item, place, around) {
    const { title: called, description = "", namespace = "custom-objects", required = [] } = item;
    const source = around.require("data_sources", item.source, place.at("source")).id;
    const unknown = required.findIndex((name) => !Object.hasOwn(item.properties, name));
    if (unknown >= 0) throw place.at("required", unknown).error("expected a name in properties");
    const about = { title: called, description, visibility: "private", status: "active" } as const;
    return { ...about, namespace, required, ...mapped(item, source, around) };
  },
  changes(account, { id, created, namespace, required, properties, links, ...rest }) {
    const { schema, mapping, ...about } = rest;
    const type = { id, created, ...about, namespace, current: schema, draft: null };
    const version = { version: 1, type: id, mapping: mapping.id, published_at: created };
    const shape = { id: schema, ...about, ...version, properties, required, links };
    return [
      put(objectTypes, unchanged(account, type)),
      put(objectSchemas, { ...shape, seq: account.nextSeq() }),
      put(sourceMappings, { ...mapping, schema, seq: account.nextSeq() }),
    ];
  },
});

/** The one schema of a type, and the mapping of members to properties of the same names. */
function mapped(item: FixtureObjectType, source_id: string, around: Around) {
  const { title: called, profiles = {}, id = "id" } = item;
  const at = (member: string) => `$['${member.replaceAll(/['\\]/g, "\\$&")}']`;
  const from = { source_id, id_path: at(id) };
  const properties = Object.entries(item.properties).map(([name, type], index): Property => {
    return { id: index + 1, name, type };
  });
  const links = Object.keys(profiles).map((name): SchemaLink => {
    const relationship_id = around.named(`relationship ${called} ${name}`);
    return { relationship_id, name, description: "", schema: null, type: null };
  });
  const relationship_mappings = Object.values(profiles).map(
    ({ by, member }, index): RelationshipMapping => {
      const related_id_paths = [{ identifier_type: by, path: at(member) }];
      const relationship_id = links[index]?.relationship_id ?? "";
      const source = { type: "profile", ...from, related_id_paths } as const;
      return { relationship_id, type: "simple", source };
    },
  );
  const property_mappings = properties.map(({ id: property, name }) => ({
    id: property,
    type: "simple" as const,
    source: { ...from, data_path: at(name) },
  }));
  const own = around.named(`mapping ${called}`);
  const mapping = { id: own, property_mappings, relationship_mappings };
  return { properties, links, schema: around.named(`schema ${called}`), mapping };
}
