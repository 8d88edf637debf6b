import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { Connection, drive } from "./load.js";
import { progress } from "./progress.js";
import { startQuietEmulator } from "./servers.js";
import { median } from "./stats.js";
import { askKnown, getOne, postEvent } from "./work.js";
import { counted } from "./worlds.js";

/** How often each is done: it is the median of the longest waits that counts. */
const times = { normal: 7, quick: 3 };

/** What is in the emulator meanwhile. */
const [requests, sandboxes] = [10_000, 5000];

/** How long nothing is done, to know what the machine does by itself. */
const idleMs = 300;

/** Until what no start waits for has been made. */
const quietMs = 4000;

/**
 * How long a GET waits at most that comes while the control API is busy, over sockets: the longest turn of the event
 * loop, with what the machine adds.
 *
 * @param {{ quick: boolean }} options
 * @returns {Promise<(import("./table.js").Row | string)[]>}
 */
export async function measureWaits({ quick }) {
  const { server, key } = await startQuietEmulator();
  const { control, end } = controlOf(server.port);
  const folder = mkdtempSync(join(tmpdir(), "service-emulator-bench-"));
  try {
    const known = await askKnown(server.port, key);
    progress("the first event after a start");
    await pause(quietMs);
    const first = await longestOfOne(server.port, postEvent(known));
    progress(`${counted(requests)} requests`);
    for (const { next, status } of [
      { next: getOne(known), status: 200 },
      { next: postEvent(known), status: 202 },
    ]) {
      const connection = new Connection(server.port, status);
      await drive([connection], [next], { requests: requests / 2 });
      connection.close();
    }
    const reset = () => control("POST", "reset", { body: {} });
    const actions = {
      "nothing at all": () => pause(idleMs),
      "GET /_emulator/requests": () => control("GET", "requests"),
      "a report card": () => control("GET", "report"),
      "an export": () => control("POST", "export", { body: { folder } }),
      "a clock advance of 30 days": () => control("POST", "clock/advance", { body: { by: "30d" } }),
      "a reset": reset,
    };
    /** @type {(import("./table.js").Row | string)[]} */
    const rows = [
      "The wait of the first write",
      rowOf("POST event, after the first quiet seconds", [first]),
      `The longest wait of a GET, with ${counted(requests)} requests in the journal`,
    ];
    const get = getOne(known);
    const rounds = quick ? times.quick : times.normal;
    for (const [what, act] of Object.entries(actions)) {
      progress(`the longest wait beside ${what}`);
      rows.push(rowOf(`beside ${what}`, await longest(server.port, get, act, rounds)));
    }
    progress(`${counted(sandboxes)} sandboxes`);
    const create = () => control("POST", "sandboxes", { body: {}, times: sandboxes });
    rows.push(
      rowOf(
        `beside the making of ${counted(sandboxes)} sandboxes`,
        await longest(server.port, get, create, 1),
      ),
      rowOf(
        "beside a list of them",
        await longest(server.port, get, () => control("GET", "sandboxes"), rounds),
      ),
      rowOf("beside a reset with them", await longest(server.port, get, reset, rounds)),
    );
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await end();
    await server.stop();
  }
}

/** How long one request waits. @param {number} port @param {import("./load.js").NextRequest} next */
async function longestOfOne(port, next) {
  const connection = new Connection(port, 202);
  const began = performance.now();
  await drive([connection], [next], { requests: 1 });
  connection.close();
  return performance.now() - began;
}

/** @param {string} what @param {readonly number[]} waits */
const rowOf = (what, waits) => ({
  what,
  ours: `${median(waits).toFixed(1)} ms`,
  figure: median(waits),
  bar: { most: 20, unit: "ms" },
});

/** @param {number} port */
export function controlOf(port) {
  const asker = new Worker(new URL("asker.js", import.meta.url));
  /** @param {string} method @param {string} path @param {{ body?: object, times?: number }} [more] */
  const control = async (method, path, { body, times } = {}) => {
    const url = `http://127.0.0.1:${port}/_emulator/${path}`;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    asker.postMessage({ url, method, times, ...(body && { body: JSON.stringify(body) }) });
    const [status] = await once(asker, "message");
    if (status >= 300) throw new Error(`${method} ${path}: ${status}`);
  };
  return { control, end: () => asker.terminate() };
}

/**
 * The longest wait of a GET in each of some rounds; once before, what has to be loaded is.
 *
 * @param {number} port @param {import("./load.js").NextRequest} get
 * @param {() => Promise<unknown>} act @param {number} rounds
 */
export async function longest(port, get, act, rounds) {
  const connection = new Connection(port, 200);
  /** @type {number[]} */
  const found = [];
  for (let round = rounds === 1 ? 0 : -1; round < rounds; round += 1) {
    const way = { isOver: false };
    const acted = act().then(() => (way.isOver = true));
    let waitMs = 0;
    while (!way.isOver) {
      const began = performance.now();
      await new Promise((resolve, reject) => {
        connection.send(get(), (error) => (error === undefined ? resolve(error) : reject(error)));
      });
      waitMs = Math.max(waitMs, performance.now() - began);
      await new Promise(setImmediate);
    }
    await acted;
    if (round >= 0) found.push(waitMs);
  }
  connection.close();
  return found;
}
