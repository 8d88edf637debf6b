import { progress } from "./progress.js";
import { median, pairedRatio } from "./stats.js";
import { boot, counted } from "./worlds.js";

/** @typedef {import("./inside.ts").Inside} Inside */

/** Few are more than 5,000: below that, an index is made when it is first asked for. */
const sizes = { few: 10_000, many: 100_000 };

/** How many events of one metric a person has already. */
const often = { few: 100, many: 16_000 };
const rounds = { normal: 40, quick: 15 };

/**
 * What is done to people, where there are many and where there are few: a hundred subscribed at
 * once, a segment worked out for all, and an event that moves somebody into a segment.
 *
 * @param {{ quick: boolean }} options
 * @returns {Promise<(import("./table.js").Row | string)[]>}
 */
export async function measurePeople({ quick }) {
  const few = (await boot(sizes.few, sizes.few)).inside;
  const many = (await boot(sizes.many, sizes.few)).inside;
  const times = quick ? rounds.quick : rounds.normal;
  progress("subscribing, and segments");
  const subscribed = await paired(few, many, times, subscribe);
  const filled = await paired(few, many, Math.ceil(times / 5), fill);
  for (const inside of [few, many]) await defineSegment(inside);
  const moved = await paired(few, many, times * 5, order);
  const busy = await repeated(few, times * 5);
  const [each, eachOfFew] = [
    (median(filled.many) / sizes.many) * 1000,
    (median(filled.few) / sizes.few) * 1000,
  ];
  return [
    `Among ${counted(sizes.many)} people, against the same among ${counted(sizes.few)}`,
    { ...rowOf("subscribe 100 of them", subscribed), bar: { most: 1.3 } },
    { ...rowOf("an event that moves one into a segment", moved), bar: { most: 1.3 } },
    {
      ...rowOf(`an event of one who has ${counted(often.many)}, counted by a segment`, busy),
      bar: { most: 1.3 },
    },
    {
      what: `a segment over all of them: ${median(filled.many).toFixed(0)} ms; for each`,
      ours: `${each.toFixed(2)} µs`,
      base: `${eachOfFew.toFixed(2)} µs`,
      figure: each / eachOfFew,
    },
  ];
}

/** @typedef {{ many: number[], few: number[] }} Times milliseconds */

/** @param {string} what @param {Times} times */
const rowOf = (what, { many, few }) => ({
  what,
  ours: `${(median(many) * 1000).toFixed(0)} µs`,
  base: `${(median(few) * 1000).toFixed(0)} µs`,
  figure: pairedRatio(many, few),
});

/**
 * The two by turns, so that what slows the machine slows both.
 *
 * @param {Inside} few @param {Inside} many @param {number} times
 * @param {(inside: Inside, round: number) => () => unknown} prepare what it makes may take time
 * @returns {Promise<Times>}
 */
async function paired(few, many, times, prepare) {
  /** @type {Times} */
  const found = { few: [], many: [] };
  for (let round = -5; round < times; round += 1) {
    const took = [];
    for (const inside of [few, many]) {
      const run = prepare(inside, round);
      const began = performance.now();
      await run();
      took.push(performance.now() - began);
    }
    if (round < 0) continue;
    found.few.push(took[0] ?? 0);
    found.many.push(took[1] ?? 0);
  }
  return found;
}

/** @param {Inside} inside @param {number} round */
function subscribe(inside, round) {
  const type = "profile-subscription-bulk-create-job";
  const subscriptions = { email: { marketing: { consent: "SUBSCRIBED" } } };
  const data = Array.from({ length: 100 }, (_, n) => ({
    type: "profile",
    attributes: { email: `bench${round}-${n}@example.com`, subscriptions },
  }));
  const body = { data: { type, attributes: { profiles: { data } } } };
  const request = inside.request("POST", `/api/${type}s`, body);
  return () => inside.askLater(request);
}

/** @param {unknown} condition @param {string} name */
const segment = (condition, name) => ({
  data: {
    type: "segment",
    attributes: { name, definition: { condition_groups: [{ conditions: [condition] }] } },
  },
});

/** @param {Inside} inside @param {number} round */
function fill(inside, round) {
  const filter = { type: "string", operator: "ends-with", value: `${Math.abs(round) % 10}` };
  const condition = { type: "profile-property", property: "phone_number", filter };
  const body = segment(condition, `Filled ${round}`);
  const request = inside.request("POST", "/api/segments", body);
  return async () => {
    const { id } = JSON.parse(String((await inside.askLater(request)).body)).data;
    await inside.askLater(inside.request("DELETE", `/api/segments/${id}`));
  };
}

/**
 * An event of a person who has many, and of one who has few, where a segment asks for more than either has.
 *
 * @param {Inside} inside @param {number} times
 * @returns {Promise<Times>}
 */
async function repeated(inside, times) {
  progress(`events of one person, ${counted(often.many)} before`);
  await defineSegment(inside, { operator: "greater-than", value: 1_000_000 });
  const people = [{ email: "few@example.com" }, { email: "many@example.com" }];
  for (const [index, count] of [often.few, often.many].entries()) {
    for (let n = 0; n < count; n += 1) await order(inside, n, people[index])();
  }
  /** @type {Times} */
  const found = { few: [], many: [] };
  for (let round = -20; round < times; round += 1) {
    const took = [];
    for (const person of people) {
      const run = order(inside, 1_000_000 + round, person);
      const began = performance.now();
      await run();
      took.push(performance.now() - began);
    }
    if (round < 0) continue;
    found.few.push(took[0] ?? 0);
    found.many.push(took[1] ?? 0);
  }
  return found;
}

/** @param {Inside} inside @param {{ operator: string, value: number }} [asked] how often */
async function defineSegment(inside, asked = { operator: "greater-than", value: 0 }) {
  await order(inside, -10)();
  const metrics = JSON.parse(String(inside.ask(inside.request("GET", "/api/metrics")).body)).data;
  const { id } = metrics.find(
    (/** @type {{ attributes: { name: string } }} */ { attributes }) =>
      attributes.name === "Benched",
  );
  const condition = {
    type: "profile-metric",
    metric_id: id,
    measurement: "count",
    measurement_filter: { type: "numeric", ...asked },
    timeframe_filter: { type: "date", operator: "in-the-last", unit: "day", quantity: 30 },
  };
  const body = segment(condition, `More than ${asked.value} lately`);
  await inside.askLater(inside.request("POST", "/api/segments", body));
}

/** @param {Inside} inside @param {number} round @param {object} [person] someone new, unless told otherwise */
function order(inside, round, person = { email: `order${round}@example.com` }) {
  const profile = { data: { type: "profile", attributes: person } };
  const metric = { data: { type: "metric", attributes: { name: "Benched" } } };
  const attributes = { properties: {}, metric, profile, unique_id: `order ${round}` };
  const body = { data: { type: "event", attributes } };
  const request = inside.request("POST", "/api/events", body);
  return () => inside.askLater(request);
}
