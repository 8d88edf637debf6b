import { appendFileSync, writeFileSync } from "node:fs";
import type { ScheduleResult } from "../../../explore/schedule-result.ts";
import { InputError, readInputSync } from "../../../seeding/input/input-file.ts";
import { Failure } from "../../terminal/terminal.ts";

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
