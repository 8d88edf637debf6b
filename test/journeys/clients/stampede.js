import { doubling, retrying, toldSeconds, work } from "./workload.js";

/** Who waits equally long is woken by the same alarm: the last one that was set. */
const alarms = new Map();

/** @param {number} ms @returns {Promise<void>} */
function woken(ms) {
  const alarm = alarms.get(ms) ?? { ...Promise.withResolvers(), timer: undefined };
  alarms.set(ms, alarm);
  clearTimeout(alarm.timer);
  alarm.timer = setTimeout(() => {
    alarms.delete(ms);
    alarm.resolve();
  }, ms + 5);
  return alarm.promise;
}

/** Waits as long as it is told, and all its workers come back in one instant. */
await work(
  retrying({ wait: (attempt, answer) => woken(toldSeconds(answer) * 1000 || doubling(attempt)) }),
);
