import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Keys } from "../../store/ui.ts";
import { Button } from "../signs.tsx";
import { FilterBox } from "../fields.tsx";
import { Empty, Loading, Trouble } from "../layout.tsx";
import { useKeys, usePage } from "../page.ts";
import { sorted } from "./columns.tsx";
import { Rows, type RowsProps } from "./rows.tsx";

interface ListProps<R> extends Omit<RowsProps<R>, "rows" | "marked" | "open" | "label"> {
  readonly of: string;
  /** Its order, where that is not said by its columns: `newest first`. */
  readonly order?: string;
  /** Its place in the address, with what is open behind it. Default: the view of the same name. */
  readonly place?: readonly string[];
  /** Undefined: they are not loaded yet. */
  readonly rows: readonly R[] | undefined;
  /** Why they could not be loaded; empty: they could. */
  readonly problem?: string;
  /** What the filter looks at; without it, `rows` are those that it lets through. */
  readonly textOf?: (row: R) => string;
  readonly hint: string;
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
  readonly side?: (row: R | undefined) => ComponentChildren;
  readonly closed?: string;
  readonly sideName?: string;
  /** The first row is open where no other is. */
  readonly opensFirst?: true;
  readonly keys?: (row: R | undefined) => Keys;
}

/** A list with what is open beside it: filtered, sorted, walked through by keys, and found again by its address. */
export function List<R>(props: ListProps<R>) {
  const { of, place = [of], idOf, rows, problem = "", side, sideName = of, textOf, tail } = props;
  const { ui } = usePage();
  const id = ui.place.value[place.length];
  const text = ui.asked("q");
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found =
    textOf === undefined || words.length === 0
      ? rows
      : rows?.filter((row) => {
          const whole = textOf(row).toLowerCase();
          return words.every((word) => whole.includes(word));
        });
  const shown = sorted(found ?? [], props.columns, ui.asked("sort"));
  const first = props.opensFirst && shown.find((row) => idOf(row) !== undefined);
  const chosen = (id === undefined ? undefined : shown.find((row) => idOf(row) === id)) ?? first;
  const [marked, mark] = useState<string | undefined>(id);
  const isOpen = id !== undefined || chosen !== undefined;
  const at = isOpen ? (id ?? (chosen && idOf(chosen))) : marked;
  useEffect(() => {
    if (id !== undefined) mark(id);
  }, [id]);

  const open = (next: string): void => {
    // Before the page has drawn it, newer ones may come.
    tail?.hold();
    ui.go(...place, next);
  };
  const close = (): void => {
    ui.go(...place);
    document.querySelector<HTMLElement>(".rows")?.focus();
  };
  /** To the row that is so many from the marked one; from none, to the first, or to the newest at the end. */
  const move = (by: number) => (): void => {
    const ids = shown.flatMap((row) => idOf(row) ?? []);
    const from = at === undefined ? -1 : ids.indexOf(at);
    const next = from >= 0 ? ids[from + by] : ids.at(tail === undefined ? 0 : -1);
    if (next === undefined) return;
    tail?.hold();
    mark(next);
    if (isOpen && side !== undefined) open(next);
  };
  const clear = (): void => ui.ask("q", "");
  useKeys({
    j: { label: "next", run: move(1) },
    k: { label: "back", run: move(-1) },
    ArrowDown: { label: "next", isQuiet: true, run: move(1) },
    ArrowUp: { label: "back", isQuiet: true, run: move(-1) },
    Enter: { label: "open", run: () => marked !== undefined && open(marked) },
    Escape: { label: "close", isQuiet: true, run: id === undefined ? clear : close },
    ...props.keys?.(chosen),
  });

  const isEmpty = rows !== undefined && shown.length === 0;
  return (
    <div class={`two lists ${id === undefined ? "" : "is-open"} ${side ? "" : "alone"}`}>
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
        {rows === undefined && problem === "" && <Loading of={of} />}
        {shown.length > 0 && (
          <Rows
            {...props}
            label={props.order === undefined ? of : `${of}, ${props.order}`}
            rows={shown}
            marked={at}
            open={open}
          />
        )}
        {isEmpty && text === "" && (
          <Empty title={props.none} says={props.noneSays} command={props.noneCommand} />
        )}
        {isEmpty && text !== "" && (
          <Empty title={`None of the ${of} matches this filter`}>
            <Button press={clear} text="Clear the filter" hotkey="Esc" />
          </Empty>
        )}
        {props.below}
      </section>
      {side !== undefined && (
        <Side name={sideName} close={close}>
          {side(chosen) ??
            (props.closed && (
              <Empty title={`No ${sideName.toLowerCase()} is open`} says={props.closed} />
            ))}
        </Side>
      )}
    </div>
  );
}

const stepPx = 16;

type SideProps = { name: string; close: () => void; children: ComponentChildren };

/** What stands beside a list. Its edge can be moved; on a narrow screen it stands in the list's place. */
function Side({ name, close, children }: SideProps) {
  const { ui } = usePage();
  return (
    <aside class="side" aria-label={name} style={{ width: `${ui.sidePx.value}px` }}>
      <div
        class="edge"
        role="separator"
        aria-orientation="vertical"
        aria-label="Width of the side"
        aria-valuenow={ui.sidePx.value}
        tabIndex={0}
        onKeyDown={({ key }) => {
          const by = { ArrowLeft: stepPx, ArrowRight: -stepPx }[key];
          if (by !== undefined) ui.widen(ui.sidePx.value + by);
        }}
        onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
        onPointerMove={({ currentTarget, pointerId, clientX }) => {
          if (currentTarget.hasPointerCapture(pointerId)) ui.widen(innerWidth - clientX);
        }}
      />
      <Button class="btn bare small back" press={close} text="← Back to the list" />
      {children}
    </aside>
  );
}
