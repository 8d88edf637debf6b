import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { progress } from "./progress.js";
import { fromRoot } from "./servers.js";
import { median } from "./stats.js";
import { worldOf } from "./worlds.js";

/** A command that asks once, and gives up if that fails. */
const command = [
  process.execPath,
  "--input-type=module",
  "-e",
  `const { SERVICE_EMULATOR_URL: url, SERVICE_EMULATOR_API_KEY: key } = process.env;
const headers = { authorization: "Service-API-Key " + key, revision: "2026-07-15" };
const answer = await fetch(url + "/api/lists", { headers });
if (!answer.ok) process.exit(1);
await answer.text();`,
];

/**
 * What exploring costs: of a schedule beyond its command, of a comparison, and of the memory.
 *
 * @param {{ quick: boolean }} options
 * @returns {Promise<(import("./table.js").Row | string)[]>}
 */
export async function measureExplore({ quick }) {
  return [
    "Explore",
    await overhead(quick ? 8 : 18),
    ...(await comparisons(quick ? 5 : 20)),
    await skippedWaits(quick ? 3 : 9),
    await memory(),
  ];
}

/** Prints at the end how long the processor was busy with this process, without its children. */
const told =
  "data:text/javascript,process.on('exit', () => { const { user, system } = process.cpuUsage();" +
  " if (/service-emulator/.test(process.argv[1])) console.error('busy ' + (user + system)); });";

/** @param {number} rounds @returns {Promise<import("./table.js").Row>} */
async function overhead(rounds) {
  progress("explore, what a run costs");
  const few = await busyMs(1);
  const many = await busyMs(rounds + 1);
  // Each run that gives up is followed by one without faults, to see whether that mends it.
  const figure = (many - few) / (2 * rounds);
  return {
    what: "a run of a command, beyond the command itself (processor time)",
    ours: `${figure.toFixed(1)} ms`,
    figure,
    bar: { most: 30, unit: "ms" },
  };
}

/** How long exploring so many schedules keeps the processor busy, without the commands. @param {number} budget */
async function busyMs(budget) {
  const options = ["--quiet", "--json", "--jobs", "1", "--depth", "1", "--confirm", "1"];
  const chosen = ["--only", "edge 5*", "--must-survive", "none", "--budget", String(budget)];
  const words = [fromRoot("bin/service-emulator.js"), "explore", ...options, ...chosen];
  const env = { ...process.env, NODE_OPTIONS: `--import=${encodeURI(told)}` };
  const child = spawn(process.execPath, [...words, "--", ...command], {
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const said = await text(/** @type {import("node:stream").Readable} */ (child.stderr));
  const [, busy] = /busy (\d+)/.exec(said) ?? [];
  if (busy === undefined) throw new Error(`explore: ${said}`);
  return Number(busy) / 1000;
}

/** @param {number} rounds @returns {Promise<import("./table.js").Row[]>} */
async function comparisons(rounds) {
  progress("explore, comparisons of states");
  const { inside } = await worldOf(10_000);
  return [100, 1000].map((records) => {
    const times = Array.from({ length: rounds }, () => inside.compared(records));
    return {
      what: `comparison of a state of over 10,000 records, ${records} of them new`,
      ours: `${median(times).toFixed(1)} ms`,
      figure: median(times),
      ...(records === 100 && { bar: { most: 20, unit: "ms" } }),
    };
  });
}

/** Asks seven times, and waits a minute in between, each time twice as long; or not at all. */
const backsOff = (/** @type {number} */ factor) => [
  process.execPath,
  "--input-type=module",
  "-e",
  `const { SERVICE_EMULATOR_URL: url, SERVICE_EMULATOR_API_KEY: key } = process.env;
const headers = { authorization: "Service-API-Key " + key, revision: "2026-07-15" };
for (const seconds of [1, 2, 4, 8, 15, 30, 0]) {
  await (await fetch(url + "/api/lists", { headers })).text();
  await new Promise((resolve) => setTimeout(resolve, seconds * ${factor}));
}`,
];

/** @param {number} rounds @returns {Promise<import("./table.js").Row>} */
async function skippedWaits(rounds) {
  progress("explore, waits that are skipped");
  const tookMs = async (/** @type {string[]} */ options, /** @type {number} */ factor) => {
    const begun = performance.now();
    const words = [fromRoot("bin/service-emulator.js"), "exec", "--quiet", ...options];
    const child = spawn(process.execPath, [...words, "--", ...backsOff(factor)], {
      stdio: "ignore",
    });
    const [code] = await once(child, "exit");
    if (code !== 0) throw new Error(`exec ended with ${code}`);
    return performance.now() - begun;
  };
  // By turns, so that what slows the machine slows both.
  const pairs = [];
  for (let round = 0; round < rounds; round += 1) {
    const own = await tookMs([], 0);
    pairs.push({ own, skipped: await tookMs(["--skip-waits"], 1000) });
  }
  const figure = median(pairs.map(({ own, skipped }) => skipped - own));
  return {
    what: "60 s of backoff with --skip-waits, beyond the same command without a wait",
    ours: `${figure.toFixed(0)} ms`,
    figure,
    bar: { most: 300, unit: "ms" },
  };
}

/** @returns {Promise<import("./table.js").Row>} */
async function memory() {
  progress("explore, the memory of 1,000 schedules");
  /** @type {typeof import("../src/index.ts")} */
  const { createEmulator, explore } = await import(fromRoot("dist/index.cjs"));
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  const emulator = await createEmulator({ fixtures: ["small"] });
  /** @param {import("../src/index.ts").Sandbox} sandbox */
  const client = async (sandbox) => {
    const answer = await sandbox.fetch("/api/lists");
    if (!answer.ok) throw new Error("refused");
    await answer.text();
  };
  const heapAfter = async (/** @type {number} */ searches) => {
    for (let search = 0; search < searches; search += 1) {
      await explore(emulator, client, {
        only: ["edge *", "503", "500"],
        mustSurvive: [],
        seed: search,
        depth: 1,
      });
    }
    // The journal keeps what was asked, up to its bound.
    emulator.reset(["journal"]);
    collect();
    return process.memoryUsage().heapUsed / 1e6;
  };
  const first = await heapAfter(8);
  const last = await heapAfter(32);
  await emulator.close();
  return {
    what: "heap after 1,000 schedules, against that after 200",
    ours: `${last.toFixed(1)} MB`,
    base: `${first.toFixed(1)} MB`,
    figure: last / first,
    bar: { most: 1.1 },
  };
}
