import { counted, secondsText } from "../../report/figures.ts";
import type { Cell, Defect, Found } from "../result-shape.ts";

export function headline({ defects, schedules }: Found): string {
  const of = `in ${counted(schedules.tried, "schedule")}`;
  if (defects.length === 0) return `No defect ${of}`;
  return `${counted(defects.length, "defect")} ${of}`;
}

/** Why no defect says nothing, with what to do; undefined: it says something, or another part does. */
export function emptiness({ schedules, shard }: Found): string | undefined {
  const { tried, unmet, left } = schedules;
  if (tried > unmet || (tried + left === 0 && shard !== null)) return undefined;
  if (tried > 0) return "no request met a fault: the command asks nothing where faults are planned";
  if (left > 0) return "no schedule was tried: the budget was spent. Give it a longer --budget";
  return "no schedule was tried: the command asks nothing that a fault of --only fits. Leave out --only, or change it";
}

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

export const repeatsText = ({ failed, repeats }: Defect): string => `${failed} of ${repeats} runs`;

/** What else fails like it: `2 more schedules: 500, reset at create_list`; empty: nothing. */
export function othersText({ also }: Defect): string {
  if (also.length === 0) return "";
  const kinds = new Map<string, Set<string>>();
  for (const { operation, kind } of also)
    kinds.set(operation, (kinds.get(operation) ?? new Set()).add(kind));
  const places = [...kinds].map(([operation, some]) => `${namesIn([...some])} at ${operation}`);
  return `${counted(also.length, "more schedule")} with the same effect: ${namesIn(places)}`;
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

export function groupsOf(found: Found) {
  const kinds = [...new Set(found.matrix.map(({ kind }) => kind))].toSorted();
  return matrixBy(found).columns.map((name) => ({
    name,
    kinds: kinds.filter((kind) => groupOf(kind) === name),
  }));
}

export type Mark = "defect" | "gave up" | "survived" | "unmet" | "not tried";

/** What came of it: a defect if there is any, and else the best, since a fault that never ends is given up by all. */
export function markOf(cell: Omit<Cell, "kind" | "operation">): Mark {
  const { defects, gaveUp, survived, unmet } = cell;
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

/** A row for each operation, a column for each kind or, by default, for each group of kinds. */
export function matrixBy({ matrix }: Found, columnOf = groupOf) {
  const known = [...new Set(matrix.map(({ kind }) => columnOf(kind)))];
  const order = groups.map(([name]) => name);
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  const columns = known.toSorted((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
  const operations = [...new Set(matrix.map(({ operation }) => operation))].toSorted();
  const rows = operations.map((operation) => {
    const own = matrix.filter((cell) => cell.operation === operation);
    const cells = columns.map((column): Cell | undefined => {
      const [first, ...others] = own.filter(({ kind }) => columnOf(kind) === column);
      return first && others.reduce(sumOf, first);
    });
    return { operation, cells };
  });
  return { columns, rows };
}

const counts = ["tried", "survived", "gaveUp", "defects", "unmet", "left", "met"] as const;

export type Counts = Readonly<Partial<Record<(typeof counts)[number], number>>>;

export function sumOf<T extends Counts>(one: T, other: T): T {
  const sums = counts.flatMap((name) => {
    const { [name]: count } = one;
    return count === undefined ? [] : [[name, count + (other[name] ?? 0)]];
  });
  return { ...one, ...Object.fromEntries(sums) };
}

type Faulty = { readonly injected: readonly string[] };

/** How many of the last requests are as near to what went wrong as those at a fault. */
const endMax = 3;

/** Of many requests those that are nearest to a fault, or to the end, in their order. */
export function aroundFaults<T extends Faulty>(requests: readonly T[], most: number): T[] {
  if (requests.length <= most) return [...requests];
  const faulty = requests.flatMap(({ injected }, index) => (injected.length > 0 ? index : []));
  const last = requests.length - endMax;
  const distance = (index: number): number =>
    Math.min(Math.max(0, last - index), ...faulty.map((at) => Math.abs(at - index)));
  const near = [...requests.keys()].toSorted((a, b) => distance(a) - distance(b));
  const kept = new Set(near.slice(0, most));
  return requests.filter((_, index) => kept.has(index));
}

/** The requests of a timeline, a line each: those around a fault and the last ones, if there are more than so many. */
export function timelineLines(timeline: Defect["timeline"], most = timeline.length): string[] {
  const shown = new Set(aroundFaults(timeline, most));
  let before = 0;
  const gap = () => (before === 0 ? [] : [`          … ${counted(before, "more request")}`]);
  const lines = timeline.flatMap((moment) => {
    before += moment.before;
    if (!shown.has(moment)) {
      before += 1;
      return [];
    }
    const { at, operation, status, injected } = moment;
    const fault = injected.length === 0 ? "" : `  ← ${injected.join(", ")}`;
    const came = `${operation}  ${status ?? "no response"}${fault}`;
    const shownLines = [...gap(), `${String(at).padStart(6)} ms  ${came}`];
    before = 0;
    return shownLines;
  });
  return [...lines, ...gap()];
}
