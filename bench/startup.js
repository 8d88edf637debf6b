import { spawn } from "node:child_process";
import { once } from "node:events";
import { bundle } from "./bundle.js";
import { once as asked, requestBytes } from "./load.js";
import { progress } from "./progress.js";
import { fromRoot, fullKeyOf, plainEnvironment, startEmulator, startServer } from "./servers.js";
import { median, pairedRatio } from "./stats.js";

/** How many times each is started; one more start of each goes before, for the file cache. */
const starts = { normal: 15, quick: 5 };

/** What a start without the code that an earlier one has compiled is told. */
const cold = { SERVICE_EMULATOR_CODE_CACHE: "off" };

/**
 * From spawn to the first 200, of the emulator with its default seed, with and without compiled code, of an empty h3 +
 * listhen app, bundled and minified as the emulator is, and of a bare node:http process. All say on stdout where they
 * listen. And from spawn to the end of `exec -- true`.
 *
 * @param {{ quick: boolean }} options
 * @returns {Promise<(import("./table.js").Row | string)[]>}
 */
export async function measureStartup({ quick }) {
  const { frame } = await bundle({ frame: "bench/baselines/h3-listhen.js" }, { minify: true });
  const launch = fromRoot("bench/baselines/launch.js");
  const contestants = {
    warm: () => oneStart(() => startEmulator(["--json"])),
    cold: () => oneStart(() => startEmulator(["--json"], cold)),
    frame: () => oneStart(() => startServer([launch, frame ?? ""])),
    bare: () => oneStart(() => startServer([fromRoot("bench/baselines/bare.js")])),
    exec: async () => ({ ms: await oneExec(), cpuMs: undefined }),
  };
  const names = /** @type {(keyof typeof contestants)[]} */ (Object.keys(contestants));
  /** @type {Record<string, number[]>} */
  const wall = {};
  /** @type {Record<string, number[]>} */
  const cpu = {};
  const rounds = quick ? starts.quick : starts.normal;
  progress(`start-up, ${rounds} starts of each`);
  // What it compiles is kept when it ends: the command has asked for what the others ask for.
  await oneExec(asking);
  for (let round = -1; round < rounds; round += 1) {
    for (const name of rotated(names, round + 1)) {
      const { ms, cpuMs = Number.NaN } = await contestants[name]();
      if (round < 0) continue;
      (wall[name] ??= []).push(ms);
      (cpu[name] ??= []).push(cpuMs);
    }
  }
  const ms = (/** @type {readonly number[]} */ values) => `${median(values).toFixed(0)} ms`;
  const row = (
    /** @type {string} */ what,
    /** @type {typeof wall} */ of,
    /** @type {keyof typeof contestants} */ ours,
    /** @type {keyof typeof contestants} */ base,
    /** @type {number | undefined} */ most,
  ) => ({
    what,
    ours: ms(of[ours] ?? []),
    base: ms(of[base] ?? []),
    figure: pairedRatio(of[ours] ?? [], of[base] ?? []),
    ...(most !== undefined && { bar: { most } }),
  });
  const told = !Number.isNaN(cpu["warm"]?.[0] ?? Number.NaN);
  return [
    "Start-up: spawn to first 200, default seed",
    row("warm, against an empty h3 + listhen app", wall, "warm", "frame", 1.25),
    row("warm, against a bare node:http process", wall, "warm", "bare", 3),
    row("cold, against h3 + listhen", wall, "cold", "frame", 1.6),
    row("cold, against node:http", wall, "cold", "bare", 4),
    row("exec -- true to its end, against start", wall, "exec", "warm", 1.3),
    ...(told
      ? [
          row("processor time, warm, against h3 + listhen", cpu, "warm", "frame", undefined),
          row("processor time, cold, against h3 + listhen", cpu, "cold", "frame", undefined),
        ]
      : []),
  ];
}

/** A command that asks for records. */
const asking = [
  process.execPath,
  "--eval",
  'fetch(`${process.env.SERVICE_EMULATOR_URL}/api/profiles?page[size]=1`, { headers: { authorization: `Service-API-Key ${process.env.SERVICE_EMULATOR_API_KEY}`, revision: "2026-07-15" } })',
];

/** Milliseconds from the spawn of a command to its end. @param {readonly string[]} command */
async function oneExec(command = ["true"]) {
  const began = performance.now();
  const words = ["exec", "--quiet", "--port", "0", "--", ...command];
  const child = spawn(process.execPath, [fromRoot("bin/service-emulator.js"), ...words], {
    stdio: "ignore",
    env: plainEnvironment(),
  });
  await once(child, "exit");
  return performance.now() - began;
}

/** Another one begins each round, so that none always follows the same. @template T @param {readonly T[]} items @param {number} by */
const rotated = (items, by) => [
  ...items.slice(by % items.length),
  ...items.slice(0, by % items.length),
];

/** @param {() => Promise<import("./servers.js").Server>} start */
async function oneStart(start) {
  const began = performance.now();
  const server = await start();
  await asked(server.port, requestBytes(firstRequest(server)));
  const ms = performance.now() - began;
  const cpuMs = (server.cpuMicros() ?? Number.NaN) / 1000;
  await server.stop();
  return { ms, cpuMs };
}

/** The emulator is asked for records: it is up when the data are there, not when the port is open. @param {import("./servers.js").Server} server */
function firstRequest(server) {
  const lines = ["GET /api/profiles?page%5Bsize%5D=1 HTTP/1.1", "host: 127.0.0.1"];
  if (!server.line.startsWith("{")) return lines;
  return [...lines, `authorization: Service-API-Key ${fullKeyOf(server)}`, "revision: 2026-07-15"];
}
