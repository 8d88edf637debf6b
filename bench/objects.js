import { progress } from "./progress.js";
import { median, pairedRatio, quantile } from "./stats.js";
import { boot, counted } from "./worlds.js";

/** @typedef {import("./inside.ts").Inside} Inside */
/** @typedef {{ readonly inside: Inside, readonly source: string, readonly type: string, readonly mapping: string }} Kennel */

/** Few are more than 5,000: below that, an index is made when it is first asked for. */
const few = 10_000;
const perCall = 500;
const rounds = { normal: 200, quick: 60 };

const properties = ["name", "owner", "age", "born"].map((name, index) => ({
  id: index + 1,
  name,
  type: name === "age" ? "int" : name === "born" ? "timestamp" : "string",
}));

/**
 * Custom objects: how fast the records of a data source become objects, through the whole pipeline and 500 in a
 * call, and whether a page of them takes the same time among many as among few.
 *
 * @param {{ quick: boolean }} options
 * @returns {Promise<(import("./table.js").Row | string)[]>}
 */
export async function measureObjects({ quick }) {
  const many = quick ? 50_000 : 100_000;
  const [small, large] = [await kennel(), await kennel()];
  progress(`ingesting ${counted(many)} records`);
  await ingest(small, few);
  const rate = many / (await ingest(large, many));
  progress("pages of objects");
  /** @type {{ few: number[], many: number[] }} */
  const pages = { few: [], many: [] };
  for (let round = 0; round < (quick ? rounds.quick : rounds.normal); round += 1) {
    pages.few.push(page(small));
    pages.many.push(page(large));
  }
  const anew = await mapAnew(large);
  const milliseconds = (/** @type {number[]} */ all) => `${median(all).toFixed(3)} ms`;
  return [
    "Custom objects",
    {
      what: `records that become objects, ${perCall} in a call, among up to ${counted(many)}`,
      ours: `${Math.round(rate)} a second`,
      figure: rate,
      bar: { least: 10_000, unit: "a second" },
    },
    {
      what: `a page of 100 among ${counted(many)}, against one among ${counted(few)}`,
      ours: milliseconds(pages.many),
      base: milliseconds(pages.few),
      figure: pairedRatio(pages.many, pages.few),
      bar: { most: 1.3 },
    },
    {
      what: `all ${counted(many)} made anew by another mapping: nine turns of ten`,
      ours: `${anew.turn.toFixed(0)} ms of ${anew.seconds.toFixed(1)} s`,
      figure: anew.turn,
      bar: { most: 50, unit: "ms" },
    },
  ];
}

/** An account with a type that a data source feeds. @returns {Promise<Kennel>} */
async function kennel() {
  const { inside } = await boot(0, 0);
  const source = made(inside, "/api/data-sources", "data-source", { title: "Clinic" }).id;
  const mapping = { data: { type: "source-mapping", attributes: mappingOf(source) } };
  const attributes = {
    properties,
    required: ["name"],
    status: "active",
    "source-mapping": mapping,
  };
  const schema = { data: { type: "object-schema", attributes } };
  const type = made(inside, "/api/object-types", "object-type", {
    title: "Pet",
    "object-schema": schema,
  }).id;
  const current = `/api/object-types/${type}/current-schema`;
  const { relationships } = read(inside, current);
  return { inside, source, type, mapping: relationships["source-mapping"].data.id };
}

/** @param {string} source_id */
const mappingOf = (source_id) => ({
  property_mappings: properties.map(({ id, name }) => ({
    id,
    type: "simple",
    source: { source_id, id_path: "$['id']", data_path: `$['${name}']` },
  })),
});

/** @param {Inside} inside @param {string} path @param {string} type @param {object} attributes */
const made = (inside, path, type, attributes) =>
  dataOf(inside, inside.request("POST", path, { data: { type, attributes } }));

/** @param {Inside} inside @param {string} path */
const read = (inside, path) => dataOf(inside, inside.request("GET", path));

/** @param {Inside} inside @param {ReturnType<Inside["request"]>} request */
const dataOf = (inside, request) => JSON.parse(String(inside.ask(request).body)).data;

/** @param {Kennel} into @param {number} count @returns {Promise<number>} the seconds that it took */
async function ingest({ inside, source }, count) {
  let seconds = 0;
  for (let from = 0; from < count; from += perCall) {
    const data = Array.from({ length: perCall }, (_, index) => ({
      type: "data-source-record",
      attributes: {
        record: {
          id: `pet-${from + index}`,
          name: `Rex ${from + index}`,
          owner: `owner${index}@example.com`,
          age: index % 20,
          born: "2020-02-01T00:00:00Z",
        },
      },
    }));
    const request = inside.request("POST", "/api/data-source-record-bulk-create-jobs", {
      data: {
        type: "data-source-record-bulk-create-job",
        attributes: { "data-source-records": { data } },
        relationships: { "data-source": { data: { type: "data-source", id: source } } },
      },
    });
    const began = performance.now();
    await inside.askLater(request);
    seconds += (performance.now() - began) / 1000;
  }
  return seconds;
}

/** @param {Kennel} of @returns {number} milliseconds */
function page({ inside, type }) {
  const request = inside.request("GET", `/api/object-types/${type}/object-records?page[size]=100`);
  const began = performance.now();
  inside.ask(request);
  return performance.now() - began;
}

/** Maps all anew, in many turns of the loop. @param {Kennel} of @returns how long that takes, and what nine of ten turns take at most, in ms */
async function mapAnew({ inside, source, mapping: id }) {
  const data = { type: "source-mapping", id, attributes: mappingOf(source) };
  const request = inside.request("PATCH", `/api/source-mappings/${id}`, { data });
  const began = performance.now();
  const answered = inside.askLater(request);
  const turns = [performance.now() - began];
  const settled = answered.then(() => inside.settled()).then(() => true);
  const turn = () => new Promise((resolve) => void setImmediate(resolve, false));
  for (let from = performance.now(); !(await Promise.race([settled, turn()]));) {
    turns.push(performance.now() - from);
    from = performance.now();
  }
  return { seconds: (performance.now() - began) / 1000, turn: quantile(turns, 0.9) };
}
