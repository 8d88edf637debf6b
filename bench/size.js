import { progress } from "./progress.js";
import { requestsOf } from "./fleet-work.js";
import { startQuietEmulator } from "./servers.js";
import { counted } from "./worlds.js";

/** @typedef {import("./table.js").Row} Row */

/**
 * What one process holds as a user starts it: how long until it is ready, what it needs then, and the longest of the first
 * requests against the same asked again. The figures of docs/guides/size.md are these.
 *
 * @param {{ quick: boolean, large: boolean }} options
 * @returns {Promise<(Row | string)[]>}
 */
export async function measureSize({ quick, large }) {
  const sizes = [0, 10_000, 100_000, ...(large ? [1_000_000] : [])].slice(0, quick ? 2 : 4);
  /** @type {(Row | string)[]} */
  const rows = ["What one process holds: spawn to ready, resident memory then, and first requests"];
  for (const fixture of ["small", "demo"]) {
    for (const events of sizes) rows.push(...(await measure(fixture, events)));
  }
  return rows;
}

/** @param {string} fixture @param {number} events 0: those of the fixture @returns {Promise<Row[]>} */
async function measure(fixture, events) {
  const people = events / 10;
  const what =
    events === 0
      ? `${fixture} as it is`
      : `${fixture}, ${counted(people)} people, ${counted(events)} events`;
  progress(what);
  const more = ["--profiles", String(people), "--events", String(events)];
  const began = performance.now();
  const { server, key } = await startQuietEmulator([
    "--fixtures",
    fixture,
    ...(events === 0 ? [] : more),
  ]);
  const seconds = (performance.now() - began) / 1000;
  const cpu = (server.cpuMicros() ?? Number.NaN) / 1e6;
  const megabytes = server.residentMegabytes() ?? Number.NaN;
  const first = await worstOf(server.port, key);
  const again = await worstOf(server.port, key);
  await server.stop();
  const shown = `${seconds.toFixed(1)} s (${cpu.toFixed(1)} s on processors), ${megabytes.toFixed(0)} MB`;
  return [
    { what, ours: shown },
    {
      what: "  the longest of its first requests, against the same again",
      ours: `${first.toFixed(0)} ms`,
      base: `${again.toFixed(0)} ms`,
      figure: first / again,
    },
  ];
}

/** Of a profile, an event, two lists and the campaigns. @param {number} port @param {string} key @returns {Promise<number>} milliseconds */
async function worstOf(port, key) {
  const [profile, event, , , , , ...lists] = requestsOf(key);
  const campaigns = "/api/campaigns?filter=equals(messages.channel,'email')";
  const headers = lists[0]?.headers ?? {};
  let worst = 0;
  for (const asked of [...lists, profile, event, { method: "GET", path: campaigns, headers }]) {
    if (asked === undefined) continue;
    const { path, ...init } = asked;
    const began = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, init);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    worst = Math.max(worst, performance.now() - began);
  }
  return worst;
}
