import { useLayoutEffect, useState } from "preact/hooks";
import type { RefObject } from "preact";

/** Which of many rows are near the screen. */
export interface Slice {
  readonly from: number;
  readonly to: number;
}

/** So many rows above and below the screen are drawn, too. */
const margin = 6;

/** Follows which rows of one height are on the screen. */
export function useSlice(box: RefObject<HTMLElement>, count: number, rowHeight: number): Slice {
  const [seen, setSeen] = useState({ top: 0, height: 800 });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const look = (): void =>
      setSeen((before) => {
        const [top, height] = [element.scrollTop, element.clientHeight];
        return before.top === top && before.height === height ? before : { top, height };
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
  const end = Math.max(0, count * rowHeight - seen.height);
  const top = Math.min(seen.top, end);
  return {
    from: Math.max(0, Math.floor(top / rowHeight) - margin),
    to: Math.min(count, Math.ceil((top + seen.height) / rowHeight) + margin),
  };
}

const narrow = matchMedia("(max-width: 720px)");

/** Whether the screen is so narrow that a row takes two lines. */
export function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(narrow.matches);
  useLayoutEffect(() => {
    const look = (): void => setNarrow(narrow.matches);
    narrow.addEventListener("change", look);
    return () => narrow.removeEventListener("change", look);
  }, []);
  return isNarrow;
}
