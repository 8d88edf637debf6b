import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { type Column, fit } from "./column.ts";
import { Heads } from "./heads.tsx";
import { useSeen } from "./seen.ts";

/** As near to the end as this, in pixels, is at the end. */
const nearEnd = 4;

/** What a second line takes, in pixels. */
const belowPx = 18;

/** A list whose newest rows are at its end. */
interface Tail {
  /** Whether rows that come are counted, not drawn; else the end stays in view. */
  readonly isHeld: boolean;
  /** The reader has left the end. */
  readonly hold: () => void;
}

export interface RowsProps<R> {
  readonly label: string;
  readonly rows: readonly R[];
  /** What tells a row from all others; undefined: it cannot be opened. */
  readonly idOf: (row: R) => string | undefined;
  /** Where ids are not enough. */
  readonly keyOf?: (row: R) => string | number;
  readonly columns: readonly Column<R>[];
  /** How high a row is, in pixels. */
  readonly height?: number;
  /** What stands in the place of its cells. */
  readonly whole?: (row: R) => ComponentChildren;
  readonly toneOf?: (row: R) => string;
  readonly tail?: Tail;
  readonly marked: string | undefined;
  readonly open: (id: string) => void;
}

/** Rows of one height, of which those are drawn that are near the screen. */
export function Rows<R>(props: RowsProps<R>) {
  const { label, rows, idOf, keyOf = idOf, columns, marked, tail } = props;
  const box = useRef<HTMLDivElement>(null);
  const seen = useSeen(box);
  const fitted = fit(columns, seen.width);
  const height = (props.height ?? 26) + (fitted.below.length > 0 ? belowPx : 0);
  const { from, to } = seen.slice(rows.length, height);
  const drawn = rows.slice(from, to);
  const keepAnchor = useAnchor(box, rows, keyOf, height, tail);

  useLayoutEffect(() => {
    const at = marked === undefined ? -1 : rows.findIndex((row) => idOf(row) === marked);
    if (at < 0 || box.current === null) return;
    const [top, bottom] = [at * height, (at + 1) * height + 28 - box.current.clientHeight];
    if (top < box.current.scrollTop) box.current.scrollTop = top;
    if (bottom > box.current.scrollTop) box.current.scrollTop = bottom;
    // Only where another row is marked: a scroll of the reader's own is not taken back.
  }, [marked]);

  return (
    <div
      class="rows"
      ref={box}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length}
      aria-activedescendant={
        marked !== undefined && drawn.some((row) => idOf(row) === marked)
          ? `row-${marked}`
          : undefined
      }
      tabIndex={0}
      style={{ "--cols": fitted.template, "--height": `${height}px` }}
      onScroll={keepAnchor}
      onMouseOver={tellWhole}
    >
      <Heads columns={fitted.beside} />
      <Space height={from * height} />
      {drawn.map((row) => {
        const id = idOf(row);
        const whole = props.whole?.(row);
        if (whole !== undefined)
          return (
            <div role="row" class={`row gap ${props.toneOf?.(row) ?? ""}`} key={keyOf(row)}>
              <span role="gridcell">{whole}</span>
            </div>
          );
        return (
          <div
            role="row"
            key={keyOf(row)}
            id={`row-${id}`}
            class={`row ${id !== undefined && id === marked ? "on" : ""} ${props.toneOf?.(row) ?? ""}`}
            aria-selected={id !== undefined && id === marked}
            onClick={() => id !== undefined && props.open(id)}
          >
            {fitted.beside.map(({ head, class: more, cell }) => (
              <span key={head} class={more} role="gridcell">
                {cell(row)}
              </span>
            ))}
            {fitted.below.length > 0 && (
              <span class="below" role="gridcell">
                {fitted.below.map(({ head, class: more, cell }) => (
                  <span key={head} class={more}>
                    {cell(row)}
                  </span>
                ))}
              </span>
            )}
          </div>
        );
      })}
      <Space height={(rows.length - to) * height} />
    </div>
  );
}

/** What is cut is told as a title. */
function tellWhole({ target }: MouseEvent): void {
  const cell = (target as Element).closest<HTMLElement>(".row > *, .cut");
  if (cell !== null && cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent ?? "";
}

/** Keeps the end in view where it is followed, else what is read where it is. @returns hears of a scroll */
function useAnchor<R>(
  box: { readonly current: HTMLDivElement | null },
  rows: readonly R[],
  keyOf: (row: R) => string | number | undefined,
  height: number,
  tail: Tail | undefined,
): () => void {
  const anchor = useRef<{ key: unknown; offset: number } | undefined>(undefined);
  // After each drawing: rows come and go without being other rows.
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    if (tail?.isHeld === false) element.scrollTop = element.scrollHeight;
    else if (anchor.current !== undefined) {
      const { key, offset } = anchor.current;
      const at = rows.findIndex((row) => keyOf(row) === key);
      const top = at * height + offset;
      if (at >= 0 && Math.abs(top - element.scrollTop) > height / 2) element.scrollTop = top;
    }
  });
  return () => {
    const element = box.current;
    if (element === null) return;
    const { scrollTop, scrollHeight, clientHeight } = element;
    const at = Math.floor(scrollTop / height);
    const row = scrollTop > 0 ? rows[at] : undefined;
    anchor.current = row && { key: keyOf(row), offset: scrollTop - at * height };
    if (scrollHeight - clientHeight - scrollTop > nearEnd + height) tail?.hold();
  };
}

/** The room of rows that are not drawn. Its height is set by script, which the policy allows. */
const Space = ({ height }: { height: number }) => (
  <div role="presentation" style={{ height: `${Math.max(0, height)}px` }} />
);
