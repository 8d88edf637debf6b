import { stripVTControlCharacters } from "node:util";
import Table from "cli-table3";
import { colours } from "./colours.ts";
import { truncated } from "./printable.ts";

/** A column: the narrower the terminal, the more of the optional ones are left out, last first. */
export interface Column<T> {
  readonly head: string;
  readonly cell: (row: T) => string;
  readonly optional?: boolean;
  /** May be cut short when nothing else can be left out. */
  readonly elastic?: boolean;
}

const gap = 2;
const elasticMin = 16;

/** Rows as plain columns, without lines around them, no wider than the screen. */
export function tableOf<T>(
  columns: readonly Column<T>[],
  rows: readonly T[],
  screen: number | undefined,
): string {
  let shown = columns.map((column) => ({ ...column, width: widthOf(column, rows) }));
  const total = () => shown.reduce((sum, { width }) => sum + width + gap, 0) - gap;
  const room = screen ?? Number.POSITIVE_INFINITY;
  while (total() > room && shown.some(({ optional }) => optional)) {
    const last = shown.findLastIndex(({ optional }) => optional);
    shown = shown.filter((_, index) => index !== last);
  }
  for (const column of shown) {
    if (column.elastic && total() > room)
      column.width = Math.max(elasticMin, column.width - (total() - room));
  }
  const table = new Table({
    head: shown.map(({ head }) => colours.dim(head)),
    colWidths: shown.map(({ width }, index) => width + (index === shown.length - 1 ? 0 : gap)),
    chars: bare,
    style: { "padding-left": 0, "padding-right": 0, head: [], border: [], compact: true },
  });
  // Cut here, so that the gap after the column stays.
  for (const row of rows) table.push(shown.map(({ cell, width }) => fitted(cell(row), width)));
  return table.toString().replace(/ +$/gm, "");
}

function widthOf<T>({ head, cell }: Column<T>, rows: readonly T[]): number {
  return rows.reduce((most, row) => Math.max(most, columnsOf(cell(row))), head.length);
}

/** Colours take no room on the screen. */
const columnsOf = (text: string): number => stripVTControlCharacters(text).length;

/** A text that must be cut loses its colours, too: half of one would colour all that follows. */
const fitted = (text: string, columns: number): string =>
  columnsOf(text) <= columns ? text : truncated(stripVTControlCharacters(text), columns);

const bare = Object.fromEntries(
  "top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid mid mid-mid right right-mid middle"
    .split(" ")
    .map((name) => [name, ""]),
);
