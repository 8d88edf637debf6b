const { createHash } = require("node:crypto");
const { readdirSync, renameSync, rmSync, statSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { readTrusted } = require("../dist/trusted-file.cjs");

/** Of how many sources of a file a folder keeps the code: those of other versions of Node, and of the last updates. */
const keptMax = 4;

/** The largest code that is taken in: some ten times what there is. */
const bytesMax = 50_000_000;

const hashOf = (/** @type {Buffer} */ bytes) => createHash("sha256").update(bytes).digest();
const hashBytes = 32;

/**
 * Compiled code between two starts, which saves a quarter of each. V8 checks neither the code nor its source when it takes such code in:
 * the file's name says of which source it is, and its head holds a hash of the rest. Whatever is wrong with it, a start does without.
 */
class CodeCache {
  /** @type {string} */ #folder;
  /** @type {string} */ #name;
  /** @type {string} */ #file;

  /**
   * @param {string} folder where it is kept: see `cacheFolder`
   * @param {string} name what is compiled
   * @param {string} source its SHA-256
   */
  constructor(folder, name, source) {
    const { versions, arch } = process;
    this.#file = join(folder, `${name}-${versions.v8}-${arch}-${source.slice(0, 32)}.cache`);
    this.#folder = folder;
    this.#name = name;
  }

  /**
   * @returns {{ code: Buffer, hasAnswered: boolean } | undefined} what V8 takes in, if it is there, undamaged and ours;
   *   and whether its process had answered a request by then
   */
  read() {
    try {
      const { bytes } = readTrusted(this.#file, { is: "file", bytesMax });
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
      const rest = Buffer.concat([compiled(), Buffer.of(hasAnswered ? 1 : 0)]);
      writeFileSync(beside, Buffer.concat([hashOf(rest), rest]), { flag: "wx", mode: 0o600 });
      renameSync(beside, this.#file);
      forgetOld(this.#folder, this.#name);
    } catch {
      rmSync(beside, { force: true });
    }
  }
}

/** @param {string} folder @param {string} of */
function forgetOld(folder, of) {
  const files = readdirSync(folder)
    .filter((name) => name.startsWith(`${of}-`) && /\.cache(\.\d+)?$/.test(name))
    .map((name) => ({ name, at: statSync(join(folder, name)).mtimeMs }))
    .sort((a, b) => b.at - a.at);
  for (const { name } of files.slice(keptMax)) rmSync(join(folder, name), { force: true });
}

module.exports = { CodeCache };
