import type { Asked } from "../../options/configure.ts";
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ScheduleResult } from "../../../explore/judge.ts";
import type { TestLanguage } from "../../../explore/names.ts";
import type { Around } from "../../../explore/search.ts";
import type { ExploreOptions } from "../../../explore/types.ts";
import { counted } from "../../../report/figures.ts";
import { textIfThere } from "../../options/input-failure.ts";
import { triedName } from "../../card/found-files.ts";
import type { StartValues, Told } from "../../options/start-options.ts";
import type { Variables } from "../../process/child-environment.ts";
import type { OwnPlaces } from "../../process/run-folder.ts";
import { shellWord, Failure, tell } from "../../terminal/terminal.ts";
import { flagOf } from "../../terminal/texts.ts";

type Shared = Omit<ExploreOptions, "seed" | "budget" | "probability" | "timeout">;

export interface ExploreValues
  extends
    OwnPlaces,
    StartValues,
    Shared,
    Told<"budget" | "output" | "ratchet" | "check", string>,
    Told<"skipWaits" | "resume" | "changed", boolean>,
    Told<"probability" | "env", Variables> {
  readonly timeout: string;
  readonly testLanguage?: TestLanguage;
}

/** What shapes a run and its emulator, and stands in no scenario: `scenario run` has the same options. */
const names = (
  "state profiles events consistency processingDelay quirks revisionLife vendorName badKeyStatus tls tlsCert " +
  "tlsKey intercept offline strictKeys stealth env skipWaits ownHome copyCwd"
).split(" ");

/** The options that show a defect again beside its scenario, as they are typed. */
export const carriedBy = (values: ExploreValues, isGiven: (name: string) => boolean): string =>
  names
    .filter((name) => isGiven(name))
    .flatMap((name) => textsOf((values as unknown as Record<string, unknown>)[name], flagOf(name)))
    .map((text) => `${text} `)
    .join("");

function textsOf(value: unknown, flag: string): string[] {
  if (value === true) return [flag];
  if (value === false || value === undefined || value === null) return [];
  if (Array.isArray(value)) return [`${flag} ${shellWord(value.join(","))}`];
  if (typeof value !== "object") return [`${flag} ${shellWord(String(value))}`];
  const pairs = Object.entries(value).map(([name, each]) => `${name}=${String(each)}`);
  // Names of variables are repeated, modes are a list.
  const texts = flag === "--env" ? pairs : [pairs.join(",")];
  return texts.map((text) => `${flag} ${shellWord(text)}`);
}

const bytesMax = 500_000_000;

type Kept = "resume" | "changed";

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
export function keptIn(folder: string | undefined, asked: Asked<ExploreValues>): Around["kept"] {
  if (folder === undefined) return undefined;
  const kept = keptOf(asked.values);
  const file = join(folder, triedName);
  const write = (by: typeof writeFileSync | typeof appendFileSync, line: string): void => {
    try {
      by(file, `${line}\n`);
    } catch (error) {
      throw new Failure(`${file}: cannot write: ${(error as Error).message}`, 2);
    }
  };
  const known = new Map<string, ScheduleResult>();
  const head = headOf(asked);
  const before = kept && textIfThere(file, bytesMax, `--${kept}: ${file}`);
  const [first, ...lines] = before?.split("\n") ?? [];
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
function headOf({ words: command, values }: Asked<ExploreValues>): string {
  const { fixtures, seed, only, include, mustSurvive, oracles, timeout, check } = values;
  const asked = { fixtures, seed, only, include, mustSurvive, oracles, timeout, check };
  return JSON.stringify({ explore: 1, command, ...asked });
}
