import { heeding, retrying, work } from "./workload.js";

/** Tries again whatever is not a success, with good manners. */
await work(retrying({ wait: heeding, again: (answer) => !answer || answer.status >= 400 }));
