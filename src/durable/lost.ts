import type { Entry } from "../emulation/difference.ts";
import type { Stored } from "../world/store/record.ts";
import type { Line } from "./line.ts";

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

/** All that could not be kept so far, each record once. */
export class LostRecords {
  readonly #named = new Map<string, Lost>();
  readonly #unnamed: Lost[] = [];
  readonly #ids = new Set<string>();

  get isEmpty(): boolean {
    return this.#named.size + this.#unnamed.length === 0;
  }

  /** Whether a record that is lost has this id. */
  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** @param records none: the place does not show which */
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

/** The records of which a line of a log tells. */
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
