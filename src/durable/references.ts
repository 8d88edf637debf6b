import type { Stored } from "../world/store/record.ts";
import type { State } from "../world/store/state.ts";
import type { LostRecords } from "./lost.ts";

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

  /** These are there from now on. */
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

  /** Whether something that one of them leads to is lost, or was never found. */
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

/** All texts in a value, however deep. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
