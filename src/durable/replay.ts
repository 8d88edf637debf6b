import type { ReadState } from "../emulation/import.ts";
import type { Api } from "../verbs/call.ts";
import type { Stored } from "../world/record.ts";
import type { Snapshot } from "../world/world.ts";
import { applyLine, type Line } from "./line.ts";
import type { StateFound } from "./look.ts";
import { type Lost, type LostRecords, namedIn, recordsOf } from "./lost.ts";
import { References } from "./references.ts";
import type { DamagedLine, LogRemains } from "./salvage-log.ts";

/** What can be kept of a damaged folder, and what cannot. */
export interface Salvaged {
  readonly state: StateFound;
  readonly lost: readonly Lost[];
}

/** What is known of a log beside what is left of it. */
interface LogKnown {
  readonly file: string;
  /** How many lines it had, and the checksum of the last; undefined: nothing says so. */
  readonly had: { readonly lines: number; readonly checksum: string } | undefined;
  /** Whether anything in it may have been answered. */
  readonly isNamed: boolean;
}

/** Brings a base up to all lines that can be kept: those that do not lead to something that is lost. */
export class Replay {
  readonly #api: Api;
  readonly #base: ReadState;
  readonly #lost: LostRecords;
  readonly #accounts: Map<string, Snapshot["accounts"][number]>;
  #references: References | undefined;
  #lines = 0;
  #at: number;

  constructor(api: Api, base: ReadState, lost: LostRecords) {
    this.#api = api;
    this.#base = base;
    this.#lost = lost;
    this.#at = base.exportedAt;
    this.#accounts = new Map(base.accounts.map((each) => [each.settings.companyId, each]));
  }

  /** Goes through the next log. @param remains undefined: it is missing, or another */
  log({ file, had, isNamed }: LogKnown, remains: LogRemains | undefined): void {
    const { lines = [], damaged = [], opening, checksum } = remains ?? {};
    const isOther = had?.lines === lines.length && checksum !== (had?.checksum ?? checksum);
    const isEmpty = lines.length + damaged.length === 0 && opening === undefined && isNamed;
    if (remains === undefined || isOther || (isEmpty && had === undefined)) {
      return this.#lost.add({ file, line: null }, []);
    }
    let last = 0;
    for (const { number, text, line } of lines) {
      this.#gap(file, damaged, { from: last, to: number });
      last = number;
      this.#line(text, { file, line });
    }
    this.#gap(file, damaged, { from: last, to: had && had.lines + 1 });
  }

  /** What lies between two numbers is lost. @param to undefined: nobody knows how many there were */
  #gap(
    file: string,
    damaged: readonly DamagedLine[],
    { from, to = Number.POSITIVE_INFINITY }: { from: number; to: number | undefined },
  ): void {
    const within = damaged.filter(({ after }) => after >= from && after < to);
    const missing = to === Number.POSITIVE_INFINITY ? within.length : to - from - 1;
    for (let at = 0; at < missing; at += 1) {
      const { line = null, text = "" } = within[at] ?? {};
      this.#lost.add({ file, line }, namedIn(text, this.#api.collections));
    }
  }

  #line(text: string, place: Pick<Lost, "file" | "line">): void {
    const line = lineIn(text);
    if (line === undefined) return this.#lost.add(place, []);
    const puts = putsIn(line);
    try {
      if (!this.#lost.isEmpty && this.#known().isMissing(puts)) throw new Error("it leads to them");
      this.#at = applyLine(text, this.#accounts, this.#api.collections);
    } catch {
      return this.#lost.add(place, recordsOf(line));
    }
    this.#lines += 1;
    this.#references?.add(puts);
    for (const record of recordsOf(line)) this.#lost.found(record);
  }

  /** Learnt once something is lost. */
  #known(): References {
    const states = () => [...this.#accounts.values()].map(({ state }) => state);
    return (this.#references ??= new References(states(), this.#lost));
  }

  found(): Salvaged {
    const accounts = [...this.#accounts.values()];
    const lost = this.#lost.list(({ account, kind, id }) => {
      const state = this.#accounts.get(account ?? "")?.state;
      return state?.tableNamed(kind ?? "")?.get(id ?? "") !== undefined;
    });
    const { records } = this.#base;
    const snapshot = { ...this.#base, accounts };
    return { state: { snapshot, lines: this.#lines, at: this.#at, records }, lost };
  }
}

/** Logs of before there were checksums may say anything. */
function lineIn(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line;
  } catch {
    return undefined;
  }
}

const putsIn = ({ accounts }: Line): (readonly [string, Stored])[] =>
  Object.values(accounts).flatMap(({ changes }) =>
    changes.flatMap(([kind, record]) => (record === null ? [] : [[kind, record] as const])),
  );
