import { doubling, retrying, work } from "./workload.js";

/** Waits twice as long each time, to the millisecond, whatever it is told. */
await work(retrying({ wait: doubling }));
