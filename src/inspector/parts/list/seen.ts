import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

/** Which of many rows are near the screen. */
interface Slice {
  readonly from: number;
  readonly to: number;
}

/** As many rows above and below the screen are drawn, too. */
const margin = 6;

/** Follows what of a box is seen: how wide it is, and which rows of one height are in it. */
export function useSeen(box: RefObject<HTMLElement>) {
  const [{ top, height, width }, setSeen] = useState({ top: 0, height: 800, width: 720 });
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
  return {
    width,
    slice(count: number, rowHeight: number): Slice {
      const first = Math.min(top, Math.max(0, count * rowHeight - height));
      return {
        from: Math.max(0, Math.floor(first / rowHeight) - margin),
        to: Math.min(count, Math.ceil((first + height) / rowHeight) + margin),
      };
    },
  };
}
