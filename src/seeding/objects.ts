import type { SchemaLink, Property } from "../domain/resources/custom-object.ts";
import type { DataSource } from "../areas/custom-objects/resources.ts";
import type { RelationshipMapping } from "../domain/grammar/source-mappings.ts";
import { ulid, uuid } from "../world/ids.ts";
import { type AccountDraft, itemsOf } from "./drafts.ts";
import type { FixtureObjectType } from "./fixture/object-shapes.ts";
import { founded } from "./fixture/times.ts";
import { Named, type Streams } from "./groups.ts";
import type { ProfileDraft } from "./people.ts";
import type { Place } from "./input/place.ts";
import type { GeofencePlan, ObjectsPlan, PlannedType } from "./plan.ts";

type Source = ObjectsPlan["sources"][number];

/** The time in the ids of what is planned here: what the names are that they are drawn for tells them apart. */
const idTime = Date.UTC(2025, 0, 1);

/**
 * The data sources of an account, with what they are sent, and the types of the objects that this becomes.
 *
 * @param generated how many objects are made up of the people
 * @throws FixtureError for what is named twice, or by nothing
 */
export function objectsOf(
  draft: AccountDraft,
  people: readonly ProfileDraft[],
  streams: Streams,
  generated: number,
): ObjectsPlan {
  const idOf = (what: string) => ulid(streams(`objects/${what}`), idTime);
  const sources = new Named<Source>("data source", "title", "a title in data_sources");
  const addSource = (title: string, more: Partial<Source>, place?: Place): Source => {
    const about = { visibility: "private", description: "", namespace: "custom-objects" } as const;
    const plan = { id: idOf(`source ${title}`), title, ...about, records: [], ...more };
    sources.add(plan, place);
    return plan;
  };
  for (const { item, place } of itemsOf(draft, "data_sources")) addSource(item.title, item, place);
  const types = new Named<{ readonly title: string }>("object type", "title");
  const plans: PlannedType[] = [];
  for (const { item, place } of itemsOf(draft, "object_types")) {
    types.add({ title: item.title }, place);
    const source = sources.of(item.source, place.at("source"));
    const unknown = item.required?.findIndex((name) => !Object.hasOwn(item.properties, name)) ?? -1;
    if (unknown >= 0) throw place.at("required", unknown).error("expected a name in properties");
    plans.push(typeOf(item, source, idOf));
  }
  if (generated > 0) {
    const records = registrations(people, streams, generated);
    const source = addSource(registered.source, { records });
    plans.push(typeOf(registered, source, idOf));
  }
  return { sources: sources.plans, types: plans };
}

/** The geofences that take the place of those that every account begins with. */
export const geofencesOf = (draft: AccountDraft, streams: Streams): GeofencePlan[] =>
  [...itemsOf(draft, "geofences")].map(({ item }) => ({
    id: uuid(streams("objects/geofence")),
    ...item,
  }));

/** A type with its one schema, which is published, and a mapping of members to properties of the same names. */
function typeOf(
  said: FixtureObjectType,
  source: Pick<DataSource, "id">,
  idOf: (what: string) => string,
): PlannedType {
  const { title, description = "", namespace = "custom-objects" } = said;
  const { required = [], profiles = {} } = said;
  const [type, schema, mapping] = ["type", "schema", "mapping"].map((what) =>
    idOf(`${what} ${title}`),
  ) as [string, string, string];
  const at = (member: string) => `$['${member.replaceAll(/['\\]/g, "\\$&")}']`;
  const from = { source_id: source.id, id_path: at(said.id ?? "id") };
  const properties = Object.entries(said.properties).map(([name, of], index): Property => ({
    id: index + 1,
    name,
    type: of,
  }));
  const links = Object.keys(profiles).map((name): SchemaLink => ({
    relationship_id: idOf(`relationship ${title} ${name}`),
    name,
    description: "",
    schema: null,
    type: null,
  }));
  const relationship_mappings = Object.values(profiles).map(
    ({ by, member }, index): RelationshipMapping => ({
      relationship_id: links[index]?.relationship_id ?? "",
      type: "simple",
      source: {
        type: "profile",
        ...from,
        related_id_paths: [{ identifier_type: by, path: at(member) }],
      },
    }),
  );
  const about = { title, description, visibility: "private", status: "active" } as const;
  return {
    created: founded,
    type: { id: type, ...about, namespace, current: schema, draft: null },
    schema: { id: schema, ...about, properties, required, version: 1, links, mapping, type },
    mapping: {
      id: mapping,
      property_mappings: properties.map(({ id, name }) => ({
        id,
        type: "simple",
        source: { ...from, data_path: at(name) },
      })),
      relationship_mappings,
      schema,
    },
  };
}

/** What generated objects are: products that people have registered. */
export const registered: FixtureObjectType = {
  title: "Product Registration",
  description: "A product that somebody has registered",
  source: "Registration Desk",
  properties: { serial: "string", product: "string", years: "int", registered_at: "timestamp" },
  required: ["serial"],
  id: "serial",
  profiles: { owner: { by: "email", member: "owner" } },
};

const products = ["Difference Engine", "Trail Jacket", "Storm Lantern"] as const;
const day = 86_400_000;

/** The owners are people with an address, in turn. */
function registrations(
  people: readonly ProfileDraft[],
  streams: Streams,
  count: number,
): Source["records"] {
  const dice = streams("generate/objects");
  const owners = people.flatMap(({ known }) => known.email ?? []);
  return Array.from({ length: count }, (_, index) => ({
    serial: `SN-${100_000 + index}`,
    product: dice.pick(products),
    years: dice.integer(1, 5),
    registered_at: new Date(idTime + dice.integer(0, 365) * day).toISOString(),
    ...(owners.length > 0 && { owner: owners[index % owners.length] }),
  }));
}
