import { writeCursor } from "../jsonapi/cursor.ts";
import { type Refusal, refused } from "../jsonapi/refusal.ts";
import type { Asking } from "../verbs/call.ts";
import type { Outcome } from "../verbs/outcome.ts";
import type { GivenPage } from "../world/given-page.ts";
import type { Exchange } from "./exchange.ts";

/** What the journal keeps of a page, for those who ask whether a client has read them all; only of a walk forward. */
export function givenPage({ query, whole }: Exchange, outcome: Outcome): GivenPage | undefined {
  if (refused(outcome) || query?.page === undefined) return undefined;
  if (query.page.cursor?.backward) return undefined;
  const records = recordsOf(outcome);
  if (records === undefined || !("next" in outcome)) return undefined;
  const { next = null } = outcome;
  const text = () => next && writeCursor(next, query.identity);
  return { records, size: query.page.size, next: text, whole };
}

function recordsOf(outcome: Exclude<Outcome, Refusal>): GivenPage["records"] | undefined {
  if (outcome.kind === "page") return outcome.records;
  return outcome.kind === "linkage" && Array.isArray(outcome.data) ? outcome.data : undefined;
}

/**
 * What a walk that begins now would give without faults, if somebody asks.
 *
 * @param call on an account that nobody writes to
 */
export function wholeWalk(
  call: Asking,
  go: (call: Asking) => Outcome,
): (() => readonly string[]) | undefined {
  if (call.query.page === undefined || call.query.page.cursor !== undefined) return undefined;
  return () => {
    const page = { size: Number.MAX_SAFE_INTEGER, cursor: undefined };
    const all = go({ ...call, query: { ...call.query, page } });
    return refused(all) ? [] : (recordsOf(all) ?? []).map(({ id }) => id);
  };
}
