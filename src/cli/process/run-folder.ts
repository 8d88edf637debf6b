import { rmSync, writeFileSync, cpSync, lstatSync, mkdirSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Told } from "../options/start-options.ts";
import { Failure } from "../terminal/terminal.ts";
import { unusable } from "./located.ts";
import { temporaryFolder } from "./locator.ts";

/** Those that are there: they go with this process, however it ends in order. */
const open = new Set<RunFolder>();
const closeAll = () => {
  for (const each of open) each.close();
};

/** A folder of this run's own, for what other processes read: they may not see into a package that is an archive. */
export class RunFolder {
  readonly path: string;
  readonly #wanted: string;

  /** @param wanted the flag that needs it @throws Failure where none can be made */
  constructor(wanted: string) {
    this.#wanted = wanted;
    this.path = this.#tried(temporaryFolder);
    if (open.size === 0) process.once("exit", closeAll);
    open.add(this);
  }

  /** @returns its path @throws Failure where it cannot be written */
  write(name: string, content: string | Uint8Array): string {
    const file = join(this.path, name);
    this.#tried(() => writeFileSync(file, content));
    return file;
  }

  close(): void {
    rmSync(this.path, { recursive: true, force: true });
    open.delete(this);
    if (open.size === 0) process.off("exit", closeAll);
  }

  #tried<T>(act: () => T): T {
    try {
      return act();
    } catch (error) {
      throw this.failure(error);
    }
  }

  failure(error: unknown): Failure {
    return new Failure(`${this.#wanted}: ${unusable(`write to ${tmpdir()}`, error)}`, 3);
  }
}

export type OwnPlaces = Told<"ownHome" | "copyCwd", boolean>;

export type Place = { readonly env: Readonly<Record<string, string>>; readonly cwd?: string };

const cwdMax = 100_000_000;

export type RunPlaces = ReturnType<typeof runPlaces>;

/** A folder for each run of a command, by the sandbox that it runs in: a second run in it finds what the first left. */
export function runPlaces(own: OwnPlaces) {
  const folder = new RunFolder("runs");
  const known = new Map<string, Place>();
  if (own.copyCwd) requireSmall(process.cwd());
  return {
    of(sandbox: string): Place {
      const place = known.get(sandbox) ?? placeIn(join(folder.path, sandbox), own);
      known.set(sandbox, place);
      return place;
    },
    leave(sandbox: string): void {
      if (known.delete(sandbox))
        rmSync(join(folder.path, sandbox), { recursive: true, force: true });
    },
    close: () => folder.close(),
  };
}

function placeIn(root: string, { ownHome, copyCwd }: OwnPlaces): Place {
  const folder = (name: string): string => {
    const path = join(root, name);
    mkdirSync(path, { recursive: true });
    return path;
  };
  const env = {
    TMPDIR: folder("tmp"),
    TMP: folder("tmp"),
    TEMP: folder("tmp"),
    SERVICE_EMULATOR_RUN_DIR: folder("run"),
    ...(ownHome && homeIn(folder)),
  };
  if (!copyCwd) return { env };
  const cwd = join(root, "cwd");
  cpSync(process.cwd(), cwd, { recursive: true, verbatimSymlinks: true });
  return { env, cwd };
}

const homeIn = (folder: (name: string) => string) => ({
  HOME: folder("home"),
  USERPROFILE: folder("home"),
  XDG_CONFIG_HOME: folder("home/.config"),
  XDG_DATA_HOME: folder("home/.local/share"),
  XDG_STATE_HOME: folder("home/.local/state"),
  XDG_CACHE_HOME: folder("home/.cache"),
});

/** @throws Failure for a folder that is larger than anybody would copy for each run */
function requireSmall(root: string): void {
  let bytes = 0;
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else bytes += lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
      if (bytes > cwdMax) {
        const what = `the working folder is larger than ${cwdMax / 1_000_000} MB (${root})`;
        throw new Failure(`--copy-cwd: ${what}. Start in a smaller folder`, 2);
      }
    }
  }
}
