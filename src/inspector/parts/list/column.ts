import type { ComponentChildren } from "preact";

/** A column of a list, and what it does where there is not room for all. */
export interface Column<R> {
  readonly head: string;
  /** What its head says beside that. */
  readonly note?: string;
  /** How wide it is, in pixels; where it grows: at least. */
  readonly px: number;
  readonly cell: (row: R) => ComponentChildren;
  readonly class?: string;
  /** Its share of the width that is left. */
  readonly grows?: number;
  /** It goes below the others where there is no room: those with the highest number first. */
  readonly yields?: number;
  /** What rows are sorted by where the reader chooses this column. */
  readonly by?: (row: R) => string | number;
}

/** A column of whatever its cells are. */
export const column = <R>(
  head: string,
  px: number,
  cell: Column<R>["cell"],
  more: Partial<Column<R>> = {},
): Column<R> => ({ head, px, cell, ...more });

/** A column of texts or numbers, by which rows can be sorted, too. */
export const text = <R>(
  head: string,
  px: number,
  read: (row: R) => string | number | null,
  more: Partial<Column<R>> = {},
): Column<R> => column(head, px, read, { by: (row) => read(row) ?? "", ...more });

/** The columns that stand beside each other, and those that have given way. */
export interface Fitted<R> {
  readonly beside: readonly Column<R>[];
  readonly below: readonly Column<R>[];
  readonly template: string;
}

/** What lies between two columns, and beside the outer ones. */
const [gap, padding] = [8, 28];

const widthOf = (columns: readonly Column<never>[]): number =>
  columns.reduce((sum, { px }) => sum + px + gap, padding - gap);

/** Which columns a width has room for. */
export function fit<R>(columns: readonly Column<R>[], width: number): Fitted<R> {
  const below = new Set<Column<R>>();
  const yielding = columns
    .filter((column) => column.yields !== undefined)
    .toSorted((a, b) => (b.yields ?? 0) - (a.yields ?? 0));
  for (const column of yielding)
    if (widthOf(columns.filter((each) => !below.has(each))) > width) below.add(column);
  const beside = columns.filter((column) => !below.has(column));
  const template = beside
    .map(({ px, grows }) => (grows === undefined ? `${px}px` : `minmax(${px}px, ${grows}fr)`))
    .join(" ");
  return { beside, below: columns.filter((column) => below.has(column)), template };
}

/** Rows in the order that a reader chose: the head of a column, `-` before it for the other way. */
export function sorted<R>(
  rows: readonly R[],
  columns: readonly Column<R>[],
  chosen: string,
): readonly R[] {
  const { by } = columns.find(({ head }) => head === chosen.replace(/^-/, "")) ?? {};
  if (by === undefined) return rows;
  const way = chosen.startsWith("-") ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [one, other] = [by(a), by(b)];
    return way * (one < other ? -1 : one > other ? 1 : 0);
  });
}
