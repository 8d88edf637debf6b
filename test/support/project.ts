import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { accessSync, constants, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import { example, root } from "./pages.ts";

/** A user's project: what is installed there, and what is run there. */
export interface Project {
  readonly folder: string;
  /** Runs Node in the folder to its end; its output is what it said on both streams. */
  node(...args: string[]): Promise<Ran>;
  /** The same with another program. */
  run(program: string, ...args: string[]): Promise<Ran>;
  /** Runs a command in the folder, within `service-emulator exec` and with a small account. */
  exec(...command: string[]): Promise<Ran>;
}

interface Ran {
  readonly code: number;
  readonly output: string;
}

/**
 * A folder with these files, where this build is installed as `service-emulator`, beside packages of
 * this repository's.
 *
 * @param files their text by name; a name alone is that of an example in the documents
 * @param packages what else is installed
 * @param over when it goes
 */
export function createProject(
  files: readonly (string | { name: string; text: string })[],
  packages: readonly string[] = [],
  over: (then: () => void) => void = onTestFinished,
): Project {
  if (!existsSync(join(root, "dist/index.cjs"))) {
    throw new Error("dist is missing: these tests try the built package, so build it first");
  }
  const folder = mkdtempSync(join(tmpdir(), "emulator-project-"));
  over(() => rmSync(folder, { recursive: true, force: true }));
  // The check of the package names the one that it has packed.
  const own = process.env["RECIPES_PACKAGE"] ?? root;
  install("service-emulator", own);
  install(".bin/service-emulator", join(own, "bin/service-emulator.js"));
  for (const name of packages) install(name, join(root, "node_modules", name));
  for (const file of files) {
    const { name, text } = typeof file === "string" ? { name: file, text: example(file) } : file;
    writeFileSync(join(folder, name), text);
  }
  return {
    folder,
    node,
    run,
    exec: (...command) =>
      node("node_modules/.bin/service-emulator", "exec", "--fixtures", "small", "--", ...command),
  };

  function node(...args: string[]): Promise<Ran> {
    return run(process.execPath, ...args);
  }

  async function run(program: string, ...args: string[]): Promise<Ran> {
    const env = environment(folder);
    const ran = promisify(execFile)(program, args, { cwd: folder, env });
    const { code, stdout, stderr } = await ran.then(
      (streams) => ({ code: 0, ...streams }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
    return { code, output: `${stdout}\n${stderr}` };
  }

  function install(name: string, target: string): void {
    const place = join(folder, "node_modules", name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(target, place);
  }
}

/** This environment without what these tests, their runner and their colours put there. */
function environment(folder: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(SERVICE_EMULATOR_|VITEST|NODE_|JEST_|FORCE_COLOR$|CI$|TEST$)/.test(name),
  );
  return { ...Object.fromEntries(kept), NO_COLOR: "1", TMPDIR: folder, HOME: folder };
}

/** Whether a program is on the PATH, and may be run. */
export const isInstalled = (name: string): boolean =>
  (process.env["PATH"] ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
