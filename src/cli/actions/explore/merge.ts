import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { MergeError, merged } from "../../../explore/merge.ts";
import { withCommand } from "../../../explore/printed/tests.ts";
import type { Defect, Found } from "../../../explore/result-shape.ts";
import { readScenario } from "../../../scenarios/read.ts";
import { broughtTo, foundFileOf, prepareFolder, readFoundFile } from "../../card/found-files.ts";
import { requireTried, writeFormats, foundText } from "../../card/found-files.ts";
import { Failure, shellWord, printWhole, screenWidth, terminal } from "../../terminal/terminal.ts";
import { writeText } from "../../card/written-file.ts";

/** Puts the parts of an exploration together. Sets the exit code: 0 no defect, 1 some. @throws Failure if nothing was tried */
export async function mergeExplored(
  parts: readonly string[],
  { output, json, force }: { output?: string; json?: boolean; force?: boolean },
): Promise<void> {
  const files = parts.map(foundFileOf);
  let found = whole(files.map(readFoundFile));
  if (output !== undefined) {
    const folder = prepareFolder(output, force);
    const defects: Defect[] = [];
    for (const defect of found.defects) defects.push(await brought(files, defect, folder));
    found = { ...found, defects };
    writeFormats(folder, found);
  }
  printWhole(json, found, (all) => foundText(all, screenWidth()));
  requireTried(found);
  terminal().exitCode = found.defects.length === 0 ? 0 : 1;
}

function whole(parts: readonly Found[]): Found {
  try {
    return merged(parts);
  } catch (error) {
    if (error instanceof MergeError) throw new Failure(error.message, 2);
    throw error;
  }
}

/** The scenario of a defect is in the folder of its part: it comes into this one with its fixtures, and is named there. */
async function brought(files: readonly string[], defect: Defect, folder: string): Promise<Defect> {
  const { scenario, command, test } = defect;
  if (scenario === null || command === null) return defect;
  const from = files.map((file) => join(dirname(file), scenario)).find((path) => existsSync(path));
  if (from === undefined || resolve(dirname(from)) === folder) return defect;
  const path = shellWord(relative(process.cwd(), join(folder, scenario)));
  const named = (text: string): string => text.replace(pathTo(scenario), () => path);
  const { fixtures = [] } = await readScenario(from);
  for (const name of fixtures) await broughtTo(folder, name);
  writeText(join(folder, scenario), named(readFileSync(from, "utf8")));
  return { ...defect, command: named(command), test: withCommand(test, command, named(command)) };
}

/** A path to a file as a word of the shell, quoted or not. */
const pathTo = (name: string): RegExp => new RegExp(String.raw`'[^'\n]*?${name}'|[^\s']*${name}`);
