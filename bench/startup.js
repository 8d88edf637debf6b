import { spawn } from "node:child_process";
import { once } from "node:events";
import { bundle } from "./bundle.js";
import { once as asked, requestBytes } from "./load.js";
import { progress } from "./progress.js";
import { fromRoot, fullKeyOf, plainEnvironment, startEmulator, startServer } from "./servers.js";
import { median, pairedRatio } from "./stats.js";
import { eventOf } from "./work.js";

/** How many times each is started; one more start of each goes before, for the file cache. */
const starts = { normal: 15, quick: 5 };

/** What a start without the code that an earlier one has compiled is told. */
const cold = { SERVICE_EMULATOR_CODE_CACHE: "off" };

/**
 * What a user may ask first of an emulator: the figure of a round is that of the worst.
 *
 * @type {Readonly<Record<string, { path: string, method?: string, body?: string, status?: number }>>}
 */
const firstRequests = {
  profiles: { path: "/api/profiles?page%5Bsize%5D=1" },
  events: { path: "/api/events?page%5Bsize%5D=1" },
  campaigns: { path: "/api/campaigns?filter=equals(messages.channel,%27email%27)" },
  "POST profile": {
    path: "/api/profiles",
    method: "POST",
    status: 201,
    body: JSON.stringify({
      data: { type: "profile", attributes: { email: "first-request@example.com" } },
    }),
  },
  "POST event": {
    path: "/api/events",
    method: "POST",
    status: 202,
    body: JSON.stringify(eventOf("first-request@example.com", "Placed Order")),
  },
};

/**
 * From spawn to the first answer, whichever is asked first, of the emulator with its default seed, with and without
 * compiled code, of an empty h3 + listhen app, bundled and minified as the emulator is, and of a bare node:http process.
 * All say on stdout where they listen. And from spawn to the end of `exec`.
 *
 * @param {{ quick: boolean }} options
 * @returns {Promise<(import("./table.js").Row | string)[]>}
 */
export async function measureStartup({ quick }) {
  const { frame } = await bundle({ frame: "bench/baselines/h3-listhen.js" }, { minify: true });
  const launch = fromRoot("bench/baselines/launch.js");
  const firsts = Object.keys(firstRequests);
  const ours = (/** @type {Readonly<Record<string, string>>} */ env = {}) =>
    firsts.map((first) => () => oneStart(() => startEmulator(["--json"], env), first));
  const contestants = Object.entries({
    frame: [() => oneStart(() => startServer([launch, frame ?? ""]))],
    bare: [() => oneStart(() => startServer([fromRoot("bench/baselines/bare.js")]))],
    warm: ours(),
    cold: ours(cold),
    exec: [() => oneExec()],
    "exec post": [() => oneExec(posting)],
  }).flatMap(([name, starts]) =>
    starts.map((start, index) => ({
      name: starts.length > 1 ? `${name} ${firsts[index]}` : name,
      start,
    })),
  );
  /** @type {Record<string, Start[]>} */
  const found = {};
  const rounds = quick ? starts.quick : starts.normal;
  progress(`start-up, ${rounds} starts of each`);
  // What it compiles is kept when it ends: the command has asked for what the others ask for.
  await oneExec(asking);
  for (let round = -1; round < rounds; round += 1) {
    for (const { name, start } of rotated(contestants, round + 1)) {
      const measured = await start();
      if (round >= 0) (found[name] ??= []).push(measured);
    }
  }
  const ms = (/** @type {readonly number[]} */ values) => `${median(values).toFixed(0)} ms`;
  const row = (
    /** @type {string} */ what,
    /** @type {keyof Start} */ figure,
    /** @type {string} */ ours,
    /** @type {string} */ base,
    /** @type {number | undefined} */ most,
  ) => {
    const [mine, theirs] = [ours, base].map((name) =>
      (found[name] ?? []).map((each) => each[figure]),
    );
    return {
      what,
      ours: ms(mine ?? []),
      base: ms(theirs ?? []),
      figure: pairedRatio(mine ?? [], theirs ?? []),
      ...(most !== undefined && { bar: { most } }),
    };
  };
  const worst = (/** @type {string} */ kind, /** @type {keyof Start} */ figure) =>
    firsts
      .map((first) => `${kind} ${first}`)
      .toSorted((a, b) => middle(found[b], figure) - middle(found[a], figure))[0] ?? "";
  const middle = (
    /** @type {readonly Start[] | undefined} */ of,
    /** @type {keyof Start} */ figure,
  ) => median((of ?? []).map((each) => each[figure]));
  const rows = (
    /** @type {keyof Start} */ figure,
    /** @type {number | undefined} */ warm,
    /** @type {number | undefined} */ cold,
  ) => [
    ...["warm", "cold"].map((kind) => {
      const name = worst(kind, figure);
      return row(
        `${name}, the worst of ${firsts.length}, against h3 + listhen`,
        figure,
        name,
        "frame",
        kind === "warm" ? warm : cold,
      );
    }),
    ...firsts
      .slice(0, 1)
      .map((first) =>
        row(`warm ${first}, against node:http`, figure, `warm ${first}`, "bare", undefined),
      ),
  ];
  return [
    "Start-up: spawn to the first answer, default seed",
    ...rows("ms", 1.3, 1.6),
    row("exec -- true to its end, against warm profiles", "ms", "exec", "warm profiles", 1.3),
    row(
      "exec -- a POST of an event, against warm POST event",
      "ms",
      "exec post",
      "warm POST event",
      undefined,
    ),
    ...(Number.isNaN(found["frame"]?.[0]?.cpuMs)
      ? []
      : ["Start-up: processor time until then", ...rows("cpuMs", undefined, undefined)]),
  ];
}

/** One start, in milliseconds. @typedef {{ ms: number, cpuMs: number }} Start */

/** A command that asks for records. */
const asking = [
  process.execPath,
  "--eval",
  'fetch(`${process.env.SERVICE_EMULATOR_URL}/api/profiles?page[size]=1`, { headers: { authorization: `Service-API-Key ${process.env.SERVICE_EMULATOR_API_KEY}`, revision: "2026-07-15" } })',
];

/** A command that writes an event. */
const posting = [
  "sh",
  "-c",
  'exec curl -sf -o /dev/null -H "authorization: Service-API-Key $SERVICE_EMULATOR_API_KEY" -H "revision: 2026-07-15" -H "content-type: application/json" -d "$1" "$SERVICE_EMULATOR_URL/api/events"',
  "curl",
  firstRequests["POST event"]?.body ?? "",
];

/** From the spawn of a command to its end. @param {readonly string[]} command @returns {Promise<Start>} */
async function oneExec(command = ["true"]) {
  const began = performance.now();
  const words = ["exec", "--quiet", "--port", "0", "--", ...command];
  const child = spawn(process.execPath, [fromRoot("bin/service-emulator.js"), ...words], {
    stdio: "ignore",
    env: plainEnvironment(),
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`exec -- ${command[0]}: ended with ${code}`);
  return { ms: performance.now() - began, cpuMs: Number.NaN };
}

/** Another one begins each round, so that none always follows the same. @template T @param {readonly T[]} items @param {number} by */
const rotated = (items, by) => [
  ...items.slice(by % items.length),
  ...items.slice(0, by % items.length),
];

/** @param {() => Promise<import("./servers.js").Server>} start @param {string} [first] the emulator is asked for @returns {Promise<Start>} */
async function oneStart(start, first) {
  const began = performance.now();
  const server = await start();
  const { status } = firstRequests[first ?? ""] ?? {};
  await asked(server.port, bytesOf(server, first), status);
  const ms = performance.now() - began;
  const cpuMs = (server.cpuMicros() ?? Number.NaN) / 1000;
  await server.stop();
  return { ms, cpuMs };
}

/** @param {import("./servers.js").Server} server @param {string | undefined} first */
function bytesOf(server, first) {
  const { path = "/", method = "GET", body } = firstRequests[first ?? ""] ?? {};
  const lines = [`${method} ${path} HTTP/1.1`, "host: 127.0.0.1"];
  if (first === undefined) return requestBytes(lines);
  const headers = [`authorization: Service-API-Key ${fullKeyOf(server)}`, "revision: 2026-07-15"];
  const type = body === undefined ? [] : ["content-type: application/json"];
  return requestBytes([...lines, ...headers, ...type], body);
}
