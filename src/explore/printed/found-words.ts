import { counted, secondsText } from "../../report/figures.ts";
import { aroundFaults } from "../timeline.ts";
import type { Cell, Found } from "../result-shape.ts";

/** What was found, in a sentence. */
export function headline({ defects, schedules }: Found): string {
  const of = `in ${counted(schedules.tried, "schedule")}`;
  if (defects.length === 0) return `No defect ${of}`;
  return `${counted(defects.length, "defect")} ${of}`;
}

/** Why no defect says nothing, with what to do; undefined: it says something, or another part does. */
export function emptiness({ schedules, shard }: Found): string | undefined {
  const { tried, unmet, left } = schedules;
  if (tried > unmet) return undefined;
  if (tried > 0) return "no request met a fault: the command asks nothing where faults are planned";
  if (left > 0) return "no schedule was tried: the budget was spent. Give it a longer --budget";
  const advice =
    "the command asks nothing that a fault of --only fits. Leave out --only, or change it";
  return shard === null ? `no schedule was tried: ${advice}` : undefined;
}

/** What became of the schedules. */
export function summary({ schedules, seconds, requests, seed }: Found): string {
  const { survived, gaveUp, defects, unmet, left } = schedules;
  return [
    `${survived} survived`,
    `${gaveUp} gave up`,
    `${defects} with a defect`,
    ...(unmet > 0 ? [`${unmet} met no request`] : []),
    ...(left > 0 ? [`${left} not tried`] : []),
    `${counted(requests, "request")} without faults`,
    secondsText(seconds),
    `seed ${seed}`,
  ].join(" · ");
}

/** How often a defect came again. */
export const repeatsText = ({ failed, repeats }: Found["defects"][number]): string =>
  `${failed} of ${repeats} runs`;

/** What else fails like it: `2 more schedules: 500, reset at create_list`; empty: nothing. */
export function othersText({ also }: Found["defects"][number]): string {
  if (also.length === 0) return "";
  const kinds = new Map<string, Set<string>>();
  for (const { operation, kind } of also) {
    kinds.set(operation, (kinds.get(operation) ?? new Set()).add(kind));
  }
  const places = [...kinds].map(([operation, some]) => `${namesIn([...some])} at ${operation}`);
  const count = counted(also.length, "more schedule");
  return `${count} with the same effect: ${namesIn(places)}`;
}

const namesMax = 4;

const namesIn = (names: readonly string[]): string => {
  const more = names.length - namesMax;
  return names.slice(0, namesMax).join(", ") + (more > 0 ? ` and ${more} more` : "");
};

/** Kinds of fault as a person looks them up: the first group whose pattern fits. */
const groups: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["killed", /^kill /],
  ["429", /^(429|edge 429|limit .*)$/],
  ["503", /^(503|edge 503)$/],
  ["other 5xx", /^(edge )?5\d\d$/],
  ["401 to 410", /^(edge )?4\d\d$/],
  ["no response", /^(reset|close|hang)$/],
  ["lost response", /( after|^close-after-head|^close-mid-body)$/],
  ["slow", /^(delay|pace)$/],
  ["corrupt", /^(truncate|malformed|empty|content-type|garbage)$/],
  ["pages", /^page /],
];

const groupOf = (kind: string): string =>
  groups.find(([, pattern]) => pattern.test(kind))?.[0] ?? kind;

/** Kinds of fault that stand together. */
export interface KindGroup {
  readonly name: string;
  readonly kinds: readonly string[];
}

/** The kinds that were tried anywhere, as a person looks them up. */
export function groupsOf(found: Found): KindGroup[] {
  const kinds = [...new Set(found.matrix.map(({ kind }) => kind))];
  return matrixBy(found).columns.map((name) => ({
    name,
    kinds: kinds.filter((kind) => groupOf(kind) === name).toSorted(),
  }));
}

/** What became of a kind, or of a group of them, at an operation. */
export type Mark = "defect" | "gave up" | "survived" | "unmet" | "not tried";

/** What came of it: a defect if there is any, and else the best, since a fault that never ends is given up by all. */
export function markOf({
  defects,
  gaveUp,
  survived,
  unmet,
}: Omit<Cell, "kind" | "operation">): Mark {
  if (defects > 0) return "defect";
  if (survived > 0) return "survived";
  if (gaveUp > 0) return "gave up";
  return unmet > 0 ? "unmet" : "not tried";
}

export const signs: Readonly<Record<Mark, string>> = {
  survived: "✓",
  "gave up": "–",
  defect: "✗",
  unmet: "·",
  "not tried": "?",
};

export const legend =
  "✓ survived, – gave up with an error, ✗ defect, · met no request, ? not tried";

/** A row for each operation, a column for each group of kinds that was tried anywhere. */
export interface Matrix {
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly operation: string;
    readonly cells: readonly (Cell | undefined)[];
  }[];
}

/** @param columnOf which column a kind stands in. Default: that of its group */
export function matrixBy({ matrix }: Found, columnOf = groupOf): Matrix {
  const known = [...new Set(matrix.map(({ kind }) => columnOf(kind)))];
  const order = groups.map(([name]) => name);
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  const columns = known.toSorted((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
  const operations = [...new Set(matrix.map(({ operation }) => operation))].toSorted();
  const rows = operations.map((operation) => ({
    operation,
    cells: columns.map((column) =>
      together(
        matrix.filter((cell) => cell.operation === operation && columnOf(cell.kind) === column),
      ),
    ),
  }));
  return { columns, rows };
}

function together(cells: readonly Cell[]): Cell | undefined {
  const [first] = cells;
  if (first === undefined) return undefined;
  const sum = (name: "survived" | "gaveUp" | "defects" | "unmet" | "left") =>
    cells.reduce((all, cell) => all + cell[name], 0);
  return {
    ...first,
    survived: sum("survived"),
    gaveUp: sum("gaveUp"),
    defects: sum("defects"),
    unmet: sum("unmet"),
    left: sum("left"),
  };
}

/** The requests of a timeline, a line each: those around a fault and the last ones, if there are more than so many. */
export function timelineLines(
  timeline: Found["defects"][number]["timeline"],
  most = timeline.length,
): string[] {
  const shown = new Set(aroundFaults(timeline, most));
  let before = 0;
  const lines = timeline.flatMap((moment) => {
    before += moment.before;
    if (!shown.has(moment)) {
      before += 1;
      return [];
    }
    const gap = before === 0 ? [] : [`          … ${counted(before, "more request")}`];
    before = 0;
    return [...gap, momentText(moment)];
  });
  return before === 0 ? lines : [...lines, `          … ${counted(before, "more request")}`];
}

/** One request of a timeline. */
function momentText({
  at,
  operation,
  status,
  injected,
}: Found["defects"][number]["timeline"][number]) {
  const came = status === null ? "no response" : String(status);
  const fault = injected.length === 0 ? "" : `  ← ${injected.join(", ")}`;
  return `${String(at).padStart(6)} ms  ${operation}  ${came}${fault}`;
}
