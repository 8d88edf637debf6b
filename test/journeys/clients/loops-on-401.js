import { heeding, mayPass, retrying, work } from "./workload.js";

/** Takes a refused token for something that passes; else it copes. */
await work(
  retrying({ wait: heeding, again: (answer) => mayPass(answer) || answer?.status === 401 }),
);
