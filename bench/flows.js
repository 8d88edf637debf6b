import { heap } from "./messages.js";
import { progress } from "./progress.js";
import { boot, counted } from "./worlds.js";

/** @typedef {import("./inside.ts").Inside} Inside */

const sizes = { normal: 100_000, quick: 10_000 };
const dayMs = 86_400_000;
/** Everybody's first mail is due within the first of these, and the second within both. */
const [firstMs, restMs] = [45 * dayMs, 320 * dayMs];

/**
 * A year's advance through a flow in which everybody waits, and how long a GET waits that comes meanwhile.
 *
 * @param {{ quick: boolean }} options
 * @returns {Promise<(import("./table.js").Row | string)[]>}
 */
export async function measureFlows({ quick }) {
  const people = quick ? sizes.quick : sizes.normal;
  const { inside } = await boot(people, 0, {
    lists: [{ name: "Waiting", id: "Waits1" }],
    generate: { profiles: people, events: people, span: "180d" },
  });
  await flowFor(inside, "Waits1");
  progress(`${counted(people)} people enter a flow`);
  const empty = heap();
  await inside.join("Waits1");
  const waiting = inside.count("flow-run");
  const before = heap();
  progress("a year");
  const get = inside.request("GET", "/api/metrics");
  let waitMs = 0;
  /** @param {number} ms @returns {Promise<number>} how many seconds it took */
  const advance = async (ms) => {
    const began = performance.now();
    const way = { isOver: false };
    const advanced = inside.advance(ms).then(() => (way.isOver = true));
    waitMs = Math.max(waitMs, performance.now() - began);
    while (!way.isOver) {
      const came = performance.now();
      await new Promise(setImmediate);
      inside.ask(get);
      waitMs = Math.max(waitMs, performance.now() - came);
    }
    await advanced;
    return (performance.now() - began) / 1000;
  };
  const first = await advance(firstMs);
  const seconds = first + (await advance(restMs));
  const sent = inside.count("message");
  return [
    `A year's advance through a flow in which ${counted(waiting)} people wait`,
    {
      what: "people through its first 45 days",
      ours: `${Math.round(waiting / first)} a second`,
      figure: waiting / first,
      bar: { least: 10_000, unit: "a second" },
    },
    { what: "people through the year", ours: `${Math.round(waiting / seconds)} a second` },
    { what: "messages", ours: `${counted(sent)}, ${Math.round(sent / seconds)} a second` },
    {
      what: "a GET beside it waits at most",
      ours: `${waitMs.toFixed(1)} ms`,
      figure: waitMs,
      bar: { most: 20, unit: "ms" },
    },
    { what: "heap for each who waits", ours: `${Math.round((before - empty) / waiting)} bytes` },
    {
      what: "heap for each message",
      ours: `${Math.round((heap() - before) / Math.max(1, sent))} bytes`,
    },
  ];
}

/** A live flow for those who join a list: two mails, with a month and more before each. @param {Inside} inside @param {string} list */
async function flowFor(inside, list) {
  const html = "<p>Hello {{ first_name }}, <a href='https://example.com/new'>look</a></p>";
  const attributes = { name: "Mail", editor_type: "CODE", html };
  const template = await written(inside, "POST", "/api/templates", {
    type: "template",
    attributes,
  });
  /** @param {string} id @param {number} value @param {string} next */
  const delay = (id, value, next) => ({
    temporary_id: id,
    type: "time-delay",
    data: { unit: "days", value, delay_until_time: "09:00:00" },
    links: { next },
  });
  /** @param {string} id @param {string | null} next */
  const mail = (id, next) => ({
    temporary_id: id,
    type: "send-email",
    data: { message: { subject_line: "Hello {{ first_name }}", template_id: template.id } },
    links: { next },
  });
  const flow = await written(inside, "POST", "/api/flows", {
    type: "flow",
    attributes: {
      name: "Waiting",
      definition: {
        triggers: [{ type: "list", id: list }],
        entry_action_id: "1",
        actions: [delay("1", 30, "2"), mail("2", "3"), delay("3", 90, "4"), mail("4", null)],
      },
    },
  });
  const { id } = flow;
  const live = { type: "flow", id, attributes: { status: "live" } };
  await written(inside, "PATCH", `/api/flows/${id}`, live);
}

/** @param {Inside} inside @param {string} method @param {string} path @param {object} data */
async function written(inside, method, path, data) {
  const { status, body } = await inside.askLater(inside.request(method, path, { data }));
  if (status >= 300) throw new Error(`${path}: ${status} ${body}`);
  return JSON.parse(String(body)).data;
}
