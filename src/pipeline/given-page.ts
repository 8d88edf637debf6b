import { type Cursor, writeCursor } from "../jsonapi/cursor.ts";
import type { Query } from "../jsonapi/query.ts";
import { type Refusal, refused } from "../jsonapi/refusal.ts";
import type { Asking } from "../verbs/invocation.ts";
import type { Outcome } from "../verbs/outcome.ts";
import type { GivenPage } from "../world/journal/given-page.ts";
import type { Exchange } from "./exchange.ts";

/** What the journal keeps of a page, for those who ask whether a client has read them all; only of a walk forward. */
export function givenPage({ query, whole }: Exchange, outcome: Outcome): GivenPage | undefined {
  if (refused(outcome) || query?.page === undefined) return undefined;
  if (query.page.cursor?.backward) return undefined;
  const records = recordsOf(outcome);
  if (records === undefined || !("next" in outcome)) return undefined;
  const { next = null } = outcome;
  // The page's own array keeps room for more than it holds.
  return { records: records.slice(), size: query.page.size, next: cursorText(next, query), whole };
}

/** Apart, so that what keeps it keeps no more of the request than this. */
const cursorText =
  (next: Cursor | null, { identity }: Pick<Query, "identity">): GivenPage["next"] =>
  () =>
    next && writeCursor(next, identity);

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
