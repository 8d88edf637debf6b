const { accessSync, constants, existsSync, mkdirSync } = require("node:fs");
const { homedir, tmpdir } = require("node:os");
const { isAbsolute, join, relative, resolve } = require("node:path");
const { ownFolder } = require("../dist/trusted-file.cjs");

/** The package's folder. */
const dist = join(__dirname, "../dist");

/**
 * Where compiled code is kept: in the package's folder, if it is the user's own, else with what the user's programs
 * can do without. Others could put code into any other.
 *
 * @returns {string | undefined} nowhere, if the user wants that, or has no such folder
 */
function cacheFolder() {
  const isOff = /^(0|false|no|off)$/i.test(process.env["SERVICE_EMULATOR_CODE_CACHE"] ?? "");
  if (isOff) return undefined;
  return ownFolder(dist, "writers") === undefined && isWritable(dist) ? dist : besides();
}

/** Where Node keeps the compiled code of modules by itself. It asks neither for an owner nor for a mode. */
function modulesFolder() {
  const folder = cacheFolder();
  const own = folder && join(folder, "modules.cache");
  return own && ownFolder(own) === undefined ? own : undefined;
}

/** @param {string} folder */
function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Where the user's programs keep what they can do without; nowhere, if that is where everybody writes. */
function besides() {
  try {
    const { XDG_CACHE_HOME: named = "" } = process.env;
    const all = isAbsolute(named) ? named : join(homedir(), ".cache");
    const folder = join(all, "service-emulator");
    if (!relative(resolve(tmpdir()), resolve(folder)).startsWith("..")) return undefined;
    // A home that is not there is not made.
    if (!existsSync(all)) mkdirSync(all, { mode: 0o700 });
    return ownFolder(folder) === undefined ? folder : undefined;
  } catch {
    return undefined;
  }
}

module.exports = { cacheFolder, modulesFolder };
