import { execFile } from "node:child_process";
import { Agent, request } from "node:http";
import { promisify } from "node:util";
import { requestsOf } from "./fleet-work.js";
import { progress } from "./progress.js";
import { fromRoot, startQuietEmulator } from "./servers.js";
import { median, pairedRatio, quantile } from "./stats.js";
import { counted } from "./worlds.js";

/** @typedef {import("./table.js").Row} Row */

const sizes = {
  normal: { rounds: 40, held: 3000, socketRounds: 20, fleet: 10_000 },
  quick: { rounds: 12, held: 2000, socketRounds: 8, fleet: 4000 },
};

/** Tests in a slice, and how many run at once over sockets. */
const [perSlice, atOnce] = [40, 8];

/**
 * Many sandboxes of one server, each with one test's traffic: what such a test costs against the same in one account, what
 * a sandbox weighs afterwards, and how long its first write takes.
 *
 * @param {{ quick: boolean }} options
 * @returns {Promise<(Row | string)[]>}
 */
export async function measureFleet({ quick }) {
  const size = quick ? sizes.quick : sizes.normal;
  /** @type {(Row | string)[]} */
  const rows = ["A fleet of sandboxes, each with one test: a profile, five events, two lists"];
  for (const seed of ["small", "demo"]) {
    rows.push(...(await inProcess(seed, size)));
    rows.push(...(await overSockets(seed, size)));
  }
  return rows;
}

/** @param {string} seed @param {typeof sizes.normal} size @returns {Promise<Row[]>} */
async function inProcess(seed, { rounds, held }) {
  progress(`a fleet like ${seed}, in process`);
  const args = [fromRoot("bench/fleet-once.js"), seed, String(rounds), String(held)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const found = JSON.parse(stdout);
  const micros = (/** @type {number} */ value) => `${value.toFixed(0)} µs`;
  return [
    {
      what: `${seed}: the test in a sandbox that is made for it, against one account, in process`,
      ours: micros(found.apart),
      base: micros(found.one),
      figure: found.ratio,
      bar: { least: 0.85 },
    },
    {
      what: `${seed}: making that sandbox alone`,
      ours: micros(found.made),
    },
    {
      what: `${seed}: heap of each of ${counted(held)} afterwards`,
      ours: `${(found.bytes / 1000).toFixed(1)} kB`,
      figure: found.bytes / 1000,
      bar: { most: 40, unit: "kB" },
    },
    {
      what: `${seed}: first write of a sandbox, median (95th percentile)`,
      ours: `${median(found.firsts).toFixed(2)} ms (${quantile(found.firsts, 0.95).toFixed(2)})`,
      figure: median(found.firsts),
      bar: { most: 1, unit: "ms" },
    },
    {
      what: `${seed}: the same of the first sandbox of a process, against the second write of that process`,
      ours: `${found.first.toFixed(2)} ms`,
      base: `${found.second.toFixed(2)} ms`,
    },
  ];
}

/** @param {string} seed @param {typeof sizes.normal} size @returns {Promise<Row[]>} */
async function overSockets(seed, { socketRounds, fleet }) {
  progress(`a fleet like ${seed}, by socket`);
  const { server, key } = await startQuietEmulator(["--fixtures", seed]);
  const ask = asker(server.port);
  const test = async (/** @type {string} */ of) => {
    for (const asked of requestsOf(of)) await ask(asked);
  };
  const apart = async () => test(await newSandbox(ask));
  /** @type {string[]} */
  const keys = [];
  const sides = [() => test(key), apart, async () => test(keys.pop() ?? "")].map((run) => ({
    run,
    micros: /** @type {number[]} */ ([]),
  }));
  for (let round = -socketRounds; round < socketRounds; round += 1) {
    await many(async () => void keys.push(await newSandbox(ask)), perSlice);
    for (const { run, micros } of round % 2 === 0 ? sides : sides.toReversed()) {
      const began = server.cpuMicros() ?? Number.NaN;
      await many(run, perSlice);
      const took = ((server.cpuMicros() ?? Number.NaN) - began) / perSlice;
      if (round >= 0) micros.push(took);
    }
  }
  const [one = [], whole = [], alone = []] = sides.map(({ micros }) => micros);
  const held = 4 * socketRounds * perSlice;
  const before = server.residentMegabytes() ?? Number.NaN;
  await many(apart, Math.max(0, fleet - held));
  const after = server.residentMegabytes() ?? Number.NaN;
  await server.stop();
  return [
    ...[
      { what: "in a sandbox that is made for it", micros: whole },
      { what: "in a sandbox that is there", micros: alone },
    ].map(({ what, micros }) => ({
      what: `${seed}: the test ${what}, against one account, by socket`,
      ours: `${median(micros).toFixed(0)} µs`,
      base: `${median(one).toFixed(0)} µs`,
      figure: pairedRatio(one, micros),
      bar: { least: 0.85 },
    })),
    {
      what: `${seed}: resident with ${counted(fleet)} of them`,
      ours: `${after.toFixed(0)} MB`,
      figure: after,
      bar: { most: 500, unit: "MB" },
    },
    {
      what: `${seed}: resident for each of the last ${counted(fleet - held)}`,
      ours: `${(((after - before) * 1048.576) / (fleet - held)).toFixed(1)} kB`,
    },
  ];
}

/** @param {() => Promise<void>} run @param {number} times */
async function many(run, times) {
  let left = times;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      await run();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

/** @typedef {(asked: import("./fleet-work.js").Asked) => Promise<string>} Ask */

/** @param {number} port @returns {Ask} */
function asker(port) {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  return ({ body, ...asked }) =>
    new Promise((resolve, reject) => {
      const sent = request({ host: "127.0.0.1", port, agent, ...asked }, (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (chunk) => (text += chunk));
        answer.on("end", () => {
          if ((answer.statusCode ?? 500) < 300) return resolve(text);
          reject(new Error(`${asked.path}: ${answer.statusCode} ${text}`));
        });
      });
      sent.on("error", reject);
      sent.end(body);
    });
}

/** @param {Ask} ask @returns {Promise<string>} its key */
export async function newSandbox(ask) {
  const headers = { "content-type": "application/json" };
  const text = await ask({ method: "POST", path: "/_emulator/sandboxes", headers, body: "{}" });
  return JSON.parse(text).keys[0].key;
}
