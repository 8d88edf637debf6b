import type { Entry } from "../emulation/difference.ts";
import type { Stored } from "../world/store/record.ts";
import type { Line } from "./line.ts";
import type { State } from "../world/store/state.ts";

/** Something that was written and cannot be kept, or not as it was last. */
export interface Lost {
  /** The file in which it stood. */
  readonly file: string;
  /** From 1; null: nobody knows, or the whole file is lost. */
  readonly line: number | null;
  /** The account, the kind of record and its id; null: the line does not show them any more. */
  readonly account: string | null;
  readonly kind: string | null;
  readonly id: string | null;
  /** Whether an older version of it is kept; of something that was deleted: that it is there again. */
  readonly isThere: boolean;
}

type RecordKey = Pick<Lost, "account" | "kind" | "id">;
type FileLine = Pick<Lost, "file" | "line">;

export class LostRecords {
  readonly #named = new Map<string, Lost>();
  readonly #unnamed: Lost[] = [];
  readonly #ids = new Set<string>();

  get isEmpty(): boolean {
    return this.#named.size + this.#unnamed.length === 0;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  add(place: FileLine, records: readonly RecordKey[]): void {
    const unknown = { account: null, kind: null, id: null, isThere: false };
    if (records.length === 0) this.#unnamed.push({ ...place, ...unknown });
    for (const record of records) {
      this.#named.set(keyOf(record), { ...place, ...record, isThere: false });
      if (record.id !== null) this.#ids.add(record.id);
    }
  }

  /** A later version of it was found, or that it was deleted later. */
  found(record: RecordKey): void {
    const known = this.#named.get(keyOf(record));
    if (known === undefined) return;
    this.#named.delete(keyOf(record));
    this.#ids.delete(known.id ?? "");
  }

  /** @param isThere whether there is one of this kind with this id */
  list(isThere: (record: RecordKey) => boolean): Lost[] {
    const named = [...this.#named.values()].map((each) => ({ ...each, isThere: isThere(each) }));
    return [...named, ...this.#unnamed];
  }
}

const keyOf = ({ account, kind, id }: RecordKey): string => `${account} ${kind} ${id}`;

export const recordsOf = ({ accounts }: Pick<Line, "accounts">): RecordKey[] =>
  Object.entries(accounts).flatMap(([account, { changes }]) =>
    changes.map((entry) => ({ account, kind: entry[0], id: idOf(entry) })),
  );

const idOf = (entry: Entry): string =>
  entry[1] === null ? (entry[2] as string) : (entry[1] as Stored).id;

/** The records that the text of a damaged line of a log still names. @param kinds the names of all collections */
export function namedIn(text: string, kinds: { has(name: string): boolean }): RecordKey[] {
  const plain = text.replaceAll('\\"', '"');
  const sandboxes = [...plain.matchAll(/"([^"]+)":\{"settings":/g)].map(([, id = ""]) => id);
  const parts = plain.split(/"([^"]+)":\{"changes":\[/).slice(1);
  const records = parts.flatMap((changes, at) => {
    const account = parts[at - 1] ?? "";
    // What a sandbox differs in is no change.
    if (at % 2 === 0 || account === "begun" || account === "now") return [];
    return recordsNamedIn(changes, account, kinds);
  });
  return [...sandboxes.map((id) => ({ account: id, kind: "sandbox", id })), ...records];
}

/** The same of a line of a base, or of what is left of one. */
export const recordsNamedIn = (
  text: string,
  account: string | null,
  kinds: { has(name: string): boolean },
): RecordKey[] =>
  [...text.matchAll(/\["([\w-]+)",(?:\{[^]*?"id":"([^"]+)"|null,"([^"]+)"\])/g)]
    .map(([, kind = "", put, drop]) => ({ account, kind, id: put ?? drop ?? null }))
    .filter(({ kind }) => kinds.has(kind));

type KnownRecord = readonly [kind: string, record: Stored];

/** Knows what records lead to, and so which of them cannot be without one that is lost. */
export class References {
  readonly #lost: LostRecords;
  /** Every id that there has ever been: what was deleted since may still be named. */
  readonly #seen = new Set<string>();
  /** By kind and name of a property: whether all that it holds are ids of other records. */
  readonly #leading = new Map<string, boolean>();

  /** @param states of all accounts, from which is learnt what leads where */
  constructor(states: Iterable<State>, lost: LostRecords) {
    this.#lost = lost;
    for (const state of states) {
      const tables = [...state.tables()];
      this.add(tables.flatMap(([kind, table]) => [...table.all()].map((each) => [kind, each])));
    }
  }

  add(records: readonly KnownRecord[]): void {
    for (const [, { id }] of records) this.#seen.add(id);
    for (const [kind, record] of records) {
      for (const [name, value] of Object.entries(record)) {
        const texts = textsOf(value);
        if (name === "id" || texts.length === 0) continue;
        const areIds = texts.every((text) => text !== record.id && this.#seen.has(text));
        const property = `${kind} ${name}`;
        this.#leading.set(property, areIds && this.#leading.get(property) !== false);
      }
    }
  }

  isMissing(records: readonly KnownRecord[]): boolean {
    const own = new Set(records.map(([, { id }]) => id));
    const isUnknown = (text: string) => !own.has(text) && !this.#seen.has(text);
    return records.some(([kind, record]) =>
      Object.entries(record).some(
        ([name, value]) =>
          textsIn(value).some((text) => isUnknown(text) && this.#lost.has(text)) ||
          (this.#leading.get(`${kind} ${name}`) === true && textsOf(value).some(isUnknown)),
      ),
    );
  }
}

/** The texts of a property that is one, or a list of them. */
const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => typeof each === "string");

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
