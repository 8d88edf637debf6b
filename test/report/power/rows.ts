import type { RuleId } from "../../../src/report/names.ts";
import type { Row } from "./simulated.ts";
import { growing, jitter, retryAfter } from "./waits.ts";

/** For each rule clients without what it asks for, tuned as unluckily as can be, each with its mended twin. */
export const rows: Partial<Record<RuleId, readonly Row[]>> = {
  "retry-after": retryAfter,
  growing,
  jitter,
};
