import type { ExplorationView, Cell } from "../../../explore/result-shape.ts";
import type { Look } from "../../parts/signs.tsx";

/** What became of a group of kinds at an operation. */
type Mark = "defect" | "survived" | "gave up" | "unmet" | "not tried";

/** How each is drawn: defects alone are filled. */
export const looks: Readonly<Record<Mark, Look>> = {
  defect: ["bad", "fail", "defect"],
  survived: ["ok", "pass", "survived"],
  "gave up": ["wait", "stop", "gave up"],
  unmet: ["na", "na", "met no request"],
  "not tried": ["na", "dot", "not tried"],
};

/** A defect if there is any, and else the best: a fault that never ends is given up by all. */
export function markOf(cells: readonly Cell[]): Mark | undefined {
  if (cells.length === 0) return undefined;
  const has = (name: "defects" | "survived" | "gaveUp" | "unmet"): boolean =>
    cells.some((cell) => cell[name] > 0);
  if (has("defects")) return "defect";
  if (has("survived")) return "survived";
  if (has("gaveUp")) return "gave up";
  return has("unmet") ? "unmet" : "not tried";
}

/** An operation, with what was tried there of each group. */
interface Row {
  readonly operation: string;
  readonly cells: readonly (readonly Cell[])[];
}

/** A row for each operation, a column for each group of kinds. */
export function rowsOf({ groups, result }: ExplorationView): readonly Row[] {
  const matrix = result?.matrix ?? [];
  const operations = [...new Set(matrix.map(({ operation }) => operation))].toSorted();
  return operations.map((operation) => {
    const own = matrix.filter((cell) => cell.operation === operation);
    const cells = groups.map(({ kinds }) => own.filter(({ kind }) => kinds.includes(kind)));
    return { operation, cells };
  });
}

/** The next cell in a direction that is not blank; undefined: there is none. */
export function nextCell(
  rows: readonly Row[],
  [row, column]: readonly [number, number],
  [down, right]: readonly [number, number],
): readonly [number, number] | undefined {
  for (let at = [row + down, column + right] as const; ; at = [at[0] + down, at[1] + right]) {
    const cells = rows[at[0]]?.cells[at[1]];
    if (cells === undefined) return undefined;
    if (cells.length > 0) return at;
  }
}
