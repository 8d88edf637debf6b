import {
  isAsked,
  isDeep,
  type Known,
  type Word,
  wordsOf,
} from "../../../world/journal/query/query.ts";
import type { Row } from "../../store/requests.ts";
import type { Store } from "../../store/store.ts";

/** The buttons beside the filter: each is a word that can be typed as well. */
export const quickWords = ["429", "rejected", "faulted", "wrote"] as const;

/** What a query lets through. */
export interface Filter {
  passes(row: Row): boolean;
}

/** Whether the whole requests must be asked, which only the emulator has. */
export const needsEmulator = (text: string): boolean => wordsOf(text).some(isDeep);

/**
 * @param account only requests of this account; undefined: of all
 * @param ids the requests that the emulator found, where a word asks for more than an entry says
 */
export function filterOf(
  text: string,
  account: string | undefined,
  known: Known,
  ids: ReadonlySet<string> | undefined,
): Filter {
  const words: readonly Word[] = wordsOf(text);
  return {
    passes: (row) =>
      row.kind !== "request" ||
      ((account === undefined || row.entry.account === account) &&
        isAsked(words, row.entry, known) &&
        (ids === undefined || ids.has(row.entry.id))),
  };
}

/** As many words are suggested. */
const suggestedMax = 30;

/** Whole queries that what is typed could become, by what there is. */
export function suggestionsFor(text: string, { requests, faults, sandboxes }: Store): string[] {
  const [, before = "", last = ""] = /^(.*\s)?(\S*)$/s.exec(text) ?? [];
  const found = new Set<string>([
    "rejected",
    "faulted",
    "wrote",
    "lost",
    "status:4xx",
    "status:5xx",
  ]);
  for (const row of requests.rows) {
    if (row.kind !== "request") continue;
    const { operation, key, stage, testId, status } = row.entry;
    for (const [name, value] of Object.entries({ operation, key, stage, status, test: testId }))
      if (value !== null) found.add(`${name}:${quoted(String(value))}`);
  }
  for (const { id } of faults.value) found.add(`fault:${id}`);
  for (const { name } of sandboxes.value) if (name !== null) found.add(`sandbox:${quoted(name)}`);
  const like = [...found].filter((each) => each !== last && each.includes(last.replace(/^-/, "")));
  return like
    .slice(0, suggestedMax)
    .map((each) => before + (last.startsWith("-") ? "-" : "") + each);
}

const quoted = (value: string): string => (/\s/.test(value) ? `"${value}"` : value);
