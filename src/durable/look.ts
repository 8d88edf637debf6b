import { readState, type ReadState } from "../emulation/import.ts";
import { NewerVersionError } from "../emulation/manifest.ts";
import { ControlError } from "../emulation/problem.ts";
import type { Api } from "../verbs/call.ts";
import type { Snapshot } from "../world/world.ts";
import { type FolderFile, folderFileName, readFolderFile } from "./folder-file.ts";
import { baseName, basePath, type Layout, layoutOf, logName, logPath } from "./layout.ts";
import { applyLine } from "./line.ts";
import type { Ended, Opening } from "./log-line.ts";
import { type LogFound, readLog } from "./read-log.ts";

/** A state that was read from a folder: of its base, and of all that was written since. */
interface StateFound {
  readonly snapshot: Snapshot;
  /** How many lines of logs are in it. */
  readonly lines: number;
  /** World time of the last of them, or of the base. */
  readonly at: number;
  /** How many records the base has. */
  readonly records: number;
}

/** What is wrong in a folder: the first thing that is, in words, with file and line. */
interface Damage {
  readonly message: string;
  /** Names of what cannot be kept, in whole or from there on. */
  readonly lost: readonly string[];
}

/** What lies in a data folder, found without changing anything. */
export interface Survey {
  readonly layout: Layout;
  readonly file: FolderFile | undefined;
  /** The logs in order, up to the first damage. */
  readonly logs: readonly LogFound[];
  /** Undefined: there is none, or no whole base to begin with. */
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
export async function look(api: Api, folder: string): Promise<Survey> {
  const layout = await layoutOf(folder);
  const read = await readFolderFile(folder);
  const file = read === "damaged" ? undefined : read;
  const nothing = { layout, file, logs: [], state: undefined, torn: undefined, unbegun: undefined };
  const wrong = read === "damaged" ? `${folder}/${folderFileName} is damaged` : undefined;
  const { base } = layout;
  const expected = file === undefined ? undefined : file.base;
  if (base === undefined || base < (expected ?? 0)) {
    const { logs, damaged } = layout;
    const isEmpty =
      expected === undefined && logs.length === 0 && damaged.length === 0 && wrong === undefined;
    const missing = basePath(folder, expected ?? logs[0] ?? 1);
    const damage = { message: `${missing} is missing`, lost: logs.map(logName) };
    return { ...nothing, damage: isEmpty ? undefined : damage };
  }
  let state: ReadState;
  try {
    state = await readState(api, basePath(folder, base));
  } catch (error) {
    if (!(error instanceof ControlError) || error instanceof NewerVersionError) throw error;
    const lost = [baseName(base), ...layout.logs.map(logName)];
    return { ...nothing, damage: { message: error.reason, lost } };
  }
  const logs = new LogsReader(api, folder, state);
  return { layout, file, ...(await logs.read(layout, file, wrong)) };
}

/** Reads the logs of a folder one after the other onto the state of its base. */
class LogsReader {
  readonly #api: Api;
  readonly #folder: string;
  readonly #base: ReadState;
  readonly #accounts: Map<string, Snapshot["accounts"][number]>;
  readonly #logs: LogFound[] = [];
  #lines = 0;
  #at: number;

  constructor(api: Api, folder: string, base: ReadState) {
    this.#api = api;
    this.#folder = folder;
    this.#base = base;
    this.#at = base.exportedAt;
    this.#accounts = new Map(base.accounts.map((each) => [each.settings.companyId, each]));
  }

  async read({ base = 0, logs }: Layout, file: FolderFile | undefined, wrong: string | undefined) {
    const newest = Math.max(file?.log ?? 0, logs.at(-1) ?? 0);
    let torn: Survey["torn"];
    let unbegun: string | undefined;
    let damage: Damage | undefined;
    for (let number = base; number <= newest && damage === undefined; number += 1) {
      const found = await readLog(logPath(this.#folder, number), number, this.#linesOf(number));
      const isLast = number === newest;
      if (isLast && number > (file?.log ?? number) && isUnbegun(found)) {
        unbegun = logName(number);
        break;
      }
      const message = this.#wrongWith(found, isLast, file);
      const lost = logs.filter((log) => log >= number).map(logName);
      if (message !== undefined) damage = { message, lost };
      else if (found.torn !== undefined) torn = { log: number, from: found.torn };
      this.#logs.push(found);
    }
    const message = wrong ?? (damage === undefined ? this.#wrongWithout(file) : undefined);
    if (message !== undefined) damage = { message, lost: damage?.lost ?? [] };
    return { logs: this.#logs, state: this.#state(), torn, unbegun, damage };
  }

  #state(): StateFound {
    const { records } = this.#base;
    const snapshot = { ...this.#base, accounts: [...this.#accounts.values()] };
    return { snapshot, lines: this.#lines, at: this.#at, records };
  }

  #linesOf(number: number) {
    return {
      opened: ({ log, before }: Opening) => {
        if (log !== number) throw new Error(`it is ${logName(log)}`);
        this.#requireFollowing(number, before);
      },
      apply: (text: string) => {
        this.#at = applyLine(text, this.#accounts, this.#api.collections);
        this.#lines += 1;
      },
    };
  }

  /** A log says what the one before it had. What was before the base is not there any more. */
  #requireFollowing(number: number, before: Ended | null): void {
    const last = this.#logs.at(-1);
    if (last === undefined) return;
    const { log, lines, checksum } = last.total;
    if (before?.log !== log) throw new Error(`it is not the one after ${logName(log)}`);
    if (before.lines !== lines) {
      const then = `${before.lines} when ${logName(number)} began`;
      throw new Error(`${logName(log)} has ${lines} lines, and had ${then}`);
    }
    const isSame = before.checksum === checksum && before.closed === last.closed;
    if (!isSame) throw new Error(`${logName(log)} is not as it was when ${logName(number)} began`);
  }

  /** What is wrong with a log, with its place. */
  #wrongWith(found: LogFound, isLast: boolean, file: FolderFile | undefined): string | undefined {
    const { damage, torn, opening, total } = found;
    const path = logPath(this.#folder, total.log);
    const at = damage?.line === undefined ? path : `${path}:${damage.line}`;
    if (damage !== undefined) return `${at} ${damage.what}`;
    const isOld = this.#logs.every((each) => each.opening === undefined) && total.log !== file?.log;
    if (opening === undefined && !isOld) return `${path}:1 is missing`;
    // It is cut before another log begins.
    if (torn !== undefined && !isLast)
      return `${path} is broken off, and ${logName(total.log + 1)} follows`;
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
