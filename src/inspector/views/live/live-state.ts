import { computed, signal } from "@preact/signals";
import { isAsked, isDeep, type Known, wordsOf } from "../../../world/journal/query/query.ts";
import { clockTime } from "../../parts/time.ts";
import type { Requests, Row } from "../../store/requests.ts";
import type { Store } from "../../store/store.ts";
import type { Ui } from "../../store/ui.ts";

/** The buttons beside the filter: each is a word that can be typed as well. */
export const quickWords = ["429", "rejected", "faulted", "wrote"] as const;

/** Whether the whole requests must be asked, which only the emulator has. */
export const needsEmulator = (text: string): boolean => wordsOf(text).some(isDeep);

type Filter = (row: Row) => boolean;

/** What a query lets through. @param ids what the emulator found, where a word asks for more than an entry says */
function filterOf(
  text: string,
  account: string | undefined,
  known: Known,
  ids: ReadonlySet<string> | undefined,
): Filter {
  const words = wordsOf(text);
  return (row) =>
    row.kind !== "request" ||
    ((account === undefined || row.entry.account === account) &&
      isAsked(words, row.entry, known) &&
      (ids === undefined || ids.has(row.entry.id)));
}

const suggestedMax = 30;

const quoted = (value: string): string => (/\s/.test(value) ? `"${value}"` : value);

/** Whole queries that what is typed could become, by what there is. */
function suggestionsFor(text: string, { requests, faults, sandboxes }: Store): string[] {
  const [, before = "", last = ""] = /^(.*\s)?(\S*)$/s.exec(text) ?? [];
  const found = new Set("rejected faulted wrote lost status:4xx status:5xx".split(" "));
  for (const row of requests.rows) {
    if (row.kind !== "request") continue;
    const { operation, key, stage, testId, status } = row.entry;
    for (const [name, value] of Object.entries({ operation, key, stage, status, test: testId }))
      if (value !== null) found.add(`${name}:${quoted(String(value))}`);
  }
  for (const { id } of faults.value) found.add(`fault:${id}`);
  for (const { name } of sandboxes.value) if (name !== null) found.add(`sandbox:${quoted(name)}`);
  const [, not = "", begun = ""] = /^(-?)(.*)$/s.exec(last) ?? [];
  const like = [...found].filter((each) => each !== last && each.includes(begun));
  return like.slice(0, suggestedMax).map((each) => before + not + each);
}

/** The rows that a filter lets through. What comes at the end is looked at once. */
class ShownRows {
  #rows: Row[] = [];
  #next = 0;
  #filter: Filter | undefined;
  #generation = -1;

  /** @param end rows from this number on are counted, not shown */
  take(requests: Requests, filter: Filter, end: number) {
    if (filter !== this.#filter || requests.generation !== this.#generation) {
      this.#rows = [];
      this.#next = 0;
      this.#filter = filter;
      this.#generation = requests.generation;
    }
    const first = requests.rows[0]?.number ?? requests.end;
    for (const row of requests.rows.slice(Math.max(0, this.#next - first)))
      if (filter(row)) this.#rows.push(row);
    this.#next = requests.end;
    const gone = this.#rows.findIndex(({ number }) => number >= first);
    if (gone > 0) this.#rows = this.#rows.slice(gone);
    if (end >= requests.end) return { rows: this.#rows, newer: 0 };
    const cut = this.#rows.findLastIndex(({ number }) => number < end) + 1;
    return { rows: this.#rows.slice(0, cut), newer: this.#rows.length - cut };
  }
}

export function liveState(store: Store, ui: Ui) {
  /** Rows from this number on are counted, not shown; undefined: it follows. */
  const heldAt = signal<number | undefined>(undefined);
  /** The requests that the emulator found, where only it can tell; undefined: the page can. */
  const found = signal<ReadonlySet<string> | undefined>(undefined);
  const text = computed(() => ui.asked("q"));
  const filter = computed(() => {
    void store.sandboxes.value;
    return filterOf(text.value, store.account.value, store, found.value);
  });
  const rows = new ShownRows();
  const words = (): readonly string[] => text.value.split(/\s+/).filter(Boolean);
  const type = (next: readonly string[]): void => ui.ask("q", next.join(" "));
  return {
    heldAt,
    found,
    text,
    suggested: computed(() => suggestionsFor(text.value, store)),
    shown: computed(() => {
      void store.requests.version.value;
      return rows.take(store.requests, filter.value, heldAt.value ?? Infinity);
    }),
    /** Shows no newer rows than there are now. */
    hold(): void {
      heldAt.value ??= store.requests.end;
    },
    /** Shows all that there is, and goes on with the newest. */
    follow(): void {
      heldAt.value = undefined;
    },
    has: (word: string): boolean => words().includes(word),
    toggle(word: string): void {
      const others = words().filter((each) => each !== word);
      type(words().includes(word) ? others : [...others, word]);
    },
    /** Shows what came from one second to another, both of world time since 1970. */
    choose(one: number, other: number): void {
      const others = words().filter((word) => !/^(since|until):/.test(word));
      const [from, to] = [Math.min(one, other), Math.max(one, other) + 1];
      type([...others, `since:${clockTime(from * 1000)}`, `until:${clockTime(to * 1000)}`]);
    },
  };
}

export type LiveState = ReturnType<typeof liveState>;
