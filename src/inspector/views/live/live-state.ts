import { computed, signal } from "@preact/signals";
import { clockTime } from "../../parts/time.ts";
import type { Store } from "../../store/store.ts";
import type { Ui } from "../../store/ui.ts";
import { type Filter, filterOf, suggestionsFor } from "./filter.ts";
import { ShownRows } from "./shown-rows.ts";

/** What the list shows: which rows, and up to which one. */
export class LiveState {
  /** Rows from this number on are counted, not shown; undefined: it follows. */
  readonly heldAt = signal<number | undefined>(undefined);
  /** The requests that the emulator found, where only it can tell; undefined: the page can. */
  readonly found = signal<ReadonlySet<string> | undefined>(undefined);
  /** What is typed into the filter, and what it could become. */
  readonly text;
  readonly suggested;
  readonly filter;
  readonly shown;
  readonly #store: Store;
  readonly #ui: Ui;
  readonly #rows = new ShownRows();

  constructor(store: Store, ui: Ui) {
    this.#store = store;
    this.#ui = ui;
    this.text = computed(() => ui.asked("q"));
    const known = { sandboxNamed: (account: string) => store.sandboxNamed(account) };
    this.filter = computed<Filter>(() => {
      void store.sandboxes.value;
      return filterOf(this.text.value, store.account.value, known, this.found.value);
    });
    this.suggested = computed(() => suggestionsFor(this.text.value, store));
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

  /** Puts a word into the filter, or takes it out. */
  toggle(word: string): void {
    const others = this.#words.filter((each) => each !== word);
    this.#type(this.has(word) ? others : [...others, word]);
  }

  /** Shows what came from one second to another, both of world time since 1970. */
  choose(one: number, other: number): void {
    const others = this.#words.filter((word) => !/^(since|until):/.test(word));
    const [from, to] = [Math.min(one, other), Math.max(one, other) + 1];
    this.#type([...others, `since:${clockTime(from * 1000)}`, `until:${clockTime(to * 1000)}`]);
  }

  has(word: string): boolean {
    return this.#words.includes(word);
  }

  get #words(): readonly string[] {
    return this.text.value.split(/\s+/).filter(Boolean);
  }

  #type(words: readonly string[]): void {
    this.#ui.ask("q", words.join(" "));
  }
}
