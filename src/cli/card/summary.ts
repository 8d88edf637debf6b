import { counted } from "../../world/name-match.ts";
import { columns } from "../../control/act.ts";
import type { Emulator } from "../../emulator.ts";
import { noRequest, untrusted } from "../../report/finding-text.ts";
import { type Entry, isOfClient } from "../../world/journal/entry.ts";
import { colours, ofStatus } from "../terminal/colours.ts";
import { printable } from "../terminal/texts.ts";
import { errorWidth } from "../terminal/terminal.ts";
import { tableOf } from "../terminal/table.ts";

/** How many operations are shown, so that a summary fits one screen. */
const shownMax = 15;

interface Line {
  readonly operation: string;
  readonly count: number;
  readonly statuses: ReadonlyMap<string, number>;
}

const reasonsMax = 5;

/** Requests that the service rejected alike, and the hint that the first of them got. */
interface Rejection {
  readonly operation: string;
  readonly status: number;
  count: number;
  readonly hint: string;
}

/** The requests of a run by operation and status, why some were rejected, and the faults that it met. */
export class Summary {
  readonly #counts = new Map<string, Map<string, number>>();
  readonly #rejected = new Map<string, Rejection>();
  readonly #met = new Map<string, number>();
  readonly #emulator: Emulator;
  /** Faults of the fixtures, which a run need not meet. */
  readonly #standing: ReadonlySet<string>;
  #requests = 0;

  /** Counts from now on: the journal forgets, and a reset empties it. */
  constructor(emulator: Emulator) {
    this.#emulator = emulator;
    this.#standing = new Set(emulator.faults.list().map(({ id }) => id));
    emulator.requests.listen((entry) => this.#count(entry));
  }

  text(): string {
    const lines = this.#lines();
    const never = this.#faults().filter(({ id, hits }) => hits === 0 && !this.#standing.has(id));
    // Of a command whose hosts are intercepted it is told why.
    const { interception, certificate } = this.#emulator;
    const isOdd = this.#requests === 0 && interception === undefined;
    const screen = errorWidth() ?? Number.POSITIVE_INFINITY;
    return [
      `${colours.bold("service-emulator")} saw ${counted(this.#requests, "request")}`,
      ...(lines.length === 0 ? [] : [tableOf(lineColumns, lines.slice(0, shownMax), screen)]),
      ...(lines.length > shownMax ? [`… and ${lines.length - shownMax} more operations`] : []),
      ...this.#reasons(),
      ...(isOdd ? [colours.yellow(certificate ? `${noRequest}. ${untrusted}` : noRequest)] : []),
      ...(never.length > 0
        ? [colours.yellow(`Never met: ${never.map(({ id }) => id).join(", ")}`)]
        : []),
    ].join("\n");
  }

  json(): string {
    const operations = this.#lines().map(({ statuses, ...line }) => ({
      ...line,
      statuses: Object.fromEntries(statuses),
    }));
    const rejected = [...this.#rejected.values()];
    const faults = this.#faults();
    return JSON.stringify({ event: "end", requests: this.#requests, operations, rejected, faults });
  }

  #count(entry: Entry): void {
    if (!isOfClient(entry)) return;
    const { operation, method, status, faults } = entry;
    this.#requests += 1;
    const name = operation ?? `${method} on an unknown path`;
    const statuses = this.#counts.get(name) ?? new Map<string, number>();
    const shown = status === null ? "---" : String(status);
    this.#counts.set(name, statuses.set(shown, (statuses.get(shown) ?? 0) + 1));
    for (const id of faults) this.#met.set(id, (this.#met.get(id) ?? 0) + 1);
    this.#countRejection(name, entry);
  }

  /** What a fault or a limit does is in the table; what the client itself did wrong has a reason. */
  #countRejection(operation: string, { status, hint, faults }: Entry): void {
    if (status === null || status < 400 || status === 429 || hint === null || faults.length > 0)
      return;
    const name = `${operation} ${status}`;
    const rejection = this.#rejected.get(name) ?? { operation, status, count: 0, hint };
    rejection.count += 1;
    this.#rejected.set(name, rejection);
  }

  #reasons(): string[] {
    const rejections = [...this.#rejected.values()];
    const more = rejections.length - reasonsMax;
    const shown = rejections.slice(0, reasonsMax).map(({ operation, status, hint }) => {
      return `${ofStatus(status)(String(status))} ${operation}: ${printable(hint)}`;
    });
    return more > 0 ? [...shown, `… and ${more} more. --har FILE keeps every response`] : shown;
  }

  #faults(): { readonly id: string; readonly hits: number }[] {
    const planned = this.#emulator.faults.list().map(({ id }) => id);
    const all = new Set([...planned, ...this.#met.keys()]);
    return [...all].map((id) => ({ id, hits: this.#met.get(id) ?? 0 }));
  }

  #lines(): Line[] {
    return [...this.#counts]
      .map(([operation, statuses]) => ({
        operation,
        count: [...statuses.values()].reduce((sum, count) => sum + count, 0),
        statuses: new Map([...statuses].toSorted(([one], [other]) => one.localeCompare(other))),
      }))
      .toSorted((one, other) => other.count - one.count);
  }
}

const lineColumns = columns<Line>("operation~", "REQUESTS=count", {
  head: "STATUS",
  cell: ({ statuses }) => [...statuses].map(painted).join("  "),
});

const painted = ([status, count]: [status: string, count: number]): string =>
  ofStatus(Number(status) || 500)(count === 1 ? status : `${status} ×${count}`);
