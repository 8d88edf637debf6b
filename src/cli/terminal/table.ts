import { stripVTControlCharacters } from "node:util";
import Table from "cli-table3";
import type { Column } from "../../control/act.ts";
import { colours } from "./colours.ts";
import { screenWidth } from "./terminal.ts";
import { truncated, columnsOf, wrappedWithin } from "./texts.ts";

const gap = 2;
const elasticMin = 12;

/** Rows as plain columns, without lines around them, no wider than the screen. Default: that of stdout, if it is one. */
export function tableOf<T>(
  columns: readonly Column<T>[],
  rows: readonly T[],
  screen = screenWidth() ?? Number.POSITIVE_INFINITY,
): string {
  let shown = columns
    .filter(({ ifAny, cell }) => !ifAny || rows.some((row) => cell(row) !== ""))
    .map((column) => ({ ...column, width: widthOf(column, rows) }));
  const total = () => shown.reduce((sum, { width }) => sum + width + gap, 0) - gap;
  while (total() > screen && shown.some(({ optional }) => optional)) {
    const last = shown.findLastIndex(({ optional }) => optional);
    shown = shown.filter((_, index) => index !== last);
  }
  while (total() > screen) {
    const wide = shown.filter(({ elastic, width }) => elastic && width > elasticMin);
    const [widest] = wide.toSorted((one, other) => other.width - one.width);
    if (widest === undefined) break;
    widest.width -= 1;
  }
  const table = new Table({
    head: shown.map(({ head }) => colours.dim(head)),
    colWidths: shown.map(({ width }, index) => width + (index === shown.length - 1 ? 0 : gap)),
    chars: bare,
    style: { "padding-left": 0, "padding-right": 0, head: [], border: [], compact: true },
  });
  // Here, so that the gap after the column stays.
  for (const row of rows) table.push(shown.map((column) => fittedCell(column, row)));
  return table.toString().replace(/ +$/gm, "");
}

const widthOf = <T>({ head, cell }: Column<T>, rows: readonly T[]): number =>
  rows.reduce((most, row) => Math.max(most, columnsOf(cell(row))), head.length);

/** A text that does not fit loses its colours, too: half of one would colour all that follows. */
function fittedCell<T>({ cell, width, elastic }: Column<T> & { readonly width: number }, row: T) {
  const text = cell(row);
  if (columnsOf(text) <= width) return text;
  const bareText = stripVTControlCharacters(text);
  return elastic === "cut" ? truncated(bareText, width) : wrappedWithin(bareText, width).join("\n");
}

const bare = Object.fromEntries(
  "top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid mid mid-mid right right-mid middle"
    .split(" ")
    .map((name) => [name, ""]),
);
