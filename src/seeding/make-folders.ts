import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Makes a folder and those around it. Node's own way tries for ever where nothing can be made, as in /proc.
 *
 * @throws what the system said
 */
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
