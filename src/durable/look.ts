import { readState, type ReadState } from "../emulation/import.ts";
import { NewerVersionError } from "../emulation/manifest.ts";
import { ControlError } from "../emulation/problem.ts";
import type { OnProgress } from "../seeding/progress.ts";
import type { Api } from "../verbs/invocation.ts";
import { type FolderFile, folderFileName, readFolderFile } from "./folder-file.ts";
import { Belonging, strayBase, strayBefore } from "./identity.ts";
import { basePath, type Layout, layoutOf, logName, logPath } from "./layout.ts";
import type { Line } from "./line.ts";
import type { BaseMark, Ended } from "./log-line.ts";
import { type LogFound, readLog } from "./read-log.ts";
import { Rebuilding, type StateFound } from "./rebuilding.ts";

/** What is wrong in a folder: the first thing that is, in words, with file and line. */
interface Damage {
  readonly message: string;
  /** Nothing is damaged: what is there does not belong together. */
  readonly isMixed: boolean;
}

/** What lies in a data folder, found without changing anything. */
export interface Survey {
  readonly layout: Layout;
  readonly file: FolderFile | undefined;
  /** The folder's own; undefined: it has none yet. */
  readonly id: string | undefined;
  /** What the newest base is known by. */
  readonly base: BaseMark | undefined;
  /** The logs in order, up to the first damage. */
  readonly logs: readonly LogFound[];
  /** What the last log has, also one that went with the base before; null: there was none. */
  readonly previous: Ended | null;
  /** How many records the newest base has; undefined: it is damaged. */
  readonly records: number | undefined;
  /** Undefined: there is none, or it cannot be read to its end. */
  readonly state: StateFound | undefined;
  /** The last line of the last log was broken off: where it begins, in bytes. */
  readonly torn: { readonly log: number; readonly from: number } | undefined;
  /** A log of which nothing was ever answered: the process was killed while it began. */
  readonly unbegun: string | undefined;
  readonly damage: Damage | undefined;
}

/**
 * Reads all of a data folder, up to the first damage.
 *
 * @throws DataFolderError for a folder that holds something else, NewerVersionError for one of a newer version
 */
export async function look(api: Api, folder: string, onProgress?: OnProgress): Promise<Survey> {
  const layout = await layoutOf(folder);
  const read = await readFolderFile(folder);
  const file = read === "damaged" ? undefined : read;
  const nothing = { ...unknown, layout, file };
  const wrong = read === "damaged" ? `${folder}/${folderFileName} is damaged` : undefined;
  const { base, logs, damaged } = layout;
  const broken = (message: string, isMixed = false): Survey => ({
    ...nothing,
    damage: { message, isMixed },
  });
  if (base === undefined || base < (file?.base ?? 0)) {
    const isEmpty = file === undefined && logs.length + damaged.length === 0 && wrong === undefined;
    return isEmpty ? nothing : broken(`${basePath(folder, file?.base ?? logs[0] ?? 1)} is missing`);
  }
  let state: ReadState;
  try {
    state = await readState(api, basePath(folder, base), onProgress);
  } catch (error) {
    if (!(error instanceof ControlError) || error instanceof NewerVersionError) throw error;
    return broken(error.reason);
  }
  const what = await strayBase(folder, base, state.base, file);
  const stray =
    what === undefined
      ? await strayBefore(folder, layout, state.base?.folder)
      : `${basePath(folder, base)} ${what}`;
  if (stray !== undefined) return broken(stray, true);
  return { layout, file, ...(await new LogsReader(api, folder, state).read(layout, file, wrong)) };
}

const unknown = {
  id: undefined,
  base: undefined,
  logs: [],
  previous: null,
  records: undefined,
  state: undefined,
  torn: undefined,
  unbegun: undefined,
  damage: undefined,
};

/** Reads the logs of a folder one after the other onto the state of its base. */
class LogsReader {
  readonly #folder: string;
  readonly #base: ReadState;
  readonly #rebuilding: Rebuilding;
  readonly #logs: LogFound[] = [];

  constructor(api: Api, folder: string, base: ReadState) {
    this.#folder = folder;
    this.#base = base;
    this.#rebuilding = new Rebuilding(api, base);
  }

  async read({ base = 0, logs }: Layout, file: FolderFile | undefined, wrong: string | undefined) {
    const newest = Math.max(file?.log ?? 0, logs.at(-1) ?? 0);
    const belonging = new Belonging(this.#base.base, file);
    let torn: Survey["torn"];
    let unbegun: string | undefined;
    let damage: Damage | undefined;
    for (let number = base; number <= newest && damage === undefined; number += 1) {
      const found = await readLog(logPath(this.#folder, number), number, {
        opened: (opening) => {
          belonging.require(number, opening);
          this.#rebuilding.begin(opening.origin);
        },
        apply: (text) => this.#rebuilding.apply(JSON.parse(text) as Line),
      });
      const isLast = number === newest;
      if (isLast && number > (file?.log ?? number) && isUnbegun(found)) {
        unbegun = logName(number);
        break;
      }
      damage = this.#wrongWith(found, isLast, file) ?? this.#strayIn(found, belonging);
      if (damage === undefined && found.torn !== undefined)
        torn = { log: number, from: found.torn };
      this.#logs.push(found);
    }
    const message = wrong ?? (damage === undefined ? this.#wrongWithout(file) : undefined);
    if (message !== undefined) damage = { message, isMixed: false };
    const state = damage === undefined ? this.#rebuilding.found() : undefined;
    const { checksum } = this.#base.base ?? {};
    const mark = checksum === undefined ? undefined : { number: base, checksum };
    const [id, previous] = [belonging.id, belonging.last ?? null];
    const { records } = this.#base;
    return { logs: this.#logs, records, state, torn, unbegun, damage, id, previous, base: mark };
  }

  #strayIn(found: LogFound, belonging: Belonging): Damage | undefined {
    const what = belonging.read(found);
    if (what === undefined) return undefined;
    return { message: `${logPath(this.#folder, found.total.log)} ${what}`, isMixed: true };
  }

  /** What is wrong with a log, with its place. */
  #wrongWith(found: LogFound, isLast: boolean, file: FolderFile | undefined): Damage | undefined {
    const { damage, torn, opening, total } = found;
    const path = logPath(this.#folder, total.log);
    const because = (message: string, isMixed = false) => ({ message, isMixed });
    const at = damage?.line === undefined ? path : `${path}:${damage.line}`;
    if (damage !== undefined) return because(`${at} ${damage.what}`, damage.isStray);
    const isOld = this.#logs.every((each) => each.opening === undefined) && total.log !== file?.log;
    if (opening === undefined && !isOld) return because(`${path}:1 is missing`);
    // It is cut before another log begins.
    if (torn !== undefined && !isLast)
      return because(`${path} is broken off, and ${logName(total.log + 1)} follows`);
    return undefined;
  }

  /** Each log with checksums is written into the folder's file, but one of which nothing was answered. */
  #wrongWithout(file: FolderFile | undefined): string | undefined {
    if (file !== undefined) return undefined;
    const numbered = this.#logs.filter(({ opening }) => opening !== undefined);
    if (numbered.every(({ total }) => total.lines === 0)) return undefined;
    return `${this.#folder}/${folderFileName} is missing`;
  }
}

/** Nothing was answered before the first line was there, and the folder's file said so. */
const isUnbegun = ({ total, opening, damage }: LogFound): boolean =>
  total.lines === 0 && opening === undefined && damage === undefined;
