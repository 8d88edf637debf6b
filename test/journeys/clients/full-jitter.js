import { heedful, work } from "./workload.js";

/** The model: exponential with full jitter, no sooner than Retry-After, and slower when the budget is low. */
await work(heedful);
