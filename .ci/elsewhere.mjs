import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");

/** Whether there is a user without rights to be: root alone can become one. */
export const canBeNobody = process.getuid?.() === 0;

/**
 * A copy of this clone, as it is built, which a user without rights owns.
 *
 * @returns the copy: `folder` is where, `run` runs a command there as that user, and `leave` takes it away
 */
export function copyOfNobody() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "nobody-")));
  chmodSync(folder, 0o755);
  const cwd = join(folder, "clone");
  execFileSync("cp", ["-a", root, cwd]);
  const idOf = (flag) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  const user = { uid: idOf("-u"), gid: idOf("-g") };
  mkdirSync(join(folder, "home"));
  execFileSync("chown", ["-R", `${user.uid}:${user.gid}`, folder]);
  // Its temporary folder is everybody's: in one of its own, paths would get too long for the sockets of a browser.
  const own = { HOME: join(folder, "home"), USER: "nobody" };
  return {
    folder: cwd,
    run: (node, command) => runOn(node, command, { cwd, ...user }, own),
    leave: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** This clone, and the user who is here. */
export const here = {
  folder: root,
  run: (node, command) => runOn(node, command, { cwd: root }, {}),
  leave: () => {},
};

/**
 * Runs a command to its end, with another Node in front of this one.
 *
 * @param node the path of its binary
 * @returns the command's exit code
 */
async function runOn(node, [file, ...args], options, more) {
  const { NODE_EXTRA_CA_CERTS: _, ...env } = { ...process.env, ...more };
  env.PATH = `${dirname(node)}${delimiter}${env.PATH}`;
  const child = spawn(file, args, { stdio: ["ignore", "inherit", "inherit"], ...options, env });
  const [code] = await once(child, "exit");
  return code ?? 1;
}
