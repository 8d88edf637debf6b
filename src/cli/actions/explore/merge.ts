import { cpSync, existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { MergeError, merged } from "../../../explore/merge.ts";
import type { Found } from "../../../explore/result-shape.ts";
import {
  foundFileOf,
  prepareFolder,
  readFoundFile,
  requireTried,
  writeFormats,
} from "../../card/found-files.ts";
import { foundText } from "../../card/found-text.ts";
import { Failure } from "../../terminal/failure.ts";
import { printWhole } from "../../terminal/print.ts";
import { screenWidth, terminal } from "../../terminal/terminal.ts";

/** Puts the parts of an exploration together. Sets the exit code: 0 no defect, 1 some. @throws Failure if nothing was tried */
export function mergeExplored(
  parts: readonly string[],
  {
    output,
    json,
    force,
  }: { readonly output?: string; readonly json?: boolean; readonly force?: boolean },
): void {
  const files = parts.map(foundFileOf);
  const found = whole(files.map(readFoundFile));
  if (output !== undefined) {
    const folder = prepareFolder(output, force);
    writeFormats(folder, found);
    for (const { scenario } of found.defects) if (scenario !== null) bring(files, scenario, folder);
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

/** The scenario of a defect is in the folder of its part. */
function bring(files: readonly string[], scenario: string, folder: string): void {
  const from = files.map((file) => join(dirname(file), scenario)).find((path) => existsSync(path));
  if (from !== undefined && dirname(from) !== folder) cpSync(from, join(folder, scenario));
}
