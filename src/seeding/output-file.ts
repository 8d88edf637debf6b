import { closeSync, openSync, readSync, statSync, existsSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** The first line of YAML that is written where the user says. */
export const writtenHere = "# Written by service-emulator, which overwrites it.\n";

/** How all begins that is written there. */
const beginnings: readonly RegExp[] = [
  /^# Written by service-emulator\b/,
  // Report cards and explorations: as pages, for a pull request, as JUnit's XML.
  /^<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'/,
  /^### [–✓✗] (?:Report card|Receiver's report card|Explore|Compare): /,
  /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites tests="\d+" failures="\d+"/,
  // The same as JSON, however it is spaced, and verdicts of scenarios.
  /^\{\s*"run": ?\{\s*"from": ?/,
  /^\{\s*"seed": ?\d+,\s*"shard": ?/,
  /^\{\s*"exchanges": ?\d+,/,
  /^\{\s*"scenario": ?".*",\s*"passed": ?/,
  // What a program was answered, as an HTTP archive.
  /^\{"log":\{"version":"1\.2","creator":\{"name":"service-emulator"/,
  // What an exploration has tried, and sessions: as lines, and as a page that shows them.
  /^\{"explore":1,/,
  /^\{"session":1,/,
  /^<!doctype html>\n<html lang="en">\n {2}<head>\n {4}<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-/,
];

const headBytes = 4096;

/** Why a file is not overwritten: the rest of a sentence that begins with its name; undefined: it may be written. Pipes and devices are. @param isOurs whether a beginning is that of a file from here */
export function overwriteProblem(path: string, isOurs = isWrittenHere): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isFile() || stat.size === 0 || isOurs(headOf(path)))
    return undefined;
  return "was not written by service-emulator: give another name, remove it, or add --force";
}

const isWrittenHere = (head: string): boolean =>
  beginnings.some((beginning) => beginning.test(head));

function headOf(path: string): string {
  try {
    const handle = openSync(path, "r");
    try {
      const bytes = Buffer.alloc(headBytes);
      return bytes.toString("utf8", 0, readSync(handle, bytes));
    } finally {
      closeSync(handle);
    }
  } catch {
    // What cannot be read is not known to be from here.
    return "";
  }
}

/** Node's own way tries for ever where nothing can be made, as in /proc. @throws what the system said */
export function makeFolders(folder: string, mode = 0o777): void {
  const missing = [resolve(folder)];
  for (let at = dirname(resolve(folder)); !existsSync(at); at = dirname(at)) missing.unshift(at);
  for (const each of missing) makeOne(each, mode);
}

/** Another process may make the same. */
function makeOne(folder: string, mode: number): void {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isThere = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
    if (code !== "EEXIST" || !isThere) throw error;
  }
}
