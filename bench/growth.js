import { progress } from "./progress.js";
import { median, pairedRatio } from "./stats.js";
import { boot, counted, worldOf } from "./worlds.js";

/** @typedef {import("./inside.ts").Inside} Inside */

/** Gives what is measured, and does what must be done before each slice. @typedef {(inside: Inside) => Prepared | Promise<Prepared>} Work @typedef {{ op: () => unknown, before?: () => void }} Prepared */

/**
 * @typedef {object} Case
 * @property {string} what
 * @property {Work} ours where there is much
 * @property {Work} [base] the same where there is little; undefined: as ours
 * @property {number} most the bar
 */

const slices = { normal: 25, quick: 9 };

/** Requests in a slice. */
const requests = 100;

const [journalFull, sandboxes, segments] = [10_000, 5000, 50];
const [manyEvents, fewEvents] = [16_000, 100];

/** @type {readonly Case[]} */
const cases = [
  {
    what: `GET with ${counted(journalFull)} requests in the journal`,
    ours: (inside) => {
      for (let n = 0; n < journalFull; n += 1) readMetrics(inside).op();
      return readMetrics(inside);
    },
    base: (inside) => ({ ...readMetrics(inside), before: () => inside.keepJournal(true) }),
    most: 1.3,
  },
  {
    what: `GET beside ${counted(sandboxes)} sandboxes`,
    ours: (inside) => {
      for (let n = 0; n < sandboxes; n += 1) inside.fork();
      return readMetrics(inside);
    },
    base: readMetrics,
    most: 1.1,
  },
  {
    what: `POST event beside ${counted(sandboxes)} sandboxes`,
    ours: (inside) => {
      for (let n = 0; n < sandboxes; n += 1) inside.fork();
      return writeEvents(inside, "Grown");
    },
    base: (inside) => writeEvents(inside, "Grown"),
    most: 1.1,
  },
  {
    what: `POST event with ${segments} segments of other metrics`,
    ours: async (inside) => {
      for (let n = 0; n < segments; n += 1) await countIn(inside, `Other ${n}`);
      return writeEvents(inside, "Grown");
    },
    base: (inside) => writeEvents(inside, "Grown"),
    most: 1.3,
  },
  {
    what: `POST event that a segment counts, of one with ${counted(manyEvents)} of them, against ${fewEvents}`,
    ours: (inside) => countedPerson(inside, manyEvents),
    base: (inside) => countedPerson(inside, fewEvents),
    most: 1.3,
  },
];

/**
 * What a request costs where there is much of something, against the same where there is little.
 *
 * @param {{ quick: boolean, large: boolean }} options
 * @returns {Promise<(import("./table.js").Row | string)[]>}
 */
export async function measureGrowth({ quick, large }) {
  const times = quick ? slices.quick : slices.normal;
  /** @type {(import("./table.js").Row | string)[]} */
  const rows = ["What must not grow, processor time in one process: much against little"];
  for (const { what, ours, base = ours, most } of cases) {
    const [much, little] = [(await boot(100, 1000)).inside, (await boot(100, 1000)).inside];
    progress(what);
    rows.push({
      what,
      ...(await paired(await ours(much), await base(little), times)),
      bar: { most },
    });
  }
  const size = large ? 1_000_000 : 100_000;
  const [many, few] = [(await worldOf(size)).inside, (await worldOf(1000)).inside];
  for (const [what, work] of /** @type {const} */ ([
    ["GET one profile", readOne],
    ["POST event", (/** @type {Inside} */ inside) => writeEvents(inside, "Grown")],
  ])) {
    progress(`${what} among ${counted(size)}`);
    rows.push({
      what: `${what} among ${counted(size)} events, against 1,000`,
      ...(await paired(work(many), work(few), times)),
      bar: { most: 1.3 },
    });
  }
  return rows;
}

/** @param {Prepared} ours @param {Prepared} base @param {number} times */
async function paired(ours, base, times) {
  const sides = [ours, base].map((side) => ({
    ...side,
    micros: /** @type {number[]} */ ([]),
  }));
  for (let round = -4; round < times; round += 1) {
    for (const { op, before, micros } of round % 2 === 0 ? sides : sides.toReversed()) {
      before?.();
      const began = process.cpuUsage();
      for (let n = 0; n < requests; n += 1) await op();
      const { user, system } = process.cpuUsage(began);
      if (round >= 0) micros.push((user + system) / requests);
    }
  }
  const [mine = [], theirs = []] = sides.map(({ micros }) => micros);
  return {
    ours: `${median(mine).toFixed(1)} µs`,
    base: `${median(theirs).toFixed(1)} µs`,
    figure: pairedRatio(mine, theirs),
  };
}

/** @param {Inside} inside */
function readMetrics(inside) {
  const get = inside.request("GET", "/api/metrics");
  return { op: () => inside.ask(get) };
}

/** @param {Inside} inside */
function readOne(inside) {
  const page = inside.ask(inside.request("GET", "/api/profiles?page%5Bsize%5D=20"));
  const gets = JSON.parse(String(page.body)).data.map((/** @type {{ id: string }} */ { id }) =>
    inside.request("GET", `/api/profiles/${id}`),
  );
  let n = 0;
  return { op: () => inside.ask(gets[n++ % gets.length]) };
}

let last = 0;

/** @param {Inside} inside @param {string} metric @param {string} [email] */
function event(inside, metric, email = "grown@example.com") {
  last += 1;
  const attributes = {
    properties: {},
    metric: { data: { type: "metric", attributes: { name: metric } } },
    profile: { data: { type: "profile", attributes: { email } } },
    unique_id: `grown ${last}`,
  };
  return inside.request("POST", "/api/events", { data: { type: "event", attributes } });
}

/** @param {Inside} inside @param {string} metric */
function writeEvents(inside, metric) {
  return { op: () => inside.askLater(event(inside, metric)) };
}

/** A segment of those who have done something more than a million times: what counts must count them all. @param {Inside} inside @param {string} metric */
async function countIn(inside, metric) {
  await inside.askLater(event(inside, metric, "first@example.com"));
  const { data } = JSON.parse(String(inside.ask(inside.request("GET", "/api/metrics")).body));
  const { id } = data.find(
    (/** @type {{ attributes: { name: string } }} */ { attributes }) => attributes.name === metric,
  );
  const condition = {
    type: "profile-metric",
    metric_id: id,
    measurement: "count",
    measurement_filter: { type: "numeric", operator: "greater-than", value: 1_000_000 },
    timeframe_filter: { type: "date", operator: "in-the-last", unit: "day", quantity: 30 },
  };
  const definition = { condition_groups: [{ conditions: [condition] }] };
  const attributes = { name: `Counts ${metric}`, definition };
  const body = { data: { type: "segment", attributes } };
  await inside.askLater(inside.request("POST", "/api/segments", body));
}

/** Somebody with so many events, and a segment that counts them. @param {Inside} inside @param {number} events */
async function countedPerson(inside, events) {
  for (let n = 0; n < events; n += 1) await inside.askLater(event(inside, "Grown"));
  await countIn(inside, "Grown");
  return writeEvents(inside, "Grown");
}
