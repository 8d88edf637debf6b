import type { Emulation } from "../emulation/emulation.ts";
import { type Exporting, writeState } from "../emulation/export.ts";
import type { Account } from "../world/account.ts";
import type { DicePosition } from "../world/dice.ts";
import type { Recorder } from "../world/account.ts";
import type { Change } from "../world/store.ts";
import { reasonOf, remedyOf } from "../emulation/disk-error.ts";
import { DataFolderError } from "./data-folder-error.ts";
import { writeFolderFile } from "./folder-file.ts";
import { basePath, layoutOf, logPath, removeLeft } from "./layout.ts";
import { type Draft, lineOf } from "./line.ts";
import type { Ended } from "./log-line.ts";
import { Segment } from "./segment.ts";

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

/** What went before in the folder. */
export interface Before {
  readonly folder: string;
  /** The number of the base, 0 if there is none. */
  readonly base: number;
  /** The number of the first log that this process writes. */
  readonly next: number;
  /** The number of the newest log that the folder's file names. */
  readonly newest: number;
  /** What the log before has. */
  readonly previous: Ended | null;
  /** How many lines are to be read after the base, and how many records are in it. */
  readonly lines: number;
  readonly records: number;
}

/**
 * Writes down what happens to the accounts. What happens in one turn of the event loop, and while the
 * line before it is being written, is one line: it is there after a crash, or nothing of it is.
 */
export class DataLog implements Recorder {
  readonly #folder: string;
  readonly #fsync: boolean;
  readonly #linesMax: number;
  readonly #tell: Told;
  readonly #free: () => void;
  #emulation: Emulation | undefined;
  #segment: Segment | undefined;
  /** The number of the log that is being written, or is the next to be. */
  #number: number;
  /** The newest log that the folder's file names. */
  #newest: number;
  /** What the log before the one that is being written has. */
  #previous: Ended | null;
  #base: number;
  #linesSinceBase: number;
  #recordsInBase: number;
  readonly #dice = new Map<string, DicePosition>();
  #next: Batch | undefined;
  #current: Batch | undefined;
  /** The base that is being written while the log goes on. */
  #folding: Promise<void> | undefined;
  #folderFile: Promise<void> = Promise.resolve();
  #lost: DataFolderError | undefined;

  /** @param free gives the folder free */
  constructor(
    { folder, base, next, newest, previous, lines, records }: Before,
    { fsync, tell, linesMax = 10_000 }: DataOptions,
    free: () => void,
  ) {
    this.#folder = folder;
    this.#fsync = fsync;
    this.#tell = tell;
    this.#linesMax = linesMax;
    this.#base = base;
    this.#number = next;
    this.#newest = newest;
    this.#previous = previous;
    this.#linesSinceBase = lines;
    this.#recordsInBase = records;
    this.#free = free;
  }

  /** From now on states that are put in the place of others are written, too. */
  attach(emulation: Emulation): void {
    this.#emulation = emulation;
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
    await this.#folding;
    try {
      if (this.#lost === undefined) await this.#closeSegment();
      else await this.#segment?.release();
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
    const { world } = emulation;
    if (batch.isWhole) return this.#rebase(emulation);
    // A sandbox ends with its process, and so does an account of a world that was reset.
    const drafts = [...batch.drafts.values()].filter(
      ({ account }) => world.accounts.get(account.id) === account,
    );
    if (drafts.length === 0) return;
    const line = lineOf(drafts, world.clock.now(), this.#dice);
    await this.#makeRoom(emulation);
    this.#segment ??= await this.#beginSegment(emulation);
    await this.#segment.append(line);
    this.#linesSinceBase += 1;
  }

  /** Puts another state in the place of all that was written; who did so waits for it. */
  async #rebase(emulation: Emulation): Promise<void> {
    const present = presentOf(emulation);
    await this.#folding;
    await this.#closeSegment();
    // A base never takes the place of another: one of the two is there at any time.
    this.#number = Math.max(this.#number, this.#base + 1);
    await this.#writeBase(present);
  }

  /** Goes on in another log if this one is full, and folds what has become long into a new base. */
  async #makeRoom(emulation: Emulation): Promise<void> {
    const long = this.#linesSinceBase >= Math.max(this.#linesMax, this.#recordsInBase / 2);
    const fold = long && this.#folding === undefined;
    const present = fold ? presentOf(emulation) : undefined;
    if (this.#segment?.isFull || (fold && this.#segment !== undefined)) await this.#closeSegment();
    if (present === undefined) return;
    this.#folding = this.#writeBase(present)
      // What is there is whole all the same: it is tried again when as much has been added.
      .catch((error: unknown) => {
        this.#tell.note(`the log in ${this.#folder} goes on growing: ${reasonOf(error)}`);
      })
      .finally(() => {
        this.#folding = undefined;
      });
  }

  /** The folder's file says so before anything in the log is answered: a log that is missing is missed. */
  async #beginSegment(emulation: Emulation): Promise<Segment> {
    const log = this.#number;
    const about = { log, before: this.#previous, fsync: this.#fsync };
    const segment = await Segment.create(logPath(this.#folder, log), about);
    this.#newest = log;
    await this.#writeFolderFile(emulation);
    return segment;
  }

  async #closeSegment(): Promise<void> {
    if (this.#segment === undefined) return;
    this.#previous = await this.#segment.close();
    this.#segment = undefined;
    this.#number += 1;
  }

  /** One after the other: a base that is being folded and a log that begins both write it. */
  #writeFolderFile({ version }: Pick<Emulation, "version">): Promise<void> {
    const write = () =>
      writeFolderFile(this.#folder, { version, base: this.#base, log: this.#newest });
    this.#folderFile = this.#folderFile.then(write, write);
    return this.#folderFile;
  }

  async #writeBase(present: Exporting): Promise<void> {
    this.#linesSinceBase = 0;
    const number = this.#number;
    this.#recordsInBase = await writeState(present, basePath(this.#folder, number));
    this.#base = number;
    await this.#writeFolderFile(present);
    await removeLeft(this.#folder, await layoutOf(this.#folder));
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

const presentOf = ({ world, version }: Emulation): Exporting => ({
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
