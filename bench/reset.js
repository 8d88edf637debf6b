import { progress } from "./progress.js";
import { median, quantile } from "./stats.js";
import { counted, worldOf } from "./worlds.js";

const rounds = { normal: 60, quick: 20 };

/** Requests between two resets, so that there is something to put back. */
const writes = 20;

/**
 * How long a reset, a snapshot, its restoring and the fork of a sandbox take, with few events and with
 * many, and the first write after a reset, which pays for what the copy shares.
 *
 * @param {{ quick: boolean, large: boolean }} options
 * @returns {Promise<(import("./table.js").Row | string)[]>}
 */
export async function measureReset({ quick, large }) {
  /** @type {(import("./table.js").Row | string)[]} */
  const rows = ["Reset, snapshot and fork, median (and 95th percentile)"];
  for (const events of [1000, large ? 1_000_000 : 100_000]) {
    const { inside } = await worldOf(events);
    progress(`reset, snapshot and fork at ${counted(events)} events`);
    const found = measure(inside, quick ? rounds.quick : rounds.normal);
    for (const [what, times] of Object.entries(found)) {
      rows.push({
        what: `${what} at ${counted(events)} events`,
        ours: `${median(times).toFixed(2)} ms (${quantile(times, 0.95).toFixed(2)})`,
        figure: median(times),
        ...(what !== "the first event after it" && { bar: { most: 2, unit: "ms" } }),
      });
    }
  }
  return rows;
}

/** @param {import("./inside.ts").Inside} inside @param {number} rounds */
function measure(inside, rounds) {
  /** @type {number[][]} */
  const [resets, firsts, snapshots, restores, forks] = [[], [], [], [], []];
  for (let round = -3; round < rounds; round += 1) {
    for (let write = 0; write < writes; write += 1) post(inside, `${round} ${write}`);
    /** @type {ReturnType<typeof inside.snapshot> | undefined} */
    let kept;
    /** @type {(() => void) | undefined} */
    let remove;
    const snapshot = timed(() => {
      kept = inside.snapshot();
    });
    post(inside, `${round} after it`);
    const restore = timed(() => kept && inside.restore(kept));
    const fork = timed(() => {
      remove = inside.fork();
    });
    remove?.();
    const reset = timed(() => inside.reset());
    const first = timed(() => post(inside, "first"));
    if (round < 0) continue;
    snapshots?.push(snapshot);
    restores?.push(restore);
    forks?.push(fork);
    resets?.push(reset);
    firsts?.push(first);
  }
  return {
    reset: resets ?? [],
    "the first event after it": firsts ?? [],
    snapshot: snapshots ?? [],
    "restoring it": restores ?? [],
    "fork of a sandbox": forks ?? [],
  };
}

/** @param {() => void} run @returns {number} milliseconds */
function timed(run) {
  const began = performance.now();
  run();
  return performance.now() - began;
}

/** @param {import("./inside.ts").Inside} inside @param {string} name */
function post(inside, name) {
  const profile = { data: { type: "profile", attributes: { email: "bench@example.com" } } };
  const metric = { data: { type: "metric", attributes: { name: "Benched" } } };
  const attributes = { properties: { size: 3 }, metric, profile, unique_id: name };
  inside.ask(inside.request("POST", "/api/events", { data: { type: "event", attributes } }));
}
