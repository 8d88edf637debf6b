import { existsSync, readdirSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { foundFiles } from "../../explore/formats.ts";
import type { Defect, Found } from "../../explore/result-shape.ts";
import { replayOf, scenarioOf, type Settings } from "../../explore/scenario.ts";
import { makeFolders } from "../../seeding/make-folders.ts";
import { textOf } from "../../seeding/write-fixture.ts";
import { Failure } from "../terminal/failure.ts";
import { shellWord } from "../terminal/shell-word.ts";
import { writeText } from "./report-end.ts";

/** How the command was explored: what a scenario that shows a defect again needs. */
export interface Explored extends Settings {
  readonly command: readonly string[];
  readonly timeout: string;
}

/** Makes a folder ready for results. @throws Failure where there cannot be one */
export function prepareFolder(folder: string): string {
  const path = resolve(folder);
  try {
    makeFolders(path);
    readdirSync(path);
  } catch (error) {
    throw new Failure(
      `--output ${folder}: no folder can be made there: ${(error as Error).message}`,
      2,
    );
  }
  return path;
}

/**
 * Writes a scenario for each defect, and what was found in every format.
 *
 * @returns what was found, with the names of the scenarios
 */
export async function writeFound(folder: string, found: Found, how: Explored): Promise<Found> {
  const settings = { ...how, fixtures: how.fixtures.map((name) => seenFrom(folder, name)) };
  const defects: Defect[] = [];
  for (const defect of found.defects) {
    const scenario = scenarioOf(defect, settings, found);
    if (scenario === undefined) {
      defects.push(defect);
      continue;
    }
    const file = `${defect.name}.yaml`;
    const command = replayOf(
      defect,
      shellWord(relative(process.cwd(), join(folder, file)) || file),
      how.command.map(shellWord).join(" "),
      how.timeout,
    );
    writeText(join(folder, file), `# ${command}\n${await textOf(scenario, ".yaml")}`);
    defects.push({ ...defect, scenario: file, command });
  }
  const whole = { ...found, defects };
  writeFormats(folder, whole);
  return whole;
}

/** Writes what was found in every format. */
export function writeFormats(folder: string, found: Found): void {
  for (const [name, write] of Object.entries(foundFiles))
    writeText(join(folder, name), write(found));
}

/** A fixture file as a scenario in the folder names it; a shipped one has a name of its own. */
function seenFrom(folder: string, name: string): string {
  if (isAbsolute(name) || !existsSync(name) || dirname(name) === "") return name;
  return relative(folder, resolve(name));
}
