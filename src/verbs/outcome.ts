import type { Cursor } from "../jsonapi/cursor.ts";
import type { Refusal } from "../jsonapi/refusal.ts";
import type { Identifier, Wrote } from "../jsonapi/view.ts";
import type { Stored } from "../world/store/record.ts";

/** One record, and what the request did to it, which shows in fractions of seconds. Cursors: it holds a page of something. */
export interface One {
  readonly kind: "one";
  readonly record: Stored;
  readonly status: number;
  readonly wrote?: Wrote;
  /** The attributes of a creation as they were sent, where the answer may repeat some. */
  readonly sent?: Readonly<Record<string, unknown>>;
  readonly next?: Cursor | null;
  readonly prev?: Cursor | null;
}

/** A page of records. Without cursors the row is not paged. */
export interface Page {
  readonly kind: "page";
  readonly records: readonly Stored[];
  readonly next?: Cursor | null;
  readonly prev?: Cursor | null;
}

/** Identifiers only; null: there is no other end, nor a record to show in its place. */
interface Linkage {
  readonly kind: "linkage";
  readonly data: Identifier | readonly Identifier[] | null;
  readonly next?: Cursor | null;
  readonly prev?: Cursor | null;
}

/** A record by its id alone, as where it may not be there any more: without what it has. */
type Bare = { readonly kind: "bare"; readonly status: number; readonly id: string };

export type Empty = { readonly kind: "empty"; readonly status: number };

/** What an operation comes to. `present` alone makes a document of it. */
export type Outcome = One | Page | Linkage | Bare | Empty | Refusal;

export const theOne = (record: Stored): One => ({ kind: "one", record, status: 200 });

export const theNew = (record: Stored, status = 201): One => ({
  ...theOne(record),
  status,
  wrote: "created",
});

export const theChanged = (record: Stored): One => ({ ...theOne(record), wrote: "changed" });

export const empty = (status: number): Empty => ({ kind: "empty", status });
