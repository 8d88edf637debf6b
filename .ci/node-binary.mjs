import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

const names = { win32: "win" };
const platform = names[process.platform] ?? process.platform;

/**
 * A Node of another version, from the registry. It is installed nowhere.
 *
 * @param version as the registry has it
 * @param folder where it is unpacked, beside others; it may be read by every user
 * @returns the path of its binary, in a folder with nothing else
 */
export function nodeBinary(version, folder) {
  const name = `node-${platform}-${process.arch}@${version}`;
  const own = join(folder, name);
  mkdirSync(own, { recursive: true });
  const within = { cwd: own, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] };
  const packed = execFileSync("npm", ["pack", name, "--json"], { ...within, timeout: 240_000 });
  const [{ filename }] = JSON.parse(packed);
  execFileSync("tar", ["--extract", "--file", filename, "package/bin"], within);
  return join(own, "package/bin/node");
}
