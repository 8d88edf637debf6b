import { signal } from "@preact/signals";
import type { ListedEntry as Entry } from "../../control/requests/requests.ts";

/** A row before it has its number. */
export type Line =
  /** `isPast`: it is from before a restart or a reset, and nothing more is known of it. */
  | { readonly kind: "request"; readonly entry: Entry; readonly isPast?: true }
  | { readonly kind: "gap"; readonly missed: number | null }
  | { readonly kind: "break"; readonly text: string };

/** A line of the list of requests. Its number never changes, whatever leaves before it. */
export type Row = Line & { readonly number: number };

/** The requests that the page knows, oldest first. The oldest make room. */
export class Requests {
  /** Counts on with every change, once a frame at most: what reads it is drawn anew. */
  readonly version = signal(0);
  /** Another one: rows that were there are others now. */
  generation = 0;
  /** As many as the emulator keeps. */
  max = 10_000;
  rows: readonly Row[] = [];
  /** The number that the next row gets. */
  end = 0;
  readonly #known = new Map<string, Entry>();

  get(id: string): Entry | undefined {
    return this.#known.get(id);
  }

  /** Takes rows in at the end; a request that is known already is none. */
  add(lines: readonly Line[]): void {
    const rows = this.rows as Row[];
    for (const line of lines) {
      if (line.kind === "request") {
        if (this.#known.has(line.entry.id)) continue;
        this.#known.set(line.entry.id, line.entry);
      }
      rows.push({ ...line, number: this.end });
      this.end += 1;
    }
    // Some more than there is room for: moving the rest once in a while keeps a change cheap.
    const leaving = rows.length < this.max * 1.1 ? [] : rows.splice(0, rows.length - this.max);
    for (const row of leaving) if (row.kind === "request") this.#known.delete(row.entry.id);
    this.version.value += 1;
  }

  /** Puts requests that have ended in the place of what was known of them. */
  renew(entries: readonly Entry[]): void {
    const rows = this.rows as Row[];
    for (const entry of entries) {
      if (!this.#known.has(entry.id)) continue;
      this.#known.set(entry.id, entry);
      const at = rows.findLastIndex((row) => row.kind === "request" && row.entry.id === entry.id);
      const row = rows[at];
      if (row?.kind === "request") rows[at] = { ...row, entry };
      this.generation += 1;
      this.version.value += 1;
    }
  }

  /** Draws a line: what stands above it is gone, and its ids may come again. */
  divide(text: string): void {
    const past = this.rows.map((row) => (row.kind === "request" ? { ...row, isPast: true } : row));
    this.#begin(past as Row[]);
    this.add([{ kind: "break", text }]);
  }

  /** Puts the requests that are kept in the place of a gap. */
  fill(gap: number, entries: readonly Entry[]): void {
    if (this.rows.every(({ number }) => number !== gap)) return;
    const known = this.rows.flatMap((row) => (row.kind === "request" ? row.entry : []));
    this.#begin([]);
    const all = [...known, ...entries.filter(({ id }) => known.every((each) => each.id !== id))];
    all.sort((a, b) => a.arrivedReal - b.arrivedReal);
    this.add(all.map((entry) => ({ kind: "request", entry })));
  }

  #begin(rows: readonly Row[]): void {
    this.rows = rows;
    this.#known.clear();
    this.generation += 1;
  }
}
