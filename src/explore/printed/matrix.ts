import type { Case } from "../causes.ts";
import type { Verdict } from "../judge.ts";
import type { Cell, Found } from "../result-shape.ts";
import type { Schedule } from "../schedule.ts";

type Counts = { -readonly [K in keyof Cell]: Cell[K] };

const columns: Readonly<Record<Verdict, "survived" | "gaveUp" | "defects" | "unmet">> = {
  survived: "survived",
  "gave up": "gaveUp",
  defect: "defects",
  unmet: "unmet",
};

/** What became of each kind of fault at each operation. A schedule counts at its last fault, which is what it adds. */
export function matrixOf(cases: readonly Case[], left: readonly Schedule[]): Cell[] {
  const cells = new Map<string, Counts>();
  const cellOf = (schedule: Schedule): Counts => {
    const { operation = "", kind = "" } = {
      operation: schedule.at(-1)?.spot.operation,
      kind: schedule.at(-1)?.kind.name,
    };
    const name = `${operation} ${kind}`;
    const none = { survived: 0, gaveUp: 0, defects: 0, unmet: 0, left: 0 };
    const cell = cells.get(name) ?? { operation, kind, ...none };
    cells.set(name, cell);
    return cell;
  };
  for (const { schedule, tried } of cases) cellOf(schedule)[columns[tried.verdict]] += 1;
  for (const schedule of left) cellOf(schedule).left += 1;
  return [...cells.values()];
}

/** The pairs that runs have met, and how many of those runs survived. */
export function coverageOf(cases: readonly Case[]): Found["coverage"] {
  type Pair = Found["coverage"][number];
  const pairs = new Map<string, { -readonly [K in keyof Pair]: Pair[K] }>();
  for (const { tried } of cases) {
    for (const { operation, fault, status } of tried.pairs) {
      const name = `${operation} ${fault} ${status}`;
      const pair = pairs.get(name) ?? { operation, fault, status, met: 0, survived: 0 };
      pair.met += 1;
      if (tried.verdict === "survived") pair.survived += 1;
      pairs.set(name, pair);
    }
  }
  return [...pairs.values()].toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

const nameOf = ({ operation, fault, status }: Found["coverage"][number]): string =>
  `${operation} ${fault} ${status ?? ""}`;
