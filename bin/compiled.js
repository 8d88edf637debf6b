const { createHash } = require("node:crypto");
const { readFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { dirname, join } = require("node:path");
const { Script } = require("node:vm");
const { CodeCache, cacheFolder } = require("./code-cache.js");

const file = join(__dirname, "../dist/start.txt");

/**
 * Loads `start` and `exec` with the code that an earlier start has compiled, or compiles it for a later one.
 *
 * @returns {{ main: (argv: readonly string[]) => Promise<void> } | undefined} nothing where no code can be kept: then
 *   small parts are loaded sooner
 */
function loadStart() {
  const folder = cacheFolder(dirname(file));
  if (folder === undefined) return undefined;
  const bytes = readFileSync(file);
  const cache = new CodeCache(folder, createHash("sha256").update(bytes).digest("hex"));
  const kept = cache.read();
  const script = new Script(bytes.latin1Slice(), { filename: file, cachedData: kept?.code });
  const module = { exports: /** @type {any} */ ({}) };
  // A script has no import() of its own.
  const importIt = (/** @type {string} */ name) => import(name);
  const run = script.runInThisContext();
  run(module.exports, createRequire(file), module, file, dirname(file), importIt);
  const isNew = kept === undefined || script.cachedDataRejected;
  // Once it has answered a request, there is more to keep than before.
  const keep = (/** @type {boolean} */ hasAnswered) => {
    if (isNew || hasAnswered) cache.write(() => script.createCachedData(), hasAnswered);
  };
  const isWanted = isNew || !kept?.hasAnswered;
  return { main: (argv) => module.exports.main(argv, isWanted ? keep : undefined) };
}

module.exports = { loadStart };
