import type { Cursor } from "../jsonapi/cursor.ts";
import type { Refusal } from "../jsonapi/refusal.ts";
import type { Identifier } from "../jsonapi/resource-object.ts";
import type { Stored } from "../world/record.ts";

/**
 * One record; `precise`: with microseconds, as right after a create. The cursors are there if it
 * holds a page of something itself.
 */
export interface One {
  readonly kind: "one";
  readonly record: Stored;
  readonly status: number;
  readonly precise: boolean;
  readonly next?: Cursor | null;
  readonly prev?: Cursor | null;
}

/** A page of records, and the cursors to the pages beside it; undefined: the row is not paged. */
export interface Page {
  readonly kind: "page";
  readonly records: readonly Stored[];
  readonly next?: Cursor | null;
  readonly prev?: Cursor | null;
}

/** Identifiers only. */
export interface Linkage {
  readonly kind: "linkage";
  /** 200, if it is not said. */
  readonly status?: number;
  readonly data: Identifier | readonly Identifier[] | null;
  readonly next?: Cursor | null;
  readonly prev?: Cursor | null;
}

/** Done, and nothing to show. */
export interface Empty {
  readonly kind: "empty";
  readonly status: number;
}

/** What an operation comes to. `present` alone makes a document of it. */
export type Outcome = One | Page | Linkage | Empty | Refusal;

export const theOne = (record: Stored, status = 200): One => ({
  kind: "one",
  record,
  status,
  precise: status === 201,
});

export const empty = (status: number): Empty => ({ kind: "empty", status });
