import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Connection, drive } from "./load.js";
import { progress } from "./progress.js";
import { fromRoot, startQuietEmulator, startServer } from "./servers.js";
import { median, pairedRatio } from "./stats.js";
import { askKnown, getList, getOne, postEvent } from "./work.js";

/** Requests of each kind before anything is measured: until then V8 is still compiling. */
const warmUp = 20_000;

/** Short slices, by turns, so that both servers meet the same weather. */
export const plan = {
  normal: { pairs: 11, seconds: 0.4 },
  quick: { pairs: 5, seconds: 0.3 },
};

/**
 * @typedef {object} Work
 * @property {string} what
 * @property {(known: import("./work.js").Known) => import("./load.js").NextRequest} next
 * @property {number} status
 * @property {Readonly<Record<number, number>>} least the bar, by connections
 */

/** Writing comes last: it changes what is read. @type {readonly Work[]} */
const works = [
  { what: "GET one profile", next: getOne, status: 200, least: { 1: 0.55, 16: 0.55 } },
  { what: "list of 20 profiles", next: getList, status: 200, least: { 1: 1.15, 16: 1.15 } },
  { what: "POST event", next: postEvent, status: 202, least: { 1: 0.5, 16: 0.2 } },
];

/**
 * Requests a second, and processor time a request, of the emulator with everything on (journal,
 * limits, the whole pipeline) against a bare node:http server that does equal work.
 *
 * @param {{ quick: boolean }} options
 * @returns {Promise<(import("./table.js").Row | string)[]>}
 */
export async function measureThroughput({ quick }) {
  const { server: emulator, key } = await startQuietEmulator();
  const known = await askKnown(emulator.port, key);
  const bare = await startBare(known);
  /** @type {(import("./table.js").Row | string)[]} */
  const rows = [];
  for (const work of works) {
    progress(`${work.what}, warming up`);
    for (const server of [emulator, bare]) await warm(server, work, known);
    rows.push(`${work.what}, against node:http doing equal work`);
    for (const count of [1, 16]) {
      progress(`${work.what}, ${count} connection${count === 1 ? "" : "s"}`);
      rows.push(
        ...(await compare(emulator, bare, work, count, known, quick ? plan.quick : plan.normal)),
      );
    }
  }
  await Promise.all([emulator.stop(), bare.stop()]);
  return rows;
}

/** @param {import("./work.js").Known} known */
async function startBare({ documents }) {
  const folder = mkdtempSync(join(tmpdir(), "service-emulator-bench-"));
  try {
    const file = join(folder, "documents.json");
    writeFileSync(file, JSON.stringify(documents));
    return await startServer([fromRoot("bench/baselines/equal-work.js"), file]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A server, the requests that it gets on each connection, and what opens one where it is no plain one. @typedef {{ server: import("./servers.js").Server, next: () => import("./load.js").NextRequest, status: number, open?: () => Promise<import("node:net").Socket> }} Side */

/** @param {Omit<Side, "next">} side @param {number} count */
const connectionsOf = ({ server, status, open }, count) =>
  Promise.all(
    Array.from(
      { length: count },
      async () => new Connection(server.port, status, open && (await open())),
    ),
  );

/** @param {import("./servers.js").Server} server @param {Pick<Work, "next" | "status">} work @param {import("./work.js").Known} known */
export async function warm(server, { next, status }, known, requests = warmUp) {
  const connections = await connectionsOf({ server, status }, 4);
  await drive(
    connections,
    connections.map(() => next(known)),
    { requests },
  );
  for (const connection of connections) connection.close();
}

/**
 * @param {import("./servers.js").Server} emulator
 * @param {import("./servers.js").Server} bare what it is held against
 * @param {Omit<Work, "what">} work
 * @param {number} count
 * @param {import("./work.js").Known} known
 * @param {{ pairs: number, seconds: number }} plan
 */
export const compare = (emulator, bare, { next, status, least }, count, known, plan) =>
  compareSides(
    [emulator, bare].map((server) => ({ server, next: () => next(known), status })),
    least[count] ?? 0,
    count,
    plan,
  );

/**
 * Two servers by turns, each with its own requests.
 *
 * @param {readonly Side[]} both
 * @param {number} least the bar; 0: none
 * @param {number} count of connections
 * @param {{ pairs: number, seconds: number, ready?: number }} plan ready: requests to each before anything is measured
 * @returns {Promise<import("./table.js").Row[]>}
 */
export async function compareSides(both, least, count, { pairs, seconds, ready = 1000 }) {
  const sides = await Promise.all(
    both.map(async (side) => ({
      server: side.server,
      connections: await connectionsOf(side, count),
      next: Array.from({ length: count }, () => side.next()),
      rate: /** @type {number[]} */ ([]),
      micros: /** @type {number[]} */ ([]),
    })),
  );
  for (const side of sides) await drive(side.connections, side.next, { requests: ready });
  for (let pair = 0; pair < pairs; pair += 1) {
    for (const side of pair % 2 === 0 ? sides : sides.toReversed()) {
      const before = side.server.cpuMicros() ?? Number.NaN;
      const slice = await drive(side.connections, side.next, { seconds });
      side.rate.push(slice.requests / slice.seconds);
      side.micros.push(((side.server.cpuMicros() ?? Number.NaN) - before) / slice.requests);
    }
  }
  for (const { connections } of sides) for (const connection of connections) connection.close();
  const [ours = sides[0], base = sides[1]] = sides;
  if (ours === undefined || base === undefined) throw new Error("both sides are there");
  const rate = (/** @type {readonly number[]} */ values) =>
    `${(median(values) / 1000).toFixed(1)} k/s`;
  const micros = (/** @type {readonly number[]} */ values) => `${median(values).toFixed(0)} µs`;
  const at = `${count} connection${count === 1 ? "" : "s"}`;
  const bar = least === 0 ? {} : { bar: { least } };
  const rows = [
    {
      what: `requests a second, ${at}`,
      ours: rate(ours.rate),
      base: rate(base.rate),
      figure: pairedRatio(ours.rate, base.rate),
      ...bar,
    },
  ];
  // The other way round, so that more is better here too.
  const cheaper = pairedRatio(base.micros, ours.micros);
  if (!Number.isNaN(cheaper)) {
    rows.push({
      what: `processor time a request, ${at}`,
      ours: micros(ours.micros),
      base: micros(base.micros),
      figure: cheaper,
      ...bar,
    });
  }
  return rows;
}
