import type { Exporting } from "../emulation/export.ts";
import { reasonOf, remedyOf } from "../emulation/disk-error.ts";
import type { Emulation } from "../emulation/emulation.ts";
import type { Account, Recorder } from "../world/account.ts";
import type { DicePosition } from "../world/dice.ts";
import type { Change } from "../world/store.ts";
import { type Before, DataFiles } from "./data-files.ts";
import { DataFolderError } from "./data-folder-error.ts";
import { type Draft, lineOf } from "./line.ts";

/** What is written in one go: all that happened since the last. */
interface Batch {
  readonly drafts: Map<Account, Draft>;
  /** Instead of all drafts: the whole state. */
  isWhole: boolean;
  readonly done: Promise<void>;
  readonly settle: (error?: DataFolderError) => void;
}

/** How a folder is written to. */
export interface DataOptions {
  /** Each write is to outlast a loss of power, too. */
  readonly fsync: boolean;
  readonly tell: Told;
  /** So many lines may be read again at a start, or half as many as there are records if that is more. */
  readonly linesMax?: number;
}

/** Whom a user hears of what happens beside the requests from, in one line each. */
export interface Told {
  /** Nothing is written any more: whatever changes from now on is answered with 503. */
  readonly lost: (message: string) => void;
  readonly note: (message: string) => void;
}

/**
 * Writes down what happens to the accounts. What happens in one turn of the event loop, and while the
 * line before it is being written, is one line: it is there after a crash, or nothing of it is.
 */
export class DataLog implements Recorder {
  readonly #folder: string;
  readonly #files: DataFiles;
  readonly #tell: Told;
  readonly #free: () => void;
  #emulation: Emulation | undefined;
  readonly #dice = new Map<string, DicePosition>();
  #next: Batch | undefined;
  #current: Batch | undefined;
  #lost: DataFolderError | undefined;

  /** @param free gives the folder free */
  constructor(before: Before, { fsync, tell, linesMax = 10_000 }: DataOptions, free: () => void) {
    const { folder } = before;
    const failed = (error: unknown) =>
      tell.note(`the log in ${folder} goes on growing: ${reasonOf(error)}`);
    this.#folder = folder;
    this.#files = new DataFiles(before, { fsync, linesMax, failed });
    this.#tell = tell;
    this.#free = free;
  }

  /** From now on states that are put in the place of others are written, too. */
  attach(emulation: Emulation): void {
    this.#emulation = emulation;
    this.#files.version = emulation.version;
  }

  readonly wrote = (account: Account, changes: readonly Change[]): void => {
    this.#draftOf(account).changes.push(...changes);
  };

  readonly keysChanged = (account: Account): void => {
    this.#draftOf(account).keysChanged = true;
  };

  readonly replaced = (): void => {
    // While it is read there is nothing to write.
    if (this.#emulation !== undefined) this.#batch().isWhole = true;
  };

  /** When all that has happened until now is in the file; undefined if it is. Rejects if it cannot be. */
  saved(): Promise<void> | undefined {
    return this.#next?.done ?? this.#current?.done;
  }

  /** Writes what is left, and gives the folder free. */
  async close(): Promise<void> {
    for (let saved = this.saved(); saved !== undefined; saved = this.saved()) {
      await saved.catch(() => {});
    }
    try {
      await this.#files.close(this.#lost !== undefined);
    } catch (error) {
      this.#tell.note(
        `the log in ${this.#folder} is whole, but was not closed: ${reasonOf(error)}`,
      );
    }
    this.#free();
  }

  #draftOf(account: Account): Draft {
    const { drafts } = this.#batch();
    const known = drafts.get(account);
    if (known !== undefined) return known;
    const draft = { account, changes: [], keysChanged: false };
    drafts.set(account, draft);
    return draft;
  }

  #batch(): Batch {
    if (this.#next !== undefined) return this.#next;
    const { promise: done, resolve, reject } = withResolvers();
    // Who waits for it is told; who does not is not to end the process.
    done.catch(() => {});
    const settle = (error?: DataFolderError) => (error === undefined ? resolve() : reject(error));
    this.#next = { drafts: new Map(), isWhole: false, done, settle };
    // After the requests that came with this one.
    if (this.#current === undefined) setImmediate(() => void this.#write());
    return this.#next;
  }

  async #write(): Promise<void> {
    for (;;) {
      const batch = this.#next;
      this.#current = batch;
      this.#next = undefined;
      if (batch === undefined) return;
      try {
        if (this.#lost !== undefined) throw this.#lost;
        await this.#writeBatch(batch);
        batch.settle();
      } catch (error) {
        batch.settle(this.#lose(error));
      }
    }
  }

  /** Nothing is waited for before all that is to be written has been read off the world. */
  async #writeBatch(batch: Batch): Promise<void> {
    const emulation = this.#emulation;
    if (emulation === undefined) throw new Error("written before there is an emulator");
    if (batch.isWhole) return this.#files.replace(presentOf(emulation));
    const { lasting: world } = emulation;
    // A sandbox ends with its process, and so does an account of a world that was reset.
    const drafts = [...batch.drafts.values()].filter(
      ({ account }) => world.accounts.get(account.id) === account,
    );
    if (drafts.length === 0) return;
    const line = lineOf(drafts, world.clock.now(), this.#dice);
    await this.#files.append(line, this.#files.isLong ? presentOf(emulation) : undefined);
  }

  #lose(error: unknown): DataFolderError {
    if (this.#lost !== undefined) return this.#lost;
    const what = `cannot write to ${this.#folder}: ${reasonOf(error)}`;
    const remedy = remedyOf(error, "begin again with a copy of it elsewhere");
    this.#lost = new DataFolderError(`${what}; all that was answered before is safe: ${remedy}`);
    this.#tell.lost(this.#lost.message);
    return this.#lost;
  }
}

/** Of the world that lasts: what is done aside is kept nowhere. */
const presentOf = ({ lasting: world, version }: Emulation): Exporting => ({
  snapshot: world.snapshot(),
  exported: world.clock.now(),
  version,
});

function withResolvers(): {
  promise: Promise<void>;
  resolve: () => void;
  reject: (error: unknown) => void;
} {
  let resolve = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
