import { useLayoutEffect, useRef } from "preact/hooks";
import { useNarrow, useSlice } from "../../parts/virtual.ts";
import { usePage } from "../../parts/page.ts";
import { Nothing } from "./nothing.tsx";
import { RowLine } from "./row.tsx";
import { placeOf } from "./shown-rows.ts";
import { isMarked, type LiveState } from "./live-state.ts";

/** As near to the end as this, in pixels, is at the end. */
const nearEnd = 4;

interface ListProps {
  readonly state: LiveState;
  readonly open: (id: string) => void;
}

/** The requests, oldest first. It follows the newest only while the end is in view. */
export function List({ state, open }: ListProps) {
  if (state.shown.value.rows.length === 0) return <Nothing state={state} />;
  return <Rows state={state} open={open} />;
}

function Rows({ state, open }: ListProps) {
  const { store } = usePage();
  const box = useRef<HTMLDivElement>(null);
  const height = useNarrow() ? 44 : 26;
  const { rows } = state.shown.value;
  const { from, to } = useSlice(box, rows.length, height);
  const isHeld = state.heldAt.value !== undefined;
  const marked = state.marked.value;
  const anchor = useRef({ number: -1, offset: 0 });
  const threads = store.callOf.value;
  const markedRow =
    marked === undefined ? undefined : rows.slice(from, to).find((row) => isMarked(row, marked));

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    if (!isHeld) element.scrollTop = element.scrollHeight;
    else if (rows[0] !== undefined && rows[0].number > 0 && anchor.current.number > 0) {
      // The oldest may have left: what is read stays where it is.
      const top = placeOf(rows, anchor.current.number) * height + anchor.current.offset;
      if (Math.abs(top - element.scrollTop) > height / 2) element.scrollTop = top;
    }
  }, [rows, isHeld, height]);

  useLayoutEffect(() => {
    if (marked === undefined || box.current === null) return;
    const at = rows.findIndex((row) => isMarked(row, marked));
    const top = at * height;
    if (at < 0) return;
    if (top < box.current.scrollTop) box.current.scrollTop = top;
    const bottom = top + height - box.current.clientHeight;
    if (bottom > box.current.scrollTop) box.current.scrollTop = bottom;
    // Only where another row is marked: a scroll of the reader's own is not taken back.
  }, [marked]);

  const scrolled = (): void => {
    const element = box.current;
    if (element === null) return;
    const index = Math.floor(element.scrollTop / height);
    anchor.current = {
      number: rows[index]?.number ?? -1,
      offset: element.scrollTop - index * height,
    };
    const left = element.scrollHeight - element.clientHeight - element.scrollTop;
    if (left > nearEnd + height) state.hold();
  };

  return (
    <>
      <div class="row head" aria-hidden="true">
        {["", "time", "status", "verb", "operation", ""].map((name, index) => (
          <span key={index}>{name}</span>
        ))}
        <span class="ms">ms</span>
      </div>
      <div
        class="rows"
        ref={box}
        role="grid"
        aria-label="Requests, oldest first"
        aria-rowcount={rows.length}
        aria-activedescendant={markedRow === undefined ? undefined : `request-${markedRow.number}`}
        tabIndex={0}
        onScroll={scrolled}
      >
        <Space height={from * height} />
        {rows.slice(from, to).map((row) => (
          <RowLine
            key={row.number}
            row={row}
            isOn={isMarked(row, marked)}
            place={
              row.kind === "request" && row.isPast !== true ? threads.get(row.entry.id) : undefined
            }
            open={open}
          />
        ))}
        <Space height={(rows.length - to) * height} />
      </div>
    </>
  );
}

/** The room of rows that are not drawn. Its height is set by script, which the policy allows. */
const Space = ({ height }: { height: number }) => (
  <div role="presentation" style={{ height: `${Math.max(0, height)}px` }} />
);
