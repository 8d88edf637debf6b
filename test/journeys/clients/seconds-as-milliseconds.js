import { retrying, toldSeconds, work } from "./workload.js";

/** Half of it is sure. @param {number} attempt */
const step = (attempt) => (0.5 + Math.random() / 2) * 150 * 3 ** (attempt - 1);

/** Means to wait for what is longer, its own step or Retry-After, and compares milliseconds with seconds. */
await work(
  retrying({
    attempts: 5,
    wait: (attempt, answer) => Math.max(step(attempt), toldSeconds(answer)),
  }),
);
