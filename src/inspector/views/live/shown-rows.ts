import type { Requests, Row } from "../../store/requests.ts";
import type { Filter } from "./filter.ts";

/** The rows that a filter lets through. What comes at the end is looked at once. */
export class ShownRows {
  #rows: Row[] = [];
  #next = 0;
  #filter: Filter | undefined;
  #generation = -1;

  /** @param end rows from this number on are counted, not shown */
  take(
    requests: Requests,
    filter: Filter,
    end: number,
  ): { readonly rows: readonly Row[]; readonly newer: number } {
    if (filter !== this.#filter || requests.generation !== this.#generation) {
      this.#rows = [];
      this.#next = 0;
      this.#filter = filter;
      this.#generation = requests.generation;
    }
    const all = requests.rows;
    const first = all[0]?.number ?? requests.end;
    const from = Math.max(0, this.#next - first);
    for (let index = from; index < all.length; index += 1) {
      const row = all[index];
      if (row !== undefined && filter.passes(row)) this.#rows.push(row);
    }
    this.#next = requests.end;
    const gone = this.#rows.findIndex(({ number }) => number >= first);
    if (gone > 0) this.#rows = this.#rows.slice(gone);
    if (end >= requests.end) return { rows: this.#rows, newer: 0 };
    const cut = placeOf(this.#rows, end);
    return { rows: this.#rows.slice(0, cut), newer: this.#rows.length - cut };
  }
}

/** Where the first row with this number or a higher one stands. */
function placeOf(rows: readonly Row[], number: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.number ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
