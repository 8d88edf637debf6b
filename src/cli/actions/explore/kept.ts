import { join } from "node:path";
import { counted } from "../../../report/figures.ts";
import { triedName } from "../../card/found-files.ts";
import { ExplorationLog } from "./exploration-log.ts";
import { Failure, tell } from "../../terminal/terminal.ts";
import type { ExploreValues } from "./values.ts";

/** What of an earlier exploration counts. @throws Failure for both at once */
export function keptOf({ resume, changed }: ExploreValues): "resume" | "changed" | undefined {
  if (resume && changed) throw new Failure("--changed does not go with --resume", 2);
  return resume ? "resume" : changed ? "changed" : undefined;
}

/** What was tried before, as far as it counts, and what is tried from now on. */
export function keptIn(
  folder: string | undefined,
  command: readonly string[],
  values: ExploreValues,
): ExplorationLog | undefined {
  if (folder === undefined) return undefined;
  const how = keptOf(values);
  const log = new ExplorationLog(join(folder, triedName), logHead(command, values), how);
  if (log.size > 0) {
    const what = how === "changed" ? "were fine in the last run" : "tried before";
    tell(`--${how}: ${counted(log.size, "schedule")} ${what}`);
  } else if (how === "changed") tell("--changed: no earlier run in --output, so all is tried");
  return log;
}

/** What must be alike, so that what was tried before counts. */
function logHead(command: readonly string[], values: ExploreValues): object {
  const { fixtures, seed, only, include, mustSurvive, oracles, timeout, check } = values;
  const asked = { fixtures, seed, only, include, mustSurvive, oracles, timeout, check };
  return { explore: 1, command, ...asked };
}
