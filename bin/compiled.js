const { createHash } = require("node:crypto");
const { readFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { dirname, join } = require("node:path");
const { constants, Script } = require("node:vm");
const { cacheFolder } = require("./cache-folder.js");
const { CodeCache } = require("./code-cache.js");

const dist = join(__dirname, "../dist");
const load = createRequire(join(dist, "cli.cjs"));

/** What every start loads, each after those that it requires. */
const needed = ["base", "lines", "shared", "emulator", "start"];

/**
 * Loads `start` and `exec` with the code that an earlier start has compiled, or compiles it for a later one. Node's own
 * cache has no function that is compiled when it is first called, and Node 20 has none: without this, a start takes a
 * fifth longer on Node 24 (`bench --only startup`: processor time, warm).
 *
 * @returns {{ main: (argv: readonly string[]) => Promise<void> }}
 */
function loadStart() {
  const folder = cacheFolder();
  const keeping = needed.flatMap((name) => loadOne(name, folder) ?? []);
  const keep = (/** @type {boolean} */ hasAnswered) => {
    for (const each of keeping) each(hasAnswered);
  };
  const { main } = load("./cli.cjs");
  return { main: (argv) => main(argv, keeping.length > 0 ? keep : undefined) };
}

/**
 * Runs a file as the module that it would be: those that are loaded later ask for it.
 *
 * @param {string} name @param {string | undefined} folder where its code is kept
 * @returns {((hasAnswered: boolean) => void) | undefined} keeps its code, where there is more than is kept
 */
function loadOne(name, folder) {
  const file = join(dist, `${name}.cjs`);
  const source = Buffer.concat([head, readFileSync(file), tail]);
  const hash = createHash("sha256").update(source).digest("hex");
  const cache = folder && new CodeCache(folder, name, hash);
  const kept = cache && cache.read();
  const script = new Script(source.latin1Slice(), {
    filename: file,
    cachedData: kept?.code,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const module = { exports: {}, loaded: true };
  load.cache[file] = /** @type {NodeJS.Module} */ (/** @type {unknown} */ (module));
  script.runInThisContext()(module.exports, load, module, file, dirname(file));
  const isNew = kept === undefined || script.cachedDataRejected;
  if (!cache || (!isNew && kept.hasAnswered)) return undefined;
  // Once it has answered a request, there is more to keep than before.
  return (hasAnswered) => {
    if (isNew || hasAnswered) cache.write(() => script.createCachedData(), hasAnswered);
  };
}

/** As Node's own loader calls a module. */
const [head, tail] = ["(function (exports, require, module, __filename, __dirname) {", "\n})"].map(
  (text) => Buffer.from(text),
);

module.exports = { loadStart };
