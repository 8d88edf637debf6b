import { once } from "node:events";
import { get, Agent } from "node:http";
import { setTimeout as elapsed } from "node:timers/promises";
import { fromRoot, startQuietEmulator, startEmulator, startServer, fullKeyOf } from "./servers.js";
import { progress } from "./progress.js";
import { median, pairedRatio, quantile } from "./stats.js";
import { worldOf } from "./worlds.js";

const delaysMs = [10, 100, 500];
const samples = { normal: 30, quick: 8 };

/** For how long a limited operation is hammered, in seconds. */
const hammeredSeconds = 5;

/** What the published limit of the operation lets pass in a second. */
const burst = 75;

/**
 * How late a delayed answer comes, how exactly the limiter lets its limit pass, and what the journal and faults that
 * do not act cost a request.
 *
 * @param {{ quick: boolean }} options
 * @returns {Promise<(import("./table.js").Row | string)[]>}
 */
export async function measureFaults({ quick }) {
  return [
    ...(await delays(quick)),
    ...(await exactness()),
    ...(await journalCost(quick)),
    ...(await manyFaults(quick)),
  ];
}

/** @param {boolean} quick @returns {Promise<(import("./table.js").Row | string)[]>} */
async function delays(quick) {
  const count = quick ? samples.quick : samples.normal;
  const { server, key } = await startQuietEmulator();
  const base = await startServer([fromRoot("bench/baselines/delayed.js")]);
  const headers = { authorization: `Service-API-Key ${key}`, revision: "2026-07-15" };
  /** @type {(import("./table.js").Row | string)[]} */
  const rows = ["Planned delay, from request to answer, against setTimeout in a bare node:http"];
  for (const ms of delaysMs) {
    progress(`delays of ${ms} ms`);
    await plan(server.port, { operation: "get_metrics", delay: `${ms}ms`, times: "always" });
    /** @type {number[]} */
    const ours = [];
    /** @type {number[]} */
    const theirs = [];
    for (let round = -2; round < count; round += 1) {
      const [a, b] = [
        await timed(server.port, "/api/metrics", headers),
        await timed(base.port, `/${ms}`, {}),
      ];
      if (round < 0) continue;
      ours.push(a.ms);
      theirs.push(b.ms);
    }
    await call(server.port, "DELETE", "/_emulator/faults");
    rows.push({
      what: `delay of ${ms} ms, median (95th percentile)`,
      ours: `${median(ours).toFixed(1)} ms (${quantile(ours, 0.95).toFixed(1)})`,
      base: `${median(theirs).toFixed(1)} ms`,
      figure: median(ours) / median(theirs),
      bar: { most: 1.15 },
    });
  }
  await Promise.all([server.stop(), base.stop()]);
  return rows;
}

/** @returns {Promise<(import("./table.js").Row | string)[]>} */
async function exactness() {
  progress(`the limiter, for ${hammeredSeconds} seconds`);
  const server = await startEmulator(["--json"]);
  const headers = {
    authorization: `Service-API-Key ${fullKeyOf(server)}`,
    revision: "2026-07-15",
  };
  const until = performance.now() + hammeredSeconds * 1000;
  const hammer = async () => {
    while (performance.now() < until) {
      await timed(server.port, "/api/profiles", headers);
      // No more than the journal remembers.
      await elapsed(2);
    }
  };
  await Promise.all([hammer(), hammer(), hammer(), hammer()]);
  const { requests } = await call(
    server.port,
    "GET",
    "/_emulator/requests?operation=get_profiles&status=200",
  );
  await server.stop();
  /** @type {Map<number, number>} */
  const bySecond = new Map();
  for (const { arrivedWorld } of requests) {
    const second = Math.floor(arrivedWorld / 1000);
    bySecond.set(second, (bySecond.get(second) ?? 0) + 1);
  }
  // The first second had begun, and the last was not over.
  const whole = [...bySecond.values()].slice(1, -1);
  /** @param {string} what @param {number} passed @param {import("./table.js").Bar} bar */
  const row = (what, passed, bar) => ({
    what,
    ours: String(passed),
    base: String(burst),
    figure: passed / burst,
    bar,
  });
  return [
    "The limiter under four hammering connections, against the published burst limit",
    row("most that passed in any second", Math.max(...bySecond.values()), { most: 1 }),
    row("fewest that passed in a whole second", Math.min(...whole), { least: 1 }),
  ];
}

/** @param {boolean} quick @returns {Promise<(import("./table.js").Row | string)[]>} */
async function journalCost(quick) {
  progress("the journal");
  const { inside } = await worldOf(1000);
  const incoming = inside.request("GET", "/api/metrics");
  const rounds = quick ? 5 : 15;
  /** @type {number[]} */
  const written = [];
  /** @type {number[]} */
  const silent = [];
  const run = () => {
    const count = 5000;
    const began = performance.now();
    for (let n = 0; n < count; n += 1) inside.ask(incoming);
    return ((performance.now() - began) / count) * 1000;
  };
  for (let round = -2; round < rounds; round += 1) {
    inside.keepJournal(true);
    const a = run();
    inside.keepJournal(false);
    const b = run();
    if (round < 0) continue;
    written.push(a);
    silent.push(b);
  }
  return [
    "The journal, in one process, against the same request without it",
    {
      what: "a page of metrics",
      ours: `${median(written).toFixed(1)} µs`,
      base: `${median(silent).toFixed(1)} µs`,
      figure: median(written) / median(silent),
      bar: { most: 1.25 },
    },
  ];
}

/** How many faults are planned at once: some, and as many as may be. */
const faultCounts = [10, 1000];

/** @param {boolean} quick @returns {Promise<(import("./table.js").Row | string)[]>} */
async function manyFaults(quick) {
  const { inside } = await worldOf(1000);
  const incoming = inside.request("GET", "/api/metrics");
  const count = 1000;
  const run = () => {
    const began = performance.now();
    for (let n = 0; n < count; n += 1) inside.ask(incoming);
    return ((performance.now() - began) / count) * 1000;
  };
  const cases = faultCounts.flatMap((faults) => [
    {
      what: `${faults} that are spent`,
      plan: () => {
        inside.planFaults(faults, { operation: "get_metrics", status: 503, times: 1 });
        for (let n = 0; n < faults; n += 1) inside.meet(incoming);
      },
      most: 1.1,
    },
    {
      what: `${faults} that are live, on another operation`,
      plan: () =>
        inside.planFaults(faults, { operation: "get_lists", status: 503, times: "always" }),
      most: 1.1,
    },
    {
      what: `${faults} that are live, by another header of any operation`,
      plan: () =>
        inside.planFaults(faults, {
          match: { header: { "x-run": "another" } },
          status: 503,
          times: "always",
        }),
      most: 1.2,
    },
  ]);
  /** @type {(import("./table.js").Row | string)[]} */
  const rows = ["A page of metrics beside faults, against none"];
  for (const { what, plan, most } of cases) {
    progress(`faults: ${what}`);
    /** @type {number[]} */
    const ours = [];
    /** @type {number[]} */
    const none = [];
    for (let round = -2; round < (quick ? 5 : 15); round += 1) {
      plan();
      const a = run();
      inside.planFaults(0, { operation: "*", status: 503 });
      const b = run();
      if (round < 0) continue;
      ours.push(a);
      none.push(b);
    }
    rows.push({
      what,
      ours: `${median(ours).toFixed(1)} µs`,
      base: `${median(none).toFixed(1)} µs`,
      figure: pairedRatio(ours, none),
      bar: { most },
    });
  }
  return rows;
}

/** One connection for each that asks, kept. */
const agent = new Agent({ keepAlive: true });

/** @param {number} port @param {string} path @param {Record<string, string>} headers */
async function timed(port, path, headers) {
  const began = performance.now();
  const [response] = await once(get({ port, path, headers, agent, host: "127.0.0.1" }), "response");
  response.resume();
  await once(response, "end");
  return { ms: performance.now() - began, status: response.statusCode };
}

/** @param {number} port @param {unknown} fault */
const plan = (port, fault) => call(port, "POST", "/_emulator/faults", fault);

/** @param {number} port @param {string} method @param {string} path @param {unknown} [body] */
async function call(port, method, path, body) {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  return response.status === 204 ? undefined : response.json();
}
