import { doubling, retrying, toldSeconds, work } from "./workload.js";

/** Who waits equally long is woken by the same alarm: the last one that was set. @type {Map<number, { sleepers: (() => void)[], timer?: NodeJS.Timeout }>} */
const alarms = new Map();

/** @param {number} ms @returns {Promise<void>} */
const woken = (ms) =>
  new Promise((resolve) => {
    const { sleepers, timer } = alarms.get(ms) ?? { sleepers: [] };
    clearTimeout(timer);
    const rings = () => {
      alarms.delete(ms);
      for (const wake of [...sleepers, resolve]) wake();
    };
    alarms.set(ms, { sleepers: [...sleepers, resolve], timer: setTimeout(rings, ms + 5) });
  });

/** Waits as long as it is told, and all its workers come back in one instant. */
await work(
  retrying({ wait: (attempt, answer) => woken(toldSeconds(answer) * 1000 || doubling(attempt)) }),
);
