import { budget } from "./rules/budget.ts";
import { attempts, givesUp, totalTime } from "./rules/caps.ts";
import { connections } from "./rules/connections.ts";
import { corrupt } from "./rules/corrupt.ts";
import { doubledWrite } from "./rules/doubled-write.ts";
import { growing } from "./rules/growing.ts";
import { jitter } from "./rules/jitter.ts";
import { layers } from "./rules/layers.ts";
import { patience } from "./rules/patience.ts";
import { readsAll } from "./rules/reads-all.ts";
import { repeats } from "./rules/repeats.ts";
import { retries } from "./rules/retries.ts";
import { retryAfter } from "./rules/retry-after.ts";
import { revision } from "./rules/revision.ts";
import { sameRequest } from "./rules/same-request.ts";
import { slows } from "./rules/slows.ts";
import { stampede } from "./rules/stampede.ts";
import { stops } from "./rules/stops.ts";
import { storm } from "./rules/storm.ts";
import { token } from "./rules/token.ts";
import type { Rule } from "./rule.ts";

/** All of them, in the order of `ruleIds`. */
export const rules: readonly Rule[] = [
  retries,
  stops,
  retryAfter,
  growing,
  jitter,
  attempts,
  totalTime,
  doubledWrite,
  slows,
  stampede,
  budget,
  givesUp,
  revision,
  token,
  repeats,
  readsAll,
  patience,
  storm,
  sameRequest,
  corrupt,
  layers,
  connections,
];
