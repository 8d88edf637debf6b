import type { Emulator } from "../emulator.ts";
import type { Entry } from "../world/journal.ts";
import { colours, ofStatus } from "./colours.ts";
import { screenWidth } from "./screen.ts";
import { tableOf } from "./table.ts";

/** How many operations are shown: what a run did is told on one screen. */
const shownMax = 15;

interface Line {
  readonly operation: string;
  readonly count: number;
  readonly statuses: ReadonlyMap<string, number>;
}

/** What a run came to: its requests by operation and status, and the faults that it met. */
export function summaryOf(emulator: Emulator, json = false): string {
  const entries = emulator.requests.list();
  const lines = linesOf(entries);
  const faults = emulator.faults.list();
  if (json) {
    const operations = lines.map(({ statuses, ...line }) => ({
      ...line,
      statuses: Object.fromEntries(statuses),
    }));
    const met = faults.map(({ id, hits }) => ({ id, hits: hits.count }));
    return JSON.stringify({ event: "end", requests: entries.length, operations, faults: met });
  }
  const head = entries.length === 1 ? "1 request" : `${entries.length} requests`;
  const never = faults.filter(({ hits }) => hits.count === 0).map(({ id }) => id);
  return [
    `${colours.bold("service-emulator")} saw ${head}${lines.length === 0 ? ": nothing asked it" : ""}`,
    ...(lines.length === 0 ? [] : [tableOf(columns, lines.slice(0, shownMax), screenWidth())]),
    ...(lines.length > shownMax ? [`… and ${lines.length - shownMax} more operations`] : []),
    ...(never.length > 0 ? [colours.yellow(`never met: ${never.join(", ")}`)] : []),
  ].join("\n");
}

const columns = [
  { head: "OPERATION", cell: ({ operation }: Line) => operation, elastic: true },
  { head: "REQUESTS", cell: ({ count }: Line) => String(count) },
  {
    head: "STATUS",
    cell: ({ statuses }: Line) =>
      [...statuses].map(([status, count]) => painted(status, count)).join("  "),
  },
];

const painted = (status: string, count: number): string =>
  ofStatus(Number(status) || 500)(count === 1 ? status : `${status} ×${count}`);

/** The busiest first. */
function linesOf(entries: readonly Entry[]): Line[] {
  const found = new Map<string, Map<string, number>>();
  for (const { operation, method, status } of entries) {
    const name = operation ?? `${method} of no known path`;
    const statuses = found.get(name) ?? new Map<string, number>();
    const shown = status === null ? "---" : String(status);
    found.set(name, statuses.set(shown, (statuses.get(shown) ?? 0) + 1));
  }
  return [...found]
    .map(([operation, statuses]) => ({
      operation,
      count: [...statuses.values()].reduce((sum, count) => sum + count, 0),
      statuses: new Map([...statuses].toSorted(([a], [b]) => a.localeCompare(b))),
    }))
    .toSorted((a, b) => b.count - a.count);
}
