import { progress } from "./progress.js";
import { counted, worldOf } from "./worlds.js";

/** @typedef {import("./inside.ts").Inside} Inside */

const sizes = { normal: 1_000_000, quick: 100_000 };

/** The first is slow to begin with. */
const times = 3;

/**
 * A report of campaigns over so many messages and events, and how long a GET waits that comes meanwhile.
 *
 * @param {{ quick: boolean }} options
 * @returns {Promise<(import("./table.js").Row | string)[]>}
 */
export async function measureReports({ quick }) {
  const size = quick ? sizes.quick : sizes.normal;
  const { inside } = await worldOf(size);
  const before = inside.snapshot();
  inside.loadMessages(size);
  progress(`a report over ${counted(size)} messages and events`);
  const metric = mostEvents(inside);
  const attributes = {
    statistics: ["recipients", "open_rate", "conversion_value"],
    timeframe: { key: "last_365_days" },
    conversion_metric_id: metric,
  };
  const ask = inside.request("POST", "/api/campaign-values-reports", {
    data: { type: "campaign-values-report", attributes },
  });
  let found = await besides(inside, ask);
  for (let time = 1; time < times; time += 1) found = await besides(inside, ask);
  inside.restore(before);
  return [
    `A report of campaigns over ${counted(size)} messages and ${counted(size)} events`,
    { what: "answered after", ours: `${Math.round(found.ms)} ms` },
    {
      what: "a GET beside it waits at most",
      ours: `${found.waitMs.toFixed(1)} ms`,
      figure: found.waitMs,
      bar: { most: 20, unit: "ms" },
    },
  ];
}

/** The metric that has the most events. @param {Inside} inside */
function mostEvents(inside) {
  const counts = [...inside.valuesOf("get_events", "metric_id")];
  const [most] = counts.sort(([, a], [, b]) => b - a);
  return most?.[0];
}

/** @param {Inside} inside @param {ReturnType<Inside["request"]>} report */
async function besides(inside, report) {
  const get = inside.request("GET", "/api/metrics");
  const began = performance.now();
  const asked = { ms: 0 };
  const answered = inside.askLater(report).then(({ status, body }) => {
    if (status !== 200) throw new Error(`${status} ${body}`);
    asked.ms = performance.now() - began;
  });
  let waitMs = performance.now() - began;
  while (asked.ms === 0) {
    const came = performance.now();
    await Promise.race([answered, new Promise(setImmediate)]);
    inside.ask(get);
    waitMs = Math.max(waitMs, performance.now() - came);
  }
  return { ms: asked.ms, waitMs };
}
