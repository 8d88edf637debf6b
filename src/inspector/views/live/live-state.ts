import { computed, signal } from "@preact/signals";
import { clockTime } from "../../parts/time.ts";
import type { Row } from "../../store/requests.ts";
import type { Store } from "../../store/store.ts";
import { type Filter, filterOf } from "./filter.ts";
import { ShownRows } from "./shown-rows.ts";

/** What the list shows: which rows, up to which one, and which is open. */
export class LiveState {
  readonly text = signal("");
  /** Rows from this number on are counted, not shown; undefined: it follows. */
  readonly heldAt = signal<number | undefined>(undefined);
  /** The row that the keys stand on. */
  readonly marked = signal<string | undefined>(undefined);
  readonly filter;
  readonly shown;
  readonly #store: Store;
  readonly #rows = new ShownRows();

  constructor(store: Store) {
    this.#store = store;
    this.filter = computed<Filter>(() => filterOf(this.text.value, store.account.value));
    this.shown = computed(() => {
      void store.requests.version.value;
      return this.#rows.take(store.requests, this.filter.value, this.heldAt.value ?? Infinity);
    });
  }

  /** Shows no newer rows than there are now. */
  hold(): void {
    this.heldAt.value ??= this.#store.requests.end;
  }

  /** Shows all that there is, and goes on with the newest. */
  follow(): void {
    this.heldAt.value = undefined;
  }

  /** The request so many rows from the marked one; the newest, if none is. */
  step(by: number): string | undefined {
    const { rows } = this.shown.value;
    const at = rows.findIndex((row) => isMarked(row, this.marked.value));
    for (
      let index = at < 0 ? rows.length - 1 : at + by;
      index >= 0 && index < rows.length;
      index += by
    ) {
      const row = rows[index];
      if (row?.kind === "request" && row.isPast !== true) return row.entry.id;
    }
    return undefined;
  }

  /** Whether the list knows it. */
  isListed(id: string): boolean {
    void this.#store.requests.version.value;
    return this.#store.requests.get(id) !== undefined;
  }

  /** Puts a word into the filter, or takes it out. */
  toggle(word: string): void {
    const words = this.text.value.split(/\s+/).filter((each) => each !== "");
    const others = words.filter((each) => each !== word);
    this.text.value = (others.length < words.length ? others : [...words, word]).join(" ");
  }

  /** Shows what came from one second to another, both of world time since 1970. */
  choose(one: number, other: number): void {
    const others = this.text.value.split(/\s+/).filter((word) => !/^(since|until):|^$/.test(word));
    const [from, to] = [Math.min(one, other), Math.max(one, other) + 1];
    const span = [`since:${clockTime(from * 1000)}`, `until:${clockTime(to * 1000)}`];
    this.text.value = [...others, ...span].join(" ");
  }

  has(word: string): boolean {
    return this.text.value.split(/\s+/).includes(word);
  }
}

/** Whether the keys stand on this row. */
export const isMarked = (row: Row, id: string | undefined): boolean =>
  row.kind === "request" && row.isPast !== true && row.entry.id === id;
