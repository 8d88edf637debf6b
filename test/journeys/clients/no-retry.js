import { once, work } from "./workload.js";

/** Sends everything once. */
await work(once);
