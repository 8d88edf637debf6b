import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { Script } from "node:vm";
import { createHash } from "node:crypto";
import { CodeCache, cacheFolder } from "./code-cache.js";

const url = new URL("../dist/start.txt", import.meta.url);
const file = fileURLToPath(url);

/**
 * Loads `start` and `exec` with the code that an earlier start has compiled, or compiles it for a later one.
 *
 * @returns {{ main: (argv: readonly string[]) => Promise<void> } | undefined} nothing where no code can be kept: then
 *   small parts are loaded sooner
 */
export function loadStart() {
  const folder = cacheFolder(dirname(file));
  if (folder === undefined) return undefined;
  const source = readFileSync(file, "latin1");
  const cache = new CodeCache(folder, createHash("sha256").update(source).digest("hex"));
  const cachedData = cache.read();
  const script = new Script(source, { filename: file, cachedData });
  const module = { exports: /** @type {any} */ ({}) };
  // A script has no import() of its own.
  const importIt = (/** @type {string} */ name) => import(name);
  const run = script.runInThisContext();
  run(module.exports, createRequire(url), module, file, dirname(file), importIt);
  const isNew = cachedData === undefined || script.cachedDataRejected;
  const keep = () => cache.write(() => script.createCachedData());
  return { main: (argv) => module.exports.main(argv, isNew ? keep : undefined) };
}
