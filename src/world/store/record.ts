/** A value that records are looked up and ordered by; null comes first. */
export type Scalar = string | number | boolean | null;

/** What every record has. Records are never changed: a new one takes the old one's place. */
export interface Stored {
  readonly id: string;
  /** Which record came first, and the last word when two are ordered alike. */
  readonly seq: number;
}

/** A record as it is seen from another one, which has something to say of it. */
export const seenFrom = <R extends Stored>(record: R, said: object): R =>
  Object.assign(Object.create(record), said);

/** The record itself, from wherever it is seen. */
export function itself(record: Stored): Stored {
  const seen = Object.getPrototypeOf(record);
  return seen === Object.prototype ? record : seen;
}

/** Reads a key off a record, in the form in which it is compared. */
export type KeyOf<R> = (record: R) => Scalar;

export function keysOf<R>(
  { name, keys }: { readonly name: string; readonly keys: Readonly<Record<string, KeyOf<R>>> },
  names: readonly string[],
): KeyOf<R>[] {
  return names.map((each) => {
    const key = keys[each];
    if (key === undefined) throw new Error(`${name} has no key ${each}`);
    return key;
  });
}

/** Null before everything else; text by its code units. */
export function compareScalars(a: Scalar, b: Scalar): number {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  return a < b ? -1 : 1;
}

/** Who is told what became of each record between two states of a table. */
export interface Differences<R extends Stored> {
  readonly added: (record: R) => void;
  readonly removed: (record: R) => void;
  /** Another record in the place of one with the same id, which may say the same. */
  readonly changed: (before: R, record: R) => void;
}

/** What is worked out of the records of a table, and follows each write. */
export interface Derived<R extends Stored> {
  replace(old: R | undefined, record: R | undefined): void;
}
