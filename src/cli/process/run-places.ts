import { cpSync, lstatSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../terminal/terminal.ts";
import { RunFolder } from "./run-folder.ts";

/** What a run has of its own beside a folder for temporary files. */
export interface OwnPlaces {
  readonly ownHome?: boolean;
  readonly copyCwd?: boolean;
}

/** Where one run keeps its files. */
export interface Place {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** The largest working folder that is copied, in bytes. */
const cwdMax = 100_000_000;

/** A folder for each run of a command, by the sandbox that it runs in: a second run in it finds what the first left. */
export class RunPlaces {
  readonly #folder = new RunFolder("runs");
  readonly #own: OwnPlaces;
  readonly #known = new Map<string, Place>();

  /** @throws Failure for a working folder that is too large to be copied */
  constructor(own: OwnPlaces) {
    this.#own = own;
    if (own.copyCwd) requireSmall(process.cwd());
  }

  /** The place of a sandbox. */
  of(sandbox: string): Place {
    const known = this.#known.get(sandbox);
    if (known !== undefined) return known;
    const made = this.#make(join(this.#folder.path, sandbox));
    this.#known.set(sandbox, made);
    return made;
  }

  /** Nothing runs in a sandbox any more. */
  leave(sandbox: string): void {
    if (this.#known.delete(sandbox)) {
      rmSync(join(this.#folder.path, sandbox), { recursive: true, force: true });
    }
  }

  close(): void {
    this.#folder.close();
  }

  #make(root: string): Place {
    const folder = (name: string): string => {
      const path = join(root, name);
      mkdirSync(path, { recursive: true });
      return path;
    };
    const temporary = folder("tmp");
    const env = {
      TMPDIR: temporary,
      TMP: temporary,
      TEMP: temporary,
      SERVICE_EMULATOR_RUN_DIR: folder("run"),
      ...(this.#own.ownHome && homeIn(folder)),
    };
    if (!this.#own.copyCwd) return { env };
    const cwd = join(root, "cwd");
    cpSync(process.cwd(), cwd, { recursive: true, verbatimSymlinks: true });
    return { env, cwd };
  }
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
