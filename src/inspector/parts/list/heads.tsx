import { usePage } from "../page.ts";
import type { Column } from "./column.ts";

/** Over a narrower column, in pixels, there is no room for a head: only a screen reader says it. */
const narrowest = 20;

/** The heads of columns; one by which rows can be sorted is a button. */
export function Heads<R>({ columns }: { columns: readonly Column<R>[] }) {
  const { ui } = usePage();
  const chosen = ui.asked("sort");
  return (
    <div role="row" class="heads">
      {columns.map(({ head, px, note, class: more = "", by }) => {
        const way = chosen === head ? "ascending" : chosen === `-${head}` ? "descending" : "none";
        const next = way === "none" ? head : way === "ascending" ? `-${head}` : "";
        return (
          <span
            key={head}
            role="columnheader"
            aria-sort={by && way}
            class={more.includes("num") ? "num" : ""}
          >
            {by === undefined ? (
              <span class={px < narrowest ? "sr" : ""}>{head}</span>
            ) : (
              <button type="button" class="link plain" onClick={() => ui.ask("sort", next)}>
                {head} {way === "none" ? "" : way === "ascending" ? "↑" : "↓"}
              </button>
            )}{" "}
            {note}
          </span>
        );
      })}
    </div>
  );
}
