import { linkSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { DataFolderError } from "./data-folder-error.ts";
import { UntrustedError, readTrusted } from "./trusted-file.ts";
import { type PidSpace, startOf } from "./process-state.ts";

/** Who has a folder: a process, and when it began, since its number is given to another one day. */
export interface Holder extends Partial<PidSpace> {
  readonly pid: number;
  readonly started: string;
  /** Whether it has a socket in the folder, too. */
  readonly socket?: boolean;
}

/** What is known of a process that a lock's file names. */
export type State = "runs" | "gone" | "unknown";

/** The part of a folder's lock that is there everywhere: a file that says who has it. */
export class LockFile {
  readonly #path: string;
  readonly #own: Holder;
  readonly #text: string;
  /** What no other process has as the end of a name. */
  readonly #suffix: string;

  constructor(path: string, own: Holder) {
    this.#path = path;
    this.#own = own;
    this.#text = JSON.stringify(own);
    this.#suffix = `${own.boot}-${own.namespace}-${own.pid}`;
  }

  /**
   * Tries to take it. What a process left that is gone is taken away.
   *
   * @param steal what cannot be known to run is taken for gone
   * @returns undefined if it is this process's now, else who has it, if that is told
   * @throws DataFolderError if something else is in its place
   */
  take(steal: boolean): { readonly holder?: Holder; readonly state: State } | undefined {
    if (this.#taken()) return undefined;
    const text = textOf(this.#path);
    if (text === undefined) return { state: "runs" };
    const holder = holderOf(text);
    const state = this.#stateOf(holder);
    if (state === "gone" || (state === "unknown" && steal)) {
      this.#setAside(text);
      if (this.#taken()) return undefined;
    }
    return holder === undefined ? { state: "runs" } : { holder, state };
  }

  free(): void {
    try {
      if (textOf(this.#path) === this.#text) rmSync(this.#path, { force: true });
    } catch {
      // Something else has been put in its place.
    }
  }

  #stateOf(holder: Holder | undefined): State {
    // What no process of ours wrote holds nothing.
    if (holder === undefined) return "gone";
    const { boot, namespace, socket = false, pid, started } = holder;
    // Its socket was looked for before, and nobody answered there.
    if (socket && this.#own.socket) return "gone";
    const isHere = boot === this.#own.boot && namespace === this.#own.namespace;
    // Earlier versions said nothing of where the number is valid.
    if (boot !== undefined && !isHere) return "unknown";
    return startOf(pid) === started ? "runs" : "gone";
  }

  /** The lock appears with all that it says, since a link to a file is made in one go. */
  #taken(): boolean {
    const draft = `${this.#path}.${this.#suffix}`;
    try {
      writeFileSync(draft, this.#text, { mode: 0o600 });
      linkSync(draft, this.#path);
      return true;
    } catch (error) {
      // An owner clears drafts away.
      const { code = "" } = error as NodeJS.ErrnoException;
      if (["EEXIST", "ENOENT"].includes(code)) return false;
      throw error;
    } finally {
      rmSync(draft, { force: true });
    }
  }

  /** Takes away the lock of a process that is gone, and only that: another may have been quicker. */
  #setAside(stale: string): void {
    const aside = `${this.#path}.stale.${this.#suffix}`;
    try {
      renameSync(this.#path, aside);
      if (textOf(aside) !== stale) linkSync(aside, this.#path);
    } catch {
      // Another has done it.
    }
    rmSync(aside, { force: true });
  }
}

/** The largest lock that is read, in bytes. */
const bytesMax = 10_000;

/** Whoever may use the folder may have it. */
function textOf(path: string): string | undefined {
  try {
    return readTrusted(path, { is: "file", by: "anybody", bytesMax }).bytes.toString();
  } catch (error) {
    // It was given free meanwhile.
    if (!(error instanceof UntrustedError)) return undefined;
    throw new DataFolderError(`${path} ${error.message}: remove it, or give another folder`);
  }
}

/** @returns undefined for what no process of ours wrote */
function holderOf(text: string): Holder | undefined {
  try {
    const holder = JSON.parse(text) as Partial<Holder>;
    const { pid, started, boot = "", namespace = "" } = holder;
    const isSound =
      typeof pid === "number" &&
      [started, boot, namespace].every((each) => typeof each === "string");
    return isSound ? (holder as Holder) : undefined;
  } catch {
    return undefined;
  }
}
