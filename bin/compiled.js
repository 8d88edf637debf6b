const { createHash } = require("node:crypto");
const { readFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { dirname, join } = require("node:path");
const { Script } = require("node:vm");
const { cacheFolder } = require("./cache-folder.js");
const { CodeCache } = require("./code-cache.js");

const file = join(__dirname, "../dist/start-main.cjs");

/**
 * Loads `start` and `exec` with the code that an earlier start has compiled, or compiles it for a later one.
 *
 * @returns {{ main: (argv: readonly string[]) => Promise<void> }}
 */
function loadStart() {
  const folder = cacheFolder();
  const bytes = readFileSync(file);
  const cache = folder && new CodeCache(folder, createHash("sha256").update(bytes).digest("hex"));
  const kept = cache && cache.read();
  const script = new Script(bytes.latin1Slice(), { filename: file, cachedData: kept?.code });
  const exports = run(script);
  if (!cache) return exports;
  const isNew = kept === undefined || script.cachedDataRejected;
  // Once it has answered a request, there is more to keep than before.
  const keep = (/** @type {boolean} */ hasAnswered) => {
    if (isNew || hasAnswered) cache.write(() => script.createCachedData(), hasAnswered);
  };
  const isWanted = isNew || !kept?.hasAnswered;
  return { main: (argv) => exports.main(argv, isWanted ? keep : undefined) };
}

/** Runs it as the module that it would be. @param {Script} script */
function run(script) {
  const module = { exports: /** @type {any} */ ({}), loaded: true };
  const load = createRequire(file);
  // The files that are loaded later ask for what is in this one.
  load.cache[load.resolve(file)] = /** @type {NodeJS.Module} */ (/** @type {unknown} */ (module));
  // A script has no import() of its own.
  const importIt = (/** @type {string} */ name) => import(name);
  script.runInThisContext()(module.exports, load, module, file, dirname(file), importIt);
  return module.exports;
}

module.exports = { loadStart };
