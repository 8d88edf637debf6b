import { bundle } from "./bundle.js";
import { once, requestBytes } from "./load.js";
import { progress } from "./progress.js";
import { fromRoot, fullKeyOf, startEmulator, startServer } from "./servers.js";
import { median, pairedRatio } from "./stats.js";

/** How many times each is started; one more start of each goes before, for the file cache. */
const starts = { normal: 15, quick: 5 };

/**
 * From spawn to the first 200, of the emulator with its default seed, of a bundled empty h3 +
 * listhen app, and of a bare node:http process. All say on stdout where they listen.
 *
 * @param {{ quick: boolean }} options
 * @returns {Promise<(import("./table.js").Row | string)[]>}
 */
export async function measureStartup({ quick }) {
  const { frame } = await bundle({ frame: "bench/baselines/h3-listhen.js" });
  const launch = fromRoot("bench/baselines/launch.js");
  const contestants = {
    emulator: () => startEmulator(["--json"]),
    frame: () => startServer([launch, frame ?? ""]),
    bare: () => startServer([fromRoot("bench/baselines/bare.js")]),
  };
  const names = /** @type {(keyof typeof contestants)[]} */ (Object.keys(contestants));
  /** @type {Record<string, number[]>} */
  const wall = { emulator: [], frame: [], bare: [] };
  /** @type {Record<string, number[]>} */
  const cpu = { emulator: [], frame: [], bare: [] };
  const rounds = quick ? starts.quick : starts.normal;
  progress(`start-up, ${rounds} starts of each`);
  for (let round = -1; round < rounds; round += 1) {
    for (const name of rotated(names, round + 1)) {
      const found = await oneStart(contestants[name]);
      if (round < 0) continue;
      wall[name]?.push(found.ms);
      cpu[name]?.push(found.cpuMs ?? Number.NaN);
    }
  }
  const ms = (/** @type {readonly number[]} */ values) => `${median(values).toFixed(0)} ms`;
  const row = (
    /** @type {string} */ what,
    /** @type {typeof wall} */ of,
    /** @type {string} */ base,
    /** @type {number | undefined} */ most,
  ) => ({
    what,
    ours: ms(of["emulator"] ?? []),
    base: ms(of[base] ?? []),
    figure: pairedRatio(of["emulator"] ?? [], of[base] ?? []),
    ...(most !== undefined && { bar: { most } }),
  });
  const told = !Number.isNaN(cpu["emulator"]?.[0] ?? Number.NaN);
  return [
    "Start-up: spawn to first 200, default seed",
    row("against a bundled empty h3 + listhen app", wall, "frame", 1.25),
    row("against a bare node:http process", wall, "bare", 2.3),
    ...(told
      ? [
          row("processor time, against h3 + listhen", cpu, "frame", undefined),
          row("processor time, against node:http", cpu, "bare", undefined),
        ]
      : []),
  ];
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
  await once(server.port, requestBytes(firstRequest(server)));
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
