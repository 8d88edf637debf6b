const { createHash } = require("node:crypto");
const {
  accessSync,
  constants,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} = require("node:fs");
const { homedir, tmpdir } = require("node:os");
const { isAbsolute, join, relative, resolve } = require("node:path");

/** Of how many bundles a folder keeps the code: those of other versions of Node, and of the last updates. */
const keptMax = 4;

const hashOf = (/** @type {Buffer} */ bytes) => createHash("sha256").update(bytes).digest();
const hashBytes = 32;

/** The bits of a mode by which others than the owner may write; where there are no users, they say nothing. */
const othersWrite = process.getuid === undefined ? 0 : 0o022;

/**
 * Where compiled code is kept: in the package's folder, if it is the user's own, else with what the user's programs
 * can do without.
 *
 * @param {string} own the package's folder
 * @returns {string | undefined} nowhere, if the user wants that
 */
function cacheFolder(own) {
  const isOff = /^(0|false|no|off)$/i.test(process.env["SERVICE_EMULATOR_CODE_CACHE"] ?? "");
  if (isOff) return undefined;
  return isOurs(own) ? own : besides();
}

/**
 * Compiled code between two starts, which saves a quarter of each. V8 checks neither the code nor its source when it takes such code in:
 * the file's name says of which source it is, and its head holds a hash of the rest. Whatever is wrong with it, a start does without.
 */
class CodeCache {
  /** @type {string} */ #folder;
  /** @type {string} */ #file;

  /**
   * @param {string} folder where it is kept: see `cacheFolder`
   * @param {string} source the SHA-256 of what is compiled
   */
  constructor(folder, source) {
    const { versions, arch } = process;
    this.#file = join(folder, `start-${versions.v8}-${arch}-${source.slice(0, 32)}.cache`);
    this.#folder = folder;
  }

  /**
   * @returns {{ code: Buffer, hasAnswered: boolean } | undefined} what V8 takes in, if it is there, undamaged and ours;
   *   and whether its process had answered a request by then
   */
  read() {
    try {
      if (!isOurs(this.#folder) || lstatSync(this.#file).uid !== userId()) return undefined;
      const bytes = readFileSync(this.#file);
      const rest = bytes.subarray(hashBytes);
      if (!hashOf(rest).equals(bytes.subarray(0, hashBytes))) return undefined;
      return { code: rest.subarray(0, -1), hasAnswered: rest.at(-1) === 1 };
    } catch {
      return undefined;
    }
  }

  /** @param {() => Buffer} compiled asked only where it can be kept @param {boolean} hasAnswered see `read` */
  write(compiled, hasAnswered) {
    const beside = `${this.#file}.${process.pid}`;
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      if (!isOurs(this.#folder)) return;
      const rest = Buffer.concat([compiled(), Buffer.of(hasAnswered ? 1 : 0)]);
      writeFileSync(beside, Buffer.concat([hashOf(rest), rest]), { flag: "wx", mode: 0o600 });
      renameSync(beside, this.#file);
      forgetOld(this.#folder);
    } catch {
      rmSync(beside, { force: true });
    }
  }
}

/** @param {string} folder */
function forgetOld(folder) {
  const files = readdirSync(folder)
    .filter((name) => /^start-.*\.cache(\.\d+)?$/.test(name))
    .map((name) => ({ name, at: statSync(join(folder, name)).mtimeMs }))
    .sort((a, b) => b.at - a.at);
  for (const { name } of files.slice(keptMax)) rmSync(join(folder, name), { force: true });
}

/** Whose files are ours; 0 where there are no users. */
const userId = () => process.getuid?.() ?? 0;

/**
 * A folder of the user's own: others could put code into any other. Where there are no users, whoever may write it.
 *
 * @param {string} folder
 */
function isOurs(folder) {
  try {
    const found = lstatSync(folder);
    accessSync(folder, constants.W_OK);
    return found.isDirectory() && found.uid === userId() && (found.mode & othersWrite) === 0;
  } catch {
    return false;
  }
}

/** Where the user's programs keep what they can do without; nowhere, if that is where everybody writes. */
function besides() {
  try {
    const { XDG_CACHE_HOME: named = "" } = process.env;
    const folder = join(isAbsolute(named) ? named : join(homedir(), ".cache"), "service-emulator");
    const isTemporary = !relative(resolve(tmpdir()), resolve(folder)).startsWith("..");
    return isTemporary ? undefined : folder;
  } catch {
    return undefined;
  }
}

module.exports = { CodeCache, cacheFolder };
