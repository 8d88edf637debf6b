import { jittered, retrying, toldSeconds, work } from "./workload.js";

/** Means to wait for what is longer, its own step or Retry-After, and compares milliseconds with seconds. */
await work(
  retrying({ wait: (attempt, answer) => Math.max(jittered(attempt), toldSeconds(answer)) }),
);
