import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ScheduleResult } from "../../../explore/judge.ts";
import type { Around } from "../../../explore/search.ts";
import { counted } from "../../../report/figures.ts";
import { InputError, readInputSync } from "../../../seeding/input/input-file.ts";
import { triedName } from "../../card/found-files.ts";
import { Failure, tell } from "../../terminal/terminal.ts";
import type { ExploreValues } from "./values.ts";

const bytesMax = 500_000_000;

type Kept = "resume" | "changed";

function linesOf(file: string, kept: Kept): string[] {
  try {
    return readInputSync(file, bytesMax).toString().split("\n");
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    if (error.code === "ENOENT") return [];
    throw new Failure(`--${kept}: ${file}: ${error.message}`, 2);
  }
}

/** A line that a crash has cut was not tried. */
function parsed(line: string): ScheduleResult[] {
  try {
    return [JSON.parse(line) as ScheduleResult];
  } catch {
    return [];
  }
}

export function keptOf({ resume, changed }: ExploreValues): Kept | undefined {
  if (resume && changed) throw new Failure("--changed does not go with --resume", 2);
  return resume ? "resume" : changed ? "changed" : undefined;
}

/** What was tried before, as far as it counts, and from now on: a line each. @throws Failure for a log that is none */
export function keptIn(
  folder: string | undefined,
  command: readonly string[],
  values: ExploreValues,
): Around["kept"] {
  if (folder === undefined) return undefined;
  const kept = keptOf(values);
  const file = join(folder, triedName);
  const write = (by: typeof writeFileSync | typeof appendFileSync, line: string): void => {
    try {
      by(file, `${line}\n`);
    } catch (error) {
      throw new Failure(`${file}: cannot write: ${(error as Error).message}`, 2);
    }
  };
  const known = new Map<string, ScheduleResult>();
  const head = headOf(command, values);
  const [first, ...lines] = kept === undefined ? [] : linesOf(file, kept);
  if (first === undefined) write(writeFileSync, head);
  else if (first !== head) {
    const what = "was written for another command or other options";
    throw new Failure(`--${kept}: ${file} ${what}. Leave out --${kept} to begin again`, 2);
  } else if ((lines.at(-1) ?? first) !== "") write(appendFileSync, "");
  for (const tried of lines.flatMap(parsed)) {
    const isFine = tried.verdict === "survived" || tried.verdict === "gave up";
    // Of one that was tried again, the last counts.
    if (kept === "resume" || isFine) known.set(tried.key, tried);
    else known.delete(tried.key);
  }
  if (known.size > 0) {
    const what = kept === "changed" ? "were fine in the last run" : "tried before";
    tell(`--${kept}: ${counted(known.size, "schedule")} ${what}`);
  } else if (kept === "changed") tell("--changed: no earlier run in --output, so all is tried");
  return {
    get: (key) => known.get(key),
    add: (tried) => write(appendFileSync, JSON.stringify(tried)),
  };
}

/** What must be alike, so that what was tried before counts. */
function headOf(command: readonly string[], values: ExploreValues): string {
  const { fixtures, seed, only, include, mustSurvive, oracles, timeout, check } = values;
  const asked = { fixtures, seed, only, include, mustSurvive, oracles, timeout, check };
  return JSON.stringify({ explore: 1, command, ...asked });
}
