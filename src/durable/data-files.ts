import { type Base, type Exporting, writeState } from "../emulation/export.ts";
import { newMark, writeFolderFile, basePath, layoutOf, logPath, removeLeft } from "./layout.ts";
import type { FolderFile } from "./layout.ts";
import { type BaseMark, type Ended, Segment } from "./log.ts";
import type { StateFound } from "./rebuilding.ts";

interface Reached {
  /** The folder's own; undefined: it has none yet. */
  id: string | undefined;
  /** The number of the base, 0 if there is none. */
  base: number;
  baseMark: BaseMark | undefined;
  /** The number of the log that is being written, or is the next to be. */
  next: number;
  /** The newest log that the folder's file names. */
  newest: Pick<FolderFile, "log" | "mark">;
  previous: Ended | null;
}

export interface Before extends Readonly<Reached> {
  readonly folder: string;
  readonly found: StateFound | undefined;
}

/** All that there is at a moment. */
export interface Present extends Omit<Exporting, "base">, Omit<Base, "of"> {
  /** From which on sandboxes differ from it. */
  readonly mark: string;
}

interface Writing {
  /** Each line is to outlast a loss of power, too. */
  readonly fsync: boolean;
  /** So many lines may be read again at a start, or half as many as there are records if that is more. */
  readonly linesMax: number;
  /** A base could not be written; what is there is whole all the same. */
  readonly failed: (error: unknown) => void;
}

/** The files of a folder that is written to: one log after the other, and bases in which old ones are folded. */
export class DataFiles {
  readonly #folder: string;
  readonly #writing: Writing;
  version = "";
  readonly #at: Reached;
  #segment: Segment | undefined;
  /** The mark of a base that no log has named yet. */
  #origin: string | undefined;
  #linesSinceBase: number;
  #recordsInBase: number;
  /** The base that is being written while the log goes on. */
  #folding: Promise<void> | undefined;
  #folderFile: Promise<void> = Promise.resolve();

  constructor({ folder, found, ...at }: Before, writing: Writing) {
    this.#folder = folder;
    this.#writing = writing;
    this.#at = at;
    this.#linesSinceBase = found?.lines ?? 0;
    this.#recordsInBase = found?.records ?? 0;
  }

  /** Whether the next line is the last before another base. */
  get isLong(): boolean {
    const { linesMax } = this.#writing;
    const longest = Math.max(linesMax, this.#recordsInBase / 2);
    return this.#folding === undefined && this.#linesSinceBase + 1 >= longest;
  }

  /** Adds a line. @param present if it is long: all that there is, to become a base while the next log is written */
  async append(line: string, present?: Present): Promise<void> {
    this.#linesSinceBase += 1;
    if (this.#segment?.isFull) await this.#closeSegment();
    this.#segment ??= await this.#beginSegment();
    await this.#segment.append(line);
    if (present === undefined) return;
    await this.#closeSegment();
    this.#folding = this.#writeBase(present, false)
      // It is tried again when as much has been added.
      .catch(this.#writing.failed)
      .finally(() => {
        this.#folding = undefined;
      });
  }

  async replace(present: Present): Promise<void> {
    await this.#folding;
    await this.#closeSegment();
    // A base never takes the place of another: one of the two is there at any time.
    this.#at.next = Math.max(this.#at.next, this.#at.base + 1);
    await this.#writeBase(present, true);
  }

  /** @param isLost whether nothing can be written any more */
  async close(isLost: boolean): Promise<void> {
    await this.#folding;
    if (this.#segment === undefined) return;
    if (isLost) return this.#segment.release();
    await this.#closeSegment();
    await this.#writeFolderFile();
  }

  /** The folder's file says so before anything in the log is answered: a log that is missing is missed. */
  async #beginSegment(): Promise<Segment> {
    const [log, mark] = [this.#at.next, newMark()];
    const opening = {
      log,
      before: this.#at.previous,
      mark,
      ...(this.#at.id !== undefined && { folder: this.#at.id }),
      ...(this.#at.baseMark && { base: this.#at.baseMark }),
      ...(this.#origin !== undefined && { origin: this.#origin }),
    };
    const { fsync } = this.#writing;
    const segment = await Segment.create(logPath(this.#folder, log), opening, fsync);
    this.#at.newest = { log, mark };
    this.#origin = undefined;
    this.#segment = segment;
    await this.#writeFolderFile();
    return segment;
  }

  async #closeSegment(): Promise<void> {
    if (this.#segment === undefined) return;
    this.#at.previous = await this.#segment.close();
    this.#segment = undefined;
    this.#at.next += 1;
  }

  /** One after the other: a base that is being folded and a log that begins both write it. */
  #writeFolderFile(): Promise<void> {
    const write = () => writeFolderFile(this.#folder, this.#about());
    this.#folderFile = this.#folderFile.then(write, write);
    return this.#folderFile;
  }

  #about(): Omit<FolderFile, "format" | "sum"> {
    const [id, mark] = [this.#at.id, this.#at.baseMark];
    const last = this.#segment === undefined ? this.#at.previous : null;
    const ended =
      last?.closed && last.log === this.#at.newest.log
        ? { ended: { lines: last.lines, checksum: last.checksum } }
        : {};
    return {
      version: this.version,
      ...(mark && id !== undefined && { id, checksum: mark.checksum }),
      base: this.#at.base,
      ...this.#at.newest,
      ...ended,
    };
  }

  /** @param replaced whether another state is put in the place of what the logs before say */
  async #writeBase(present: Present, replaced: boolean): Promise<void> {
    this.#linesSinceBase = 0;
    const [number, after] = [this.#at.next, this.#at.previous];
    const folder = (this.#at.id ??= newMark());
    const { mark, around, courses, sandboxes } = present;
    this.#origin = mark;
    const of = { folder, number, after, ...(replaced && { replaced }), mark };
    const exporting = { ...present, base: { of, around, courses, sandboxes } };
    const written = await writeState(exporting, basePath(this.#folder, number));
    this.#recordsInBase = written.records;
    this.#at.base = number;
    this.#at.baseMark = { number, checksum: written.checksum };
    await this.#writeFolderFile();
    await removeLeft(this.#folder, await layoutOf(this.#folder));
  }
}
