import { retrying, work } from "./workload.js";

/** Tries again the moment it has failed, for as long as it has patience. */
await work(retrying({ wait: () => 0, attempts: 10, forMs: 1000 }));
