import { changing, data, type IdOf, type Sending, to } from "./sending.ts";

/** How the operations on custom objects with a body come to each of their successes. */
const name = { id: 1, name: "name", type: "string", description: "What it is called" };
const age = { id: 2, name: "age", type: "int" };

const of = (idOf: IdOf) => ({ source_id: idOf("data-source"), id_path: "$['id']" });
const source = (idOf: IdOf, path: string) => ({ ...of(idOf), data_path: `$['${path}']` });

/** A mapping that says nothing of the name of some records. */
const mappings = (idOf: IdOf) => [
  { id: 1, type: "simple", source: source(idOf, "name") },
  { id: 2, type: "constant", value: 3 },
];

const mapping = (idOf: IdOf) =>
  data("source-mapping", { property_mappings: mappings(idOf), relationship_mappings: [] });

const pets = (idOf: IdOf) =>
  data("object-type", {
    title: "Pet",
    visibility: "shared",
    "object-schema": data("object-schema", {
      properties: [name, age],
      required: ["name"],
      status: "active",
      "source-mapping": mapping(idOf),
    }),
  });

const sourced = (idOf: IdOf) => ({
  relationships: { "data-source": to("data-source", idOf("data-source")) },
});
const record = (id: string) => ({
  type: "data-source-record",
  attributes: {
    record: { id, tag: id, name: "Rex", friends: ["tom"], owner: "ada.byron@example.com" },
  },
});

/** One that becomes an object, and one that has no name. */
const records = [
  record("rex"),
  { type: "data-source-record", attributes: { record: { id: "nobody", tag: "nobody" } } },
];

const link = (type: string, id: string, meta: object) => ({ type, id, meta });

interface Related {
  readonly relationship_id: string;
  readonly schema: string | null;
}

/**
 * The id of a relationship, which lies within its schema; undefined: no such type.
 *
 * @param schemas the records of all of them
 */
export function relationshipIn(
  type: string,
  which: number,
  schemas: () => readonly { readonly links?: unknown }[],
): string | undefined {
  if (!type.endsWith("-relationship")) return undefined;
  const all = schemas().flatMap(({ links }) => links as readonly Related[]);
  const toProfile = type === "profile-relationship";
  return all.filter(({ schema }) => (schema === null) === toProfile)[which]?.relationship_id;
}

/** Of the first schema, which leads to the second, and to profiles. */
const toObjects = (idOf: IdOf) => ({ relationship_id: idOf("object-relationship") });
const toProfiles = (idOf: IdOf) => ({ relationship_id: idOf("profile-relationship") });

export const objectSuccesses: Readonly<
  Record<string, (idOf: IdOf, fresh: string) => readonly Sending[]>
> = {
  create_data_source: (_, fresh) =>
    [fresh, `${fresh} too`].map((title) => ({ body: data("data-source", { title }) })),
  delete_data_source: (idOf) => [{ id: idOf("data-source", 1) }],
  create_data_source_record: (idOf) => [
    {
      body: data(
        "data-source-record-create-job",
        { "data-source-record": { data: record("tom") } },
        sourced(idOf),
      ),
    },
  ],
  bulk_create_data_source_records: (idOf) => [
    {
      body: data(
        "data-source-record-bulk-create-job",
        { "data-source-records": { data: records } },
        sourced(idOf),
      ),
    },
  ],
  bulk_delete_object_records: (idOf) => [
    {
      body: {
        data: {
          type: "object-record-bulk-delete-job",
          relationships: {
            "object-records": { data: [to("object-record", idOf("object-record")).data] },
          },
        },
      },
    },
  ],
  create_object_type: (idOf) => [
    { body: pets(idOf) },
    { body: data("object-type", { title: "Toy", description: "To play with" }) },
  ],
  create_object_schema: (idOf) => [
    {
      body: data(
        "object-schema",
        { title: "Pet", properties: [name, age], "source-mapping": mapping(idOf) },
        { relationships: { "object-type": to("object-type", idOf("object-type")) } },
      ),
    },
  ],
  // The second is a draft.
  update_object_schema: (idOf) => [
    {
      id: idOf("object-schema", 1),
      body: data(
        "object-schema",
        { title: "Toy", properties: [name], required: ["name"] },
        { id: idOf("object-schema", 1) },
      ),
    },
  ],
  delete_object_type: (idOf) => [{ id: idOf("object-type", 1) }],
  // Both properties are read, each by an id of its own, and both relationships.
  update_source_mapping: (idOf) =>
    changing("source-mapping", {
      property_mappings: [
        { id: 1, type: "simple", source: source(idOf, "id") },
        { id: 2, type: "simple", source: { ...source(idOf, "age"), id_path: "$['tag']" } },
      ],
      relationship_mappings: [
        {
          ...toObjects(idOf),
          type: "simple",
          source: {
            type: "custom-object",
            ...of(idOf),
            related_id_path: "$['friends'][*]",
            update_strategy: "additive",
          },
        },
        {
          ...toProfiles(idOf),
          type: "simple",
          source: {
            type: "profile",
            ...of(idOf),
            related_id_paths: [{ identifier_type: "email", path: "$['owner']" }],
          },
        },
      ],
    })(idOf),
  create_object_schema_relationship: (idOf, fresh) => [
    { body: { data: [link("object-schema", idOf("object-schema", 1), { name: fresh })] } },
  ],
  create_profile_schema_relationship: (_, fresh) => [
    {
      body: {
        data: [
          link("profile-object-schema", "profile", { name: fresh, description: "Whose it is" }),
        ],
      },
    },
  ],
  delete_object_schema_relationship: (idOf) => [
    { body: { data: [link("object-schema", idOf("object-schema", 1), toObjects(idOf))] } },
  ],
  update_object_schema_relationship: (idOf) => [
    {
      body: {
        data: link("object-schema", idOf("object-schema", 1), { ...toObjects(idOf), name: "new" }),
      },
    },
  ],
  update_profile_schema_relationship: (idOf) => [
    {
      body: {
        data: link("profile-object-schema", "profile", { ...toProfiles(idOf), description: "" }),
      },
    },
  ],
  delete_profile_schema_relationship: (idOf) => [
    { body: { data: [link("profile-object-schema", "profile", toProfiles(idOf))] } },
  ],
};

/** What is done first of these. */
export const objectFilling = [
  "create_data_source",
  "create_object_type",
  "create_object_schema_relationship",
  "create_profile_schema_relationship",
  "bulk_create_data_source_records",
] as const;
