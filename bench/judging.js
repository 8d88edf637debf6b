import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { progress } from "./progress.js";
import { boot, counted } from "./worlds.js";

/** @typedef {import("./inside.ts").Inside} Inside */

const sizes = { normal: 100_000, quick: 20_000 };

/**
 * A report card of a long run, and how long a GET waits that comes while it is written.
 *
 * @param {{ quick: boolean }} options
 * @returns {Promise<(import("./table.js").Row | string)[]>}
 */
export async function measureJudging({ quick }) {
  const requests = quick ? sizes.quick : sizes.normal;
  const { inside } = await boot(1000, 1000);
  progress(`a report of ${counted(requests)} requests`);
  const write = await inside.observe();
  asked(inside, requests);
  const { seconds, waitMs } = await beside(inside, write);
  // A second time, since looking at the heap takes longer than writing the card.
  const before = heap();
  const { peak } = await beside(inside, write, heap);
  return [
    `A report card of ${counted(requests)} requests`,
    row("written in", seconds, "s", 3, 2),
    row("a GET beside it waits at most", waitMs, "ms", 20, 1),
    row("heap while it is written, at most", (peak - before) / 1e6, "MB", 200, 0),
  ];
}

/** @param {string} what @param {number} figure @param {string} unit @param {number} most @param {number} places */
const row = (what, figure, unit, most, places) => ({
  what,
  ours: `${figure.toFixed(places)} ${unit}`,
  figure,
  bar: { most, unit },
});

/** A script without retries, and one that sends a fifth of its events twice. @param {Inside} inside @param {number} requests */
function asked(inside, requests) {
  const get = inside.request("GET", "/api/metrics");
  for (let sent = 0; sent < requests; sent += 1) {
    inside.ask(sent % 2 === 0 ? get : event(inside, Math.floor(sent * 0.8)));
  }
}

/** @param {Inside} inside @param {number} n */
function event(inside, n) {
  const profile = {
    data: { type: "profile", attributes: { email: `judged${n % 500}@example.com` } },
  };
  const metric = { data: { type: "metric", attributes: { name: "Judged" } } };
  const attributes = { properties: {}, metric, profile, unique_id: `judged ${n}` };
  return inside.request("POST", "/api/events", { data: { type: "event", attributes } });
}

/** @param {Inside} inside @param {() => Promise<unknown>} write @param {() => number} look */
async function beside(inside, write, look = () => 0) {
  const get = inside.request("GET", "/api/metrics");
  const began = performance.now();
  let [waitMs, peak, turns] = [0, 0, 0];
  const written = { seconds: 0 };
  const card = write().then(() => {
    written.seconds = (performance.now() - began) / 1000;
  });
  while (written.seconds === 0) {
    const came = performance.now();
    await new Promise(setImmediate);
    inside.ask(get);
    waitMs = Math.max(waitMs, performance.now() - came);
    if (turns % 100 === 0) peak = Math.max(peak, look());
    turns += 1;
  }
  await card;
  return { ...written, waitMs, peak };
}

function heap() {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().heapUsed;
}
