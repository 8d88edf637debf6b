import { retrying, work } from "./workload.js";

/** Waits the same each time, whatever it is told. */
await work(retrying({ wait: () => 600 }));
