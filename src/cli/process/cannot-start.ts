import { existsSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { Failure } from "../terminal/failure.ts";

const problems: Readonly<Record<string, string>> = {
  ENOENT: "there is no such command",
  EACCES: "it is no program that may be run",
};

/** What to tell of a command that cannot start. */
export function cannotStart(file: string, error: NodeJS.ErrnoException): Failure {
  const code = isNowhere(file) ? "ENOENT" : error.code;
  return new Failure(`${file} cannot start: ${problems[code ?? ""] ?? error.message}`, 3);
}

/** A folder of PATH that may not be searched makes EACCES of a command that none has. */
const isNowhere = (file: string): boolean =>
  file === basename(file) &&
  !(process.env["PATH"] ?? "").split(delimiter).some((folder) => existsSync(join(folder, file)));
