import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { newest } from "./runtimes.mjs";
import { run } from "./running.mjs";

/** Whether the binaries of the table run here. */
export const areRunHere = process.platform === "linux" && process.arch === "x64";

/** Runtimes and package managers of the table, unpacked into a folder that goes with the check: they are installed nowhere. */
export class FromRegistry {
  #folder;
  #unpacked = new Map();

  constructor(folder) {
    this.#folder = folder;
  }

  /** A package's folder. */
  #folderOf(name, version) {
    const wanted = `${name}@${version}`;
    const found = this.#unpacked.get(wanted) ?? this.#unpack(wanted);
    this.#unpacked.set(wanted, found);
    return found;
  }

  async #unpack(wanted) {
    const own = join(this.#folder, wanted.replaceAll(/[@/]+/g, "-"));
    mkdirSync(own, { recursive: true });
    await run("npm", ["pack", wanted, "--pack-destination", own], { cwd: own });
    await run("tar", ["--extract", "--file", ...readdirSync(own)], { cwd: own });
    return join(own, "package");
  }

  /** The binary of a Node, in a folder with nothing else that is run. */
  async node({ version } = newest) {
    const { platform, arch } = process;
    return join(await this.#folderOf(`node-${platform}-${arch}`, version), "bin/node");
  }

  /** The words that run another program of the table. */
  async wordsOf({ from, version, binary, script }) {
    const folder = await this.#folderOf(from, version);
    return binary === undefined
      ? [await this.node(), join(folder, script)]
      : [join(folder, binary)];
  }
}
