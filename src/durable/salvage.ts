import type { Entry } from "../emulation/difference.ts";
import type { ReadState } from "../emulation/import.ts";
import type { Api } from "../verbs/invocation.ts";
import type { Stored } from "../world/store/record.ts";
import type { Line } from "./line.ts";
import { type Lost, LostRecords, namedIn, recordsOf, References } from "./lost.ts";
import { Rebuilding, type StateFound } from "./rebuilding.ts";
import { type DamagedLine, type LogRemains, salvageLog } from "./salvage-log.ts";
import { jsonIn } from "../jsonapi/json.ts";
import { commonId } from "./identity.ts";
import { logName, logPath } from "./layout.ts";
import type { Survey } from "./look.ts";
import { salvageBase } from "./salvage-base.ts";

export type Salvaged = { readonly state: StateFound; readonly lost: readonly Lost[] };

interface LogKnown {
  readonly file: string;
  /** How many lines it had, and the checksum of the last; undefined: nothing says so. */
  readonly had: { readonly lines: number; readonly checksum: string } | undefined;
  /** Whether anything in it may have been answered. */
  readonly isNamed: boolean;
}

/** Brings a base up to all lines that can be kept: those that lead to nothing that is lost. */
class Replay {
  readonly #api: Api;
  readonly #lost: LostRecords;
  readonly #rebuilding: Rebuilding;
  #references: References | undefined;

  constructor(api: Api, base: ReadState, lost: LostRecords) {
    this.#api = api;
    this.#lost = lost;
    this.#rebuilding = new Rebuilding(api, base);
  }

  /** Goes through the next log. @param remains undefined: it is missing, or another */
  log({ file, had, isNamed }: LogKnown, remains: LogRemains | undefined): void {
    const { lines = [], damaged = [], opening, checksum } = remains ?? {};
    const isOther = had?.lines === lines.length && checksum !== (had?.checksum ?? checksum);
    const isEmpty = lines.length + damaged.length === 0 && opening === undefined && isNamed;
    if (remains === undefined || isOther || (isEmpty && had === undefined))
      return this.#lost.add({ file, line: null }, []);
    this.#rebuilding.begin(opening?.origin);
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
    // Logs of before there were checksums may say anything.
    const said = jsonIn(text) as Line | undefined;
    if (said === undefined) return this.#lost.add(place, []);
    // Of an account or a sandbox that is lost itself nothing can be kept.
    const { sandboxes = {} } = said;
    const isThere = (id: string) =>
      this.#rebuilding.account(id) !== undefined || Boolean(sandboxes[id]);
    const parts = Object.entries(said.accounts);
    const gone = parts.filter(([id]) => !isThere(id));
    if (gone.length > 0) this.#lost.add(place, recordsOf({ accounts: Object.fromEntries(gone) }));
    const line = { ...said, accounts: Object.fromEntries(parts.filter(([id]) => isThere(id))) };
    const puts = Object.values(line.accounts).flatMap(({ changes }) => putsOf(changes));
    const lose = (id: string) => this.#lost.add(place, [{ account: id, kind: "sandbox", id }]);
    try {
      if (!this.#lost.isEmpty && this.#known().isMissing(puts)) throw new Error("it leads to them");
      this.#rebuilding.apply(line, lose);
    } catch {
      return this.#lost.add(place, recordsOf(line));
    }
    const begun = Object.values(sandboxes).flatMap((each) => putsOf(each?.begun.changes ?? []));
    this.#references?.add([...puts, ...begun]);
    for (const record of recordsOf(line)) this.#lost.found(record);
  }

  /** Learnt once something is lost. */
  #known(): References {
    const states = () => this.#rebuilding.all().map(({ state }) => state);
    return (this.#references ??= new References(states(), this.#lost));
  }

  found(): Salvaged {
    const lost = this.#lost.list(({ account, kind, id }) => {
      const state = this.#rebuilding.account(account ?? "")?.state;
      return state?.tableNamed(kind ?? "")?.get(id ?? "") !== undefined;
    });
    return { state: this.#rebuilding.found(), lost };
  }
}

const putsOf = (changes: readonly Entry[]): (readonly [string, Stored])[] =>
  changes.flatMap(([kind, record]) => (record === null ? [] : [[kind, record] as const]));

/** Puts together all that is as it was written, from the base with which less is lost; undefined: there is none. */
export async function salvage(api: Api, folder: string, { layout, file: named }: Survey) {
  const id = await commonId(folder, layout, named);
  const file = named?.id === id ? named : undefined;
  const newest = Math.max(file?.log ?? 0, layout.logs.at(-1) ?? 0);
  const found: Salvaged[] = [];
  let isReplaced: boolean | undefined = false;
  for (const number of [layout.base, layout.earlier?.base].filter((each) => each !== undefined)) {
    const lost = new LostRecords();
    const state = await salvageBase(api, { folder, number, id, file }, lost);
    // What another state was put in the place of does not lead to it.
    if (state === undefined || isReplaced) continue;
    isReplaced = state.base?.replaced;
    const remains = [];
    for (let log = number; log <= newest; log += 1) {
      const of = id === undefined ? { log } : { folder: id, log };
      const left = salvageLog(logPath(folder, log), of, newest).catch(() => undefined);
      remains.push(await left);
    }
    const replay = new Replay(api, state, lost);
    for (const [at, each] of remains.entries()) {
      const log = number + at;
      const ended = file?.log === log ? file.ended : undefined;
      const had = remains[at + 1]?.opening?.before ?? ended;
      replay.log({ file: logName(log), had, isNamed: log <= (file?.log ?? 0) }, each);
    }
    found.push(replay.found());
  }
  return found.sort((a, b) => a.lost.length - b.lost.length)[0];
}
