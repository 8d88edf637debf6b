import { accessSync, constants, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { overwriteProblem } from "../../seeding/output-file.ts";
import { Failure } from "../terminal/terminal.ts";

/** @throws Failure for a path that nothing can be written to, and for a file that another program wrote */
export function requireWritable(path: string, force = false): void {
  const reason = unwritable(path);
  if (reason !== undefined) throw new Failure(`${path}: ${reason}`, 2);
  const problem = force ? undefined : overwriteProblem(path);
  if (problem !== undefined) throw new Failure(`${path} ${problem}`, 2);
}

function unwritable(path: string): string | undefined {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there?.isDirectory()) return "this is a folder. Give a file";
  const folder = dirname(path);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    return `no folder ${folder}. Create it first`;
  try {
    accessSync(there === undefined ? folder : path, constants.W_OK);
    return undefined;
  } catch {
    return "no permission to write";
  }
}

export function writeText(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new Failure(`${path}: cannot write: ${(error as Error).message}`, 2);
  }
}
