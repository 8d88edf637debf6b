import type { Emulator, EmulatorOptions } from "../../src/index.ts";
import { type Answer, callers, emulate } from "../support/emulate.ts";
import { data, to } from "../support/sending.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** The properties of pets. */
export const name = { id: 1, name: "name", type: "string" };
export const age = { id: 2, name: "age", type: "int" };

/** What a data source sends: one, or several. */
const sourceRecord = (record: Fields) => ({
  type: "data-source-record",
  attributes: { record },
});

const ofSource = (source: string) => ({
  relationships: { "data-source": to("data-source", source) },
});
export const oneRecord = (source: string, record: Fields) =>
  data(
    "data-source-record-create-job",
    { "data-source-record": { data: sourceRecord(record) } },
    ofSource(source),
  );
export const manyRecords = (source: string, records: readonly Fields[]) =>
  data(
    "data-source-record-bulk-create-job",
    { "data-source-records": { data: records.map(sourceRecord) } },
    ofSource(source),
  );

/** A property read in the records of a source, by the name of a member. */
export const read = (id: number, source_id: string, member: string, idMember = "id") => ({
  id,
  type: "simple",
  source: { source_id, id_path: `$['${idMember}']`, data_path: `$['${member}']` },
});

export const recordsAt = "/api/data-source-record-bulk-create-jobs";
const deletesAt = "/api/object-record-bulk-delete-jobs";

/** An emulator, and ways to bring pets about. */
export const objects = async (options: EmulatorOptions = {}) =>
  objectsOn((await emulate(options)).emulator);

/** The same on an emulator that the test closes itself. */
export function objectsOn(emulator: Emulator) {
  const ways = { emulator, ...callers(emulator) };
  const { post, get, patch, ask } = ways;

  /** What succeeds. */
  const done = (answer: Answer) => {
    if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
    return answer;
  };
  const source = async (title: string) =>
    done(await post("/api/data-sources", data("data-source", { title }))).data.id;

  /** A type with a draft. */
  const draft = async (schema: Fields = {}, title = "Pet") => {
    const beginning = { properties: [name, age], required: ["name"], ...schema };
    const embedded = data("object-schema", beginning);
    const body = data("object-type", { title, "object-schema": embedded });
    const { id } = done(await post("/api/object-types", body)).data;
    return id;
  };
  const schemaOf = async (type: string, which = "current") =>
    (await get(`/api/object-types/${type}/${which}-schema`)).data;
  const mappingOf = async (schema: string) =>
    (await get(`/api/object-schemas/${schema}/source-mapping`)).data;
  const map = async (schema: string, attributes: Fields) => {
    const { id } = await mappingOf(schema);
    const body = data("source-mapping", attributes, { id });
    return patch(`/api/source-mappings/${id}`, body);
  };
  const change = (schema: string, attributes: Fields) =>
    patch(`/api/object-schemas/${schema}`, data("object-schema", attributes, { id: schema }));
  const publish = async (type: string) => {
    const { id } = await schemaOf(type, "draft");
    return done(await change(id, { status: "active" }));
  };

  /** A published type that a source feeds. */
  const pets = async (schema: Fields = {}) => {
    const from = await source(`Clinic ${emulator.state.get("data-sources").total}`);
    const type = await draft(schema);
    const { id } = await schemaOf(type, "draft");
    const property_mappings = [read(1, from, "name"), read(2, from, "age")];
    done(await map(id, { property_mappings }));
    await publish(type);
    return { type, source: from, schema: id };
  };
  const send = async (to: string, ...records: Fields[]) =>
    done(await post(recordsAt, manyRecords(to, records)));

  /** The objects of a type by their own ids. */
  const objectsOf = async (type: string) => {
    const { many } = await get(`/api/object-types/${type}/object-records?page[size]=100`);
    return Object.fromEntries(
      many.map(({ id, attributes }) => [id.split(":::")[1], attributes["record_properties"]]),
    ) as Readonly<Record<string, Fields>>;
  };
  const logsOf = async (type: string, query = "") =>
    (await get(`/api/object-types/${type}/object-ingestion-logs${query}`)).many;
  const linksIn = () =>
    emulator.state
      .get("object-links")
      .records.map(({ from, to }) => [
        String(from).split(":::")[1],
        String(to).split(":::").at(-1),
      ]);
  const remove = (...ids: string[]) =>
    post(deletesAt, {
      data: {
        type: "object-record-bulk-delete-job",
        relationships: {
          "object-records": { data: ids.map((id) => ({ type: "object-record", id })) },
        },
      },
    });
  /** A relationship of a schema, and its id. */
  const relationship = async (schema: string, type: string, id: string, called: string) => {
    const meta = { name: called };
    const at = `/api/object-schemas/${schema}/relationships/${type}s`;
    done(await post(at, { data: [{ type, id, meta }] }));
    const { included } = await get(`/api/object-schemas/${schema}?include=${type}s`);
    const metas = included.map(({ attributes }) => attributes["meta"] as Record<string, string>);
    return metas.find((each) => each["name"] === called)?.["relationship_id"] ?? "";
  };
  return {
    ...ways,
    ask,
    source,
    draft,
    schemaOf,
    mappingOf,
    map,
    change,
    publish,
    pets,
    send,
    objectsOf,
    logsOf,
    linksIn,
    remove,
    relationship,
  };
}
