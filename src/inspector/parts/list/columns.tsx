import type { ComponentChildren } from "preact";
import { Button } from "../signs.tsx";
import { usePage } from "../page.ts";

/** A column of a list, and what it does where there is not room for all. */
export interface Column<R> {
  readonly head: string;
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

type More<R> = Partial<Column<R>>;

export function column<R>(head: string, px: number, cell: Column<R>["cell"], more: More<R> = {}) {
  return { head, px, cell, ...more };
}

/** A column of texts or numbers, by which rows can be sorted, too. */
export function text<R>(
  head: string,
  px: number,
  read: (row: R) => string | number | null,
  more: More<R> = {},
): Column<R> {
  return column(head, px, read, { by: (row) => read(row) ?? "", ...more });
}

/** What lies between two columns, and beside the outer ones. */
const [gap, padding] = [8, 28];

const widthOf = (columns: readonly Column<never>[]): number =>
  columns.reduce((sum, { px }) => sum + px + gap, padding - gap);

/** The columns that a width has room for beside each other, and those that give way. */
export function fit<R>(columns: readonly Column<R>[], width: number) {
  const yielding = columns
    .filter((column) => column.yields !== undefined)
    .toSorted((a, b) => (b.yields ?? 0) - (a.yields ?? 0));
  let beside = columns;
  for (const column of yielding)
    if (widthOf(beside) > width) beside = beside.filter((each) => each !== column);
  const template = beside
    .map(({ px, grows }) => (grows === undefined ? `${px}px` : `minmax(${px}px, ${grows}fr)`))
    .join(" ");
  return { beside, below: columns.filter((column) => !beside.includes(column)), template };
}

/** Rows in the order that a reader chose: the head of a column, `-` before it for the other way. */
export function sorted<R>(rows: readonly R[], columns: readonly Column<R>[], chosen: string) {
  const { by } = columns.find(({ head }) => head === chosen.replace(/^-/, "")) ?? {};
  if (by === undefined) return rows;
  const way = chosen.startsWith("-") ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [one, other] = [by(a), by(b)];
    return way * (one < other ? -1 : one > other ? 1 : 0);
  });
}

/** Over a narrower column, in pixels, there is no room for a head: only a screen reader says it. */
const narrowest = 20;

export function Heads<R>({ columns }: { columns: readonly Column<R>[] }) {
  const { ui } = usePage();
  const chosen = ui.asked("sort");
  return (
    <div role="row" class="heads">
      {columns.map(({ head, px, note, class: more = "", by }) => {
        const way = chosen === head ? "ascending" : chosen === `-${head}` ? "descending" : "none";
        const isNumber = more.includes("num");
        const next = { none: head, ascending: `-${head}`, descending: "" }[way];
        return (
          <span key={head} role="columnheader" aria-sort={by && way} class={isNumber ? "num" : ""}>
            {by === undefined ? (
              <span class={px < narrowest ? "sr" : ""}>{head}</span>
            ) : (
              <Button class="link plain" press={() => ui.ask("sort", next)}>
                {head} {{ none: "", ascending: "↑", descending: "↓" }[way]}
              </Button>
            )}{" "}
            {note}
          </span>
        );
      })}
    </div>
  );
}
