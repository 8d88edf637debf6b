import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Keys } from "../../store/ui.ts";
import { FilterBox } from "../fields.tsx";
import { Empty, Loading, Trouble } from "../layout.tsx";
import { useKeys, usePage } from "../page.ts";
import { sorted } from "./column.ts";
import { Rows, type RowsProps } from "./rows.tsx";
import { Side } from "./side.tsx";

interface ListProps<R> extends Omit<RowsProps<R>, "rows" | "marked" | "open" | "label"> {
  /** What it lists: `messages`. */
  readonly of: string;
  /** Its order, where that is not said by its columns: `newest first`. */
  readonly order?: string;
  /** Its place in the address. What is open stands behind it. */
  readonly place: readonly string[];
  /** Undefined: they are not loaded yet. */
  readonly rows: readonly R[] | undefined;
  /** Why they could not be loaded; empty: they could. */
  readonly problem?: string;
  /** What the filter looks at; without it, `rows` are those that it lets through. */
  readonly textOf?: (row: R) => string;
  /** What may be typed into the filter. */
  readonly hint: string;
  /** Words that begin as the filter does. */
  readonly suggested?: readonly string[];
  /** What stands before and behind the filter, above the rows and below them. */
  readonly tabs?: ComponentChildren;
  readonly tools?: ComponentChildren;
  readonly above?: ComponentChildren;
  readonly below?: ComponentChildren;
  /** What is said where nothing is listed, whatever is typed; why, and the command that changes it. */
  readonly none: string;
  readonly noneSays?: ComponentChildren;
  readonly noneCommand?: string;
  /** What is beside the list: the row that is open; undefined: none is. Without it, a row opens a place of its own. */
  readonly side?: (row: R | undefined, id: string | undefined) => ComponentChildren;
  /** What is said there in the place of nothing. */
  readonly closed?: string;
  readonly sideName?: string;
  /** The first row is open where no other is. */
  readonly opensFirst?: true;
  readonly keys?: (row: R | undefined) => Keys;
}

/** A list with what is open beside it: filtered, sorted, walked through by keys, and found again by its address. */
export function List<R>(props: ListProps<R>) {
  const { of, place, idOf, rows, problem = "", side, sideName = of, textOf } = props;
  const { ui } = usePage();
  const id = ui.place.value[place.length];
  const text = ui.asked("q");
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found =
    textOf === undefined || words.length === 0
      ? (rows ?? [])
      : (rows ?? []).filter((row) => {
          const whole = textOf(row).toLowerCase();
          return words.every((word) => whole.includes(word));
        });
  const shown = sorted(found, props.columns, ui.asked("sort"));
  const first =
    props.opensFirst === true ? shown.find((row) => idOf(row) !== undefined) : undefined;
  const chosen = (id === undefined ? undefined : shown.find((row) => idOf(row) === id)) ?? first;
  const [marked, mark] = useState<string | undefined>(id);
  const isOpen = id !== undefined || chosen !== undefined;
  const at = isOpen ? (id ?? (chosen && idOf(chosen))) : marked;
  useEffect(() => {
    if (id !== undefined) mark(id);
  }, [id]);

  const open = (next: string): void => {
    // Before the page has drawn it, newer ones may come.
    props.tail?.hold();
    ui.go(...place, next);
  };
  const close = (): void => {
    ui.go(...place);
    document.querySelector<HTMLElement>(".rows")?.focus();
  };
  const move = (by: number) => (): void => {
    const next = stepFrom(shown, idOf, at, by, props.tail !== undefined);
    if (next === undefined) return;
    props.tail?.hold();
    mark(next);
    if (isOpen && side !== undefined) open(next);
  };
  useKeys({
    j: { label: "next", run: move(1) },
    k: { label: "back", run: move(-1) },
    ArrowDown: { label: "next", isQuiet: true, run: move(1) },
    ArrowUp: { label: "back", isQuiet: true, run: move(-1) },
    Enter: { label: "open", run: () => marked !== undefined && open(marked) },
    Escape: {
      label: "close",
      isQuiet: true,
      run: () => (id !== undefined ? close() : ui.ask("q", "")),
    },
    ...props.keys?.(chosen),
  });

  const isLoading = rows === undefined && problem === "";
  return (
    <div
      class={`two lists ${id === undefined ? "" : "is-open"} ${side === undefined ? "alone" : ""}`}
    >
      <section class="col" aria-label={of[0]?.toUpperCase() + of.slice(1)}>
        <div class="filter">
          {props.tabs}
          <FilterBox
            label={`Filter the ${of}`}
            placeholder={props.hint}
            text={text}
            change={(typed) => ui.ask("q", typed)}
            suggested={props.suggested}
          />
          {props.tools}
        </div>
        {props.above}
        <Trouble problem={problem} />
        {isLoading && <Loading of={of} />}
        {rows !== undefined && shown.length > 0 && (
          <Rows
            {...props}
            label={props.order === undefined ? of : `${of}, ${props.order}`}
            rows={shown}
            marked={at}
            open={open}
          />
        )}
        {rows !== undefined &&
          shown.length === 0 &&
          (text === "" ? (
            <Empty title={props.none} says={props.noneSays} command={props.noneCommand} />
          ) : (
            <Empty title={`None of the ${of} matches this filter`}>
              <button type="button" class="btn" onClick={() => ui.ask("q", "")}>
                Clear the filter <kbd>Esc</kbd>
              </button>
            </Empty>
          ))}
        {props.below}
      </section>
      {side !== undefined && (
        <Side name={sideName} close={close}>
          {side(chosen, id) ??
            (props.closed && (
              <Empty title={`No ${sideName.toLowerCase()} is open`} says={props.closed} />
            ))}
        </Side>
      )}
    </div>
  );
}

/** The row that is so many from one; from none, the first, or the newest at the end. */
function stepFrom<R>(
  rows: readonly R[],
  idOf: (row: R) => string | undefined,
  from: string | undefined,
  by: number,
  isTail: boolean,
): string | undefined {
  const at = from === undefined ? -1 : rows.findIndex((row) => idOf(row) === from);
  let next = at >= 0 ? at + by : isTail ? rows.length - 1 : 0;
  for (; next >= 0 && next < rows.length; next += at < 0 && isTail ? -1 : by || 1) {
    const row = rows[next];
    const id = row === undefined ? undefined : idOf(row);
    if (id !== undefined) return id;
  }
  return undefined;
}
