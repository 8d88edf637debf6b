import { appendFileSync, writeFileSync } from "node:fs";
import type { ScheduleResult } from "../../../explore/judge.ts";
import { InputError, readInputSync } from "../../../seeding/input/input-file.ts";
import { Failure, tell } from "../../terminal/terminal.ts";
import { join } from "node:path";
import { counted } from "../../../report/figures.ts";
import { triedName } from "../../card/found-files.ts";
import type { ExploreValues } from "./values.ts";

/** The largest log, in bytes. */
const bytesMax = 500_000_000;

/** What an exploration has tried, a line each, so that another can go on from there. */
export class ExplorationLog {
  readonly #file: string;
  readonly #known = new Map<string, ScheduleResult>();

  /**
   * @param of what is explored: a log of something else is of no use
   * @param kept what of it counts: all that was tried, or with `changed` what was survived or given up; not given: nothing
   * @throws Failure for a log that cannot be written, or gone on with
   */
  constructor(file: string, of: object, kept: "resume" | "changed" | undefined) {
    this.#file = file;
    const head = JSON.stringify(of);
    const lines = kept === undefined ? [] : linesOf(file, kept);
    if (lines.length === 0) this.#write(() => writeFileSync(file, `${head}\n`));
    else {
      if (lines[0] !== head) {
        const what = "was written for another command or other options";
        throw new Failure(`--${kept}: ${file} ${what}. Leave out --${kept} to begin again`, 2);
      }
      // A line that a crash has cut was not tried.
      for (const line of lines.slice(1)) {
        const tried = parsed(line);
        if (tried === undefined) continue;
        // Of one that was tried again, the last counts.
        if (kept === "resume" || isFine(tried)) this.#known.set(tried.key, tried);
        else this.#known.delete(tried.key);
      }
      if (lines.at(-1) !== "") this.#write(() => appendFileSync(file, "\n"));
    }
  }

  get size(): number {
    return this.#known.size;
  }

  readonly get = (key: string): ScheduleResult | undefined => this.#known.get(key);

  readonly add = (tried: ScheduleResult): void =>
    this.#write(() => appendFileSync(this.#file, `${JSON.stringify(tried)}\n`));

  #write(act: () => void): void {
    try {
      act();
    } catch (error) {
      throw new Failure(`${this.#file}: cannot write: ${(error as Error).message}`, 2);
    }
  }
}

const isFine = ({ verdict }: ScheduleResult): boolean =>
  verdict === "survived" || verdict === "gave up";

function linesOf(file: string, kept: string): string[] {
  try {
    return readInputSync(file, bytesMax).toString().split("\n");
  } catch (error) {
    if (error instanceof InputError && error.code === "ENOENT") return [];
    if (error instanceof InputError) throw new Failure(`--${kept}: ${file}: ${error.message}`, 2);
    throw error;
  }
}

function parsed(line: string): ScheduleResult | undefined {
  try {
    return JSON.parse(line) as ScheduleResult;
  } catch {
    return undefined;
  }
}

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
