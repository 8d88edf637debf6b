import type { RuleId } from "../../../src/report/names.ts";
import {
  attempts,
  corrupt,
  doubledWrite,
  givesUp,
  retries,
  revision,
  sameRequest,
  stops,
  token,
  totalTime,
} from "./calls.ts";
import { connections, patience, readsAll, repeats, storm } from "./loads.ts";
import { budget, slows, stampede } from "./rates.ts";
import type { Row } from "./simulated.ts";
import { growing, jitter, layers, retryAfter } from "./waits.ts";

/** For each rule clients without what it asks for, tuned as unluckily as can be, each with its mended twin. */
export const rows: Partial<Record<RuleId, readonly Row[]>> = {
  retries,
  stops,
  "retry-after": retryAfter,
  growing,
  jitter,
  attempts,
  "total-time": totalTime,
  "doubled-write": doubledWrite,
  slows,
  stampede,
  budget,
  "gives-up": givesUp,
  revision,
  token,
  repeats,
  "reads-all": readsAll,
  patience,
  storm,
  "same-request": sameRequest,
  corrupt,
  layers,
  connections,
};
