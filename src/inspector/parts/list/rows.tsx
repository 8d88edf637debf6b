import type { ComponentChildren, RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Column, fit, Heads } from "./columns.tsx";

/** As many rows above and below the screen are drawn, too. */
const margin = 6;

/** As near to the end as this, in pixels, is at the end. */
const nearEnd = 4;

const belowPx = 18;

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
  readonly height?: number;
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
  const first = Math.min(seen.top, Math.max(0, rows.length * height - seen.height));
  const from = Math.max(0, Math.floor(first / height) - margin);
  const to = Math.min(rows.length, Math.ceil((first + seen.height) / height) + margin);
  const drawn = rows.slice(from, to);
  const keepAnchor = useAnchor(box, rows, keyOf, height, tail);
  const isMarked = (row: R): boolean => marked !== undefined && idOf(row) === marked;

  useLayoutEffect(() => {
    const at = rows.findIndex(isMarked);
    if (at < 0 || box.current === null) return;
    const [top, bottom] = [at * height, (at + 1) * height + 28 - box.current.clientHeight];
    if (top < box.current.scrollTop) box.current.scrollTop = top;
    if (bottom > box.current.scrollTop) box.current.scrollTop = bottom;
    // Only where another row is marked: a scroll of the reader's own is not taken back.
  }, [marked]);

  const cells = (of: readonly Column<R>[], row: R, role?: "gridcell") =>
    of.map(({ head, class: more, cell }) => (
      <span key={head} class={more} role={role}>
        {cell(row)}
      </span>
    ));
  return (
    <div
      class="rows"
      ref={box}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length}
      aria-activedescendant={drawn.some(isMarked) ? `row-${marked}` : undefined}
      tabIndex={0}
      style={{ "--cols": fitted.template, "--height": `${height}px` }}
      onScroll={keepAnchor}
      onMouseOver={tellWhole}
    >
      <Heads columns={fitted.beside} />
      <Space height={from * height} />
      {drawn.map((row) => {
        const [id, whole, tone] = [idOf(row), props.whole?.(row), props.toneOf?.(row) ?? ""];
        return whole !== undefined ? (
          <div role="row" class={`row gap ${tone}`} key={keyOf(row)}>
            <span role="gridcell">{whole}</span>
          </div>
        ) : (
          <div
            role="row"
            key={keyOf(row)}
            id={`row-${id}`}
            class={`row ${isMarked(row) ? "on" : ""} ${tone}`}
            aria-selected={isMarked(row)}
            onClick={() => id !== undefined && props.open(id)}
          >
            {cells(fitted.beside, row, "gridcell")}
            {fitted.below.length > 0 && (
              <span class="below" role="gridcell">
                {cells(fitted.below, row)}
              </span>
            )}
          </div>
        );
      })}
      <Space height={(rows.length - to) * height} />
    </div>
  );
}

function useSeen(box: RefObject<HTMLElement>) {
  const [seen, setSeen] = useState({ top: 0, height: 800, width: 720 });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const look = (): void =>
      setSeen((before) => {
        const { scrollTop: top, clientHeight: height, clientWidth: width } = element;
        const isSame = before.top === top && before.height === height && before.width === width;
        return isSame ? before : { top, height, width };
      });
    look();
    element.addEventListener("scroll", look, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => {
      element.removeEventListener("scroll", look);
      observer.disconnect();
    };
  }, [box]);
  return seen;
}

function tellWhole({ target }: MouseEvent): void {
  const cell = (target as Element).closest<HTMLElement>(".row > *, .cut");
  if (cell !== null && cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent ?? "";
}

/** Keeps the end in view where it is followed, else what is read where it is. @returns hears of a scroll */
function useAnchor<R>(
  box: RefObject<HTMLElement>,
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
