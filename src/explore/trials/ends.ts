import type { RunOptions } from "../observation.ts";
import { stormMax } from "../oracles/waits.ts";
import type { Baseline } from "../reference.ts";

/**
 * After how many requests a run is stopped. A page that holds few records needs many.
 *
 * @param knowsStorm whether one that is a storm has nothing new to show
 */
export const endsOf = (
  baseline: Baseline,
  knowsStorm: boolean,
): Pick<RunOptions, "requestsMax" | "refusedMax"> => ({
  requestsMax: 200 + 100 * baseline.attempts.length,
  ...(knowsStorm && { refusedMax: stormMax(baseline) }),
});
