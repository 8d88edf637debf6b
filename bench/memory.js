import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { Connection, drive } from "./load.js";
import { progress } from "./progress.js";
import { fromRoot, startQuietEmulator } from "./servers.js";
import { askKnown, getList, getOne, postEvent } from "./work.js";
import { counted, insideFile } from "./worlds.js";

/** How many requests are sent before the memory is looked at again, and how many GETs then: the journal is full. */
const requests = 10_000;
const manyGets = 100_000;

/**
 * Resident memory of the emulator with its default seed, and what an event costs of the heap.
 *
 * @param {{ large: boolean }} options
 * @returns {Promise<(import("./table.js").Row | string)[]>}
 */
export async function measureMemory({ large }) {
  return [
    "Memory",
    ...(await resident()),
    ...(await heapOfEvents(large ? 1_000_000 : 100_000, large)),
  ];
}

/** @returns {Promise<import("./table.js").Row[]>} */
async function resident() {
  progress(`memory, ${counted(requests)} requests`);
  const { server, key } = await startQuietEmulator();
  const fresh = server.residentMegabytes();
  if (fresh === undefined) return [];
  const known = await askKnown(server.port, key);
  for (const { next, status } of [
    { next: getOne(known), status: 200 },
    { next: getList(known), status: 200 },
    { next: postEvent(known), status: 202 },
  ]) {
    const connection = new Connection(server.port, status);
    await drive([connection], [next], { requests: Math.ceil(requests / 3) });
    connection.close();
  }
  const used = server.residentMegabytes() ?? Number.NaN;
  progress(`memory, ${counted(manyGets)} GETs`);
  const connection = new Connection(server.port, 200);
  await drive([connection], [getOne(known)], { requests: manyGets });
  connection.close();
  const later = server.residentMegabytes() ?? Number.NaN;
  await server.stop();
  const row = (
    /** @type {string} */ what,
    /** @type {number} */ megabytes,
    /** @type {number} */ most,
  ) => ({ what, ours: `${megabytes.toFixed(0)} MB`, figure: megabytes, bar: { most, unit: "MB" } });
  return [
    row("resident, default seed, after the start", fresh, 80),
    row(
      `resident, default seed, after ${counted(requests)} requests (a third each: get, list, post)`,
      used,
      130,
    ),
    {
      what: `resident after ${counted(manyGets)} GETs more, against before`,
      ours: `${later.toFixed(0)} MB`,
      base: `${used.toFixed(0)} MB`,
      figure: later / used,
      bar: { most: 1.1 },
    },
  ];
}

/** The same people with few events and with many: what is more is the events'. @param {number} events @param {boolean} large @returns {Promise<import("./table.js").Row[]>} */
async function heapOfEvents(events, large) {
  const profiles = events / 10;
  const file = await insideFile();
  const few = await heapOf(file, profiles, profiles);
  const many = await heapOf(file, profiles, events);
  const bytes = (many.bytes - few.bytes) / (events - profiles);
  const seeding = `seeding ${counted(profiles)} profiles and ${counted(events)} events`;
  return [
    {
      what: `heap an event, ${counted(events)} planted`,
      ours: `${bytes.toFixed(0)} B`,
      figure: bytes,
      bar: { most: 600, unit: "B" },
    },
    {
      what: seeding,
      ours: `${many.seconds.toFixed(1)} s`,
      figure: many.seconds,
      ...(large && { bar: { most: 12, unit: "s" } }),
    },
    {
      what: "resident at most, of a process that seeded that",
      ours: `${many.peak.toFixed(0)} MB`,
      figure: many.peak,
      ...(large && { bar: { most: 900, unit: "MB" } }),
    },
  ];
}

/**
 * Seeds in a process of its own: the bundler alone takes 90 MB of this one.
 *
 * @param {string} file @param {number} profiles @param {number} events
 * @returns {Promise<{ bytes: number, seconds: number, peak: number }>}
 */
async function heapOf(file, profiles, events) {
  progress(`planting ${profiles} profiles and ${events} events`);
  const args = [fromRoot("bench/seed-once.js"), file, String(profiles), String(events)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout);
}
