import { reasonOf, remedyOf } from "../emulation/problem.ts";
import type { Emulation } from "../emulation/emulation.ts";
import { clonesOf, Origins } from "../emulation/difference.ts";
import { surroundingsOf } from "../emulation/manifest.ts";
import type { Account, Recorder } from "../world/account.ts";
import type { Clock } from "../world/time/clock.ts";
import { type Course, courseOf } from "../world/time/course.ts";
import type { ClockValue } from "../world/time/clock-value.ts";
import type { Notice } from "../world/notices.ts";
import type { Change } from "../world/store/store.ts";
import type { OnProgress } from "../seeding/progress.ts";
import type { World } from "../world/world.ts";
import { type Before, DataFiles, type Present } from "./data-files.ts";
import { DataFolderError } from "./data-folder-error.ts";
import { newMark } from "./layout.ts";
import { type Draft, type Known, knowSandbox, lineOf } from "./line.ts";
import type { StateFound } from "./rebuilding.ts";

interface Batch {
  readonly drafts: Map<Account, Draft>;
  /** Instead of all drafts: the whole state. */
  isWhole: boolean;
  readonly done: Promise<void>;
  readonly settle: (error?: DataFolderError) => void;
}

export interface DataOptions {
  /** Each write is to outlast a loss of power, too. */
  readonly fsync: boolean;
  readonly tell: Notices;
  /** So many lines may be read again at a start, or half as many as there are records if that is more. */
  readonly linesMax?: number;
  /** Told how far the folder is when it is written for the first time. */
  readonly onProgress?: OnProgress | undefined;
}

/** Whom a user hears of what happens beside the requests from, in one line each. */
export interface Notices {
  /** Nothing is written any more: whatever changes from now on is answered with 503. */
  readonly lost: (message: string) => void;
  readonly note: (message: string) => void;
}

/** What happens in one turn of the event loop, and while the line before is being written, is one line. */
export class DataLog implements Recorder {
  readonly #folder: string;
  readonly #files: DataFiles;
  readonly #tell: Notices;
  readonly #free: () => void;
  #emulation: Emulation | undefined;
  readonly #known: Known;
  /** The clock as it was at the last line, and whether anything beside the accounts may have changed since. */
  #clock: { readonly value: ClockValue; readonly skippedMs: number } | undefined;
  #isTold = true;
  #unlisten = () => {};
  #next: Batch | undefined;
  #current: Batch | undefined;
  #lost: DataFolderError | undefined;
  #onProgress: OnProgress | undefined;

  constructor(before: Before, options: DataOptions, free: () => void) {
    const { fsync, tell, linesMax = 10_000, onProgress } = options;
    const { folder } = before;
    const failed = (error: unknown) =>
      tell.note(`the log in ${folder} goes on growing: ${reasonOf(error)}`);
    this.#folder = folder;
    this.#known = knownOf(before.found);
    this.#files = new DataFiles(before, { fsync, linesMax, failed });
    this.#tell = tell;
    this.#free = free;
    if (before.found === undefined) this.#onProgress = onProgress;
  }

  attach(emulation: Emulation): void {
    this.#emulation = emulation;
    this.#files.version = emulation.version;
    this.#unlisten = emulation.lasting.notices.listen((notice) => this.#noticed(notice));
    const around = JSON.stringify(surroundingsOf(emulation));
    // A folder of before there was such a thing has nothing else.
    if (this.#known.around === "") this.#known.around = around;
    if (this.#known.around !== around) this.#touch();
  }

  #noticed(notice: Notice): void {
    const { of } = notice;
    if (of === "clock" || of === "limits" || of === "fault" || of === "reset") this.#touch();
    const ids = of === "reset" ? this.#known.courses.keys() : [of === "clock" && notice.account];
    for (const id of ids) {
      const account = id ? this.#emulation?.lasting.account(id) : undefined;
      if (account !== undefined) this.#draftOf(account);
    }
  }

  readonly wrote = (account: Account, changes: readonly Change[]): void => {
    this.#draftOf(account).changes.push(...changes);
  };

  readonly keysChanged = (account: Account): void => {
    this.#draftOf(account).keysChanged = true;
  };

  readonly restored = (account: Account): void => {
    if (this.#emulation?.lasting.sandboxes.get(account.id) === account)
      this.#draftOf(account).isRestored = true;
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
    this.#unlisten();
    // Faults are spent, and clocks go on, without anything that is told.
    if (this.#emulation !== undefined) this.#touch();
    for (let saved = this.saved(); saved !== undefined; saved = this.saved())
      await saved.catch(() => {});
    await this.#files.close(this.#lost !== undefined).catch((error: unknown) => {
      const what = `the log in ${this.#folder} is whole, but was not closed`;
      this.#tell.note(`${what}: ${reasonOf(error)}`);
    });
    this.#free();
  }

  #draftOf(account: Account): Draft {
    const { drafts } = this.#batch();
    const known = drafts.get(account);
    if (known !== undefined) return known;
    const draft = { account, changes: [], keysChanged: false, isRestored: false };
    drafts.set(account, draft);
    return draft;
  }

  #touch(): void {
    this.#isTold = true;
    this.#batch();
  }

  #batch(): Batch {
    if (this.#next !== undefined) return this.#next;
    let settle: Batch["settle"] = () => {};
    const done = new Promise<void>((resolve, reject) => {
      settle = (error) => (error === undefined ? resolve() : reject(error));
    });
    // Who waits for it is told; who does not is not to end the process.
    done.catch(() => {});
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
    if (batch.isWhole) {
      const onProgress = this.#onProgress;
      // A state that is put in its place later is written while others are answered.
      this.#onProgress = undefined;
      return this.#files.replace({ ...this.#present(emulation), onProgress });
    }
    const { lasting: world, sandboxes } = emulation;
    const happened = {
      at: world.clock.now(),
      drafts: [...batch.drafts.values()],
      around: this.#mayDiffer(world.clock) ? surroundingsOf(emulation) : undefined,
      sandbox: (id: string) => sandboxes.kept(id),
      // An account of a world that was reset is not.
      isThere: (account: Account) => world.account(account.id) === account,
    };
    const line = lineOf(happened, this.#known);
    if (line === undefined) return;
    await this.#files.append(line, this.#files.isLong ? this.#present(emulation) : undefined);
  }

  /** Whether what is there beside the accounts may be other than when this was last asked. Every line asks. */
  #mayDiffer({ value, time: { skippedMs } }: Clock): boolean {
    const [clock, isTold] = [this.#clock, this.#isTold];
    const drifts = value.factor !== 1 && value.mode !== "frozen";
    this.#clock = { value, skippedMs };
    this.#isTold = false;
    return isTold || drifts || value !== clock?.value || skippedMs !== clock.skippedMs;
  }

  /** All that there is now, which is about to be a base. What is done aside is not. */
  #present(emulation: Emulation): Present {
    const { lasting: world, version } = emulation;
    const snapshot = world.snapshot();
    const sandboxes = [...world.sandboxes.keys()].flatMap(
      (id) => emulation.sandboxes.kept(id) ?? [],
    );
    const [mark, around] = [newMark(), surroundingsOf(emulation)];
    const known = this.#known;
    known.dice.clear();
    known.courses.clear();
    known.sandboxes.clear();
    for (const each of sandboxes) knowSandbox(known, each);
    const courses = coursesOf(world);
    for (const [id, course] of courses) known.courses.set(id, JSON.stringify(course));
    known.origins.begin(mark, clonesOf(snapshot.accounts));
    known.around = JSON.stringify(around);
    return { snapshot, exported: world.clock.now(), version, mark, around, courses, sandboxes };
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

/** How the clocks of accounts go that are their own, by company id. */
const coursesOf = ({ accounts }: World): Map<string, Course> => {
  const own = [...accounts.values()].filter(({ hasOwnClock }) => hasOwnClock);
  return new Map(own.map(({ id, clock }) => [id, courseOf(clock)]));
};

function knownOf(found: StateFound | undefined): Known {
  const { origins = new Origins(), sandboxes = [], around, courses = [] } = found ?? {};
  const known: Known = {
    dice: new Map(),
    courses: new Map(),
    sandboxes: new Set(),
    origins,
    around: around === undefined ? "" : JSON.stringify(around),
  };
  for (const each of sandboxes) knowSandbox(known, each);
  for (const [id, course] of courses) known.courses.set(id, JSON.stringify(course));
  return known;
}
