import { type Cursor, writeCursor } from "../jsonapi/cursor.ts";
import { invalidCursor, type Refusal, refused } from "../jsonapi/refusal.ts";
import type { Query } from "../jsonapi/query.ts";
import type { Asking } from "../verbs/invocation.ts";
import type { Outcome } from "../verbs/outcome.ts";
import { isDescending } from "../verbs/page.ts";
import type { OutcomeInput } from "../world/faults/types.ts";
import type { GivenPage } from "../world/journal/entry.ts";
import type { Exchange } from "./exchange.ts";

type Go = (call: Asking) => Outcome;
type PageFault = NonNullable<OutcomeInput["page"]>;
type Kind = Extract<PageFault, string>;

/** An answer with links to the pages beside it. */
export type Paged = Exclude<Outcome, Refusal> & {
  readonly next: Cursor | null;
  readonly prev: Cursor | null;
};

export const isPaged = (answer: Outcome): answer is Paged =>
  "next" in answer && answer.next !== undefined;

/** Whether a page would be another one: a short one needs two records, a record that is left out one behind it. */
export function pageMatters(page: PageFault, call: Asking, go: Go, answer: Paged): boolean {
  if (typeof page === "object") return page.cap < sizeOf(call) && page.cap < lengthOf(call, answer);
  return rules[page].matters({ call, go, answer });
}

/** The page that a fault gives in the place of one. */
export function otherPage(page: PageFault, call: Asking, go: Go, answer: Paged): Outcome {
  if (typeof page === "object") return sized(call, go, Math.min(page.cap, sizeOf(call)));
  return rules[page].page({ call, go, answer });
}

interface Turned {
  readonly call: Asking;
  readonly go: Go;
  readonly answer: Paged;
}

const isLong = ({ call, answer }: Turned): boolean => lengthOf(call, answer) >= 2;
const goesOn = ({ call, answer }: Turned): boolean => onwardOf(call, answer) !== null;

/** What each kind makes of a page, and whether it can. */
const rules: Readonly<
  Record<Kind, { matters: (turned: Turned) => boolean; page: (turned: Turned) => Outcome }>
> = {
  short: {
    matters: isLong,
    page: ({ call, go, answer }) => sized(call, go, Math.floor(lengthOf(call, answer) / 2)),
  },
  empty: {
    matters: (turned) => lengthOf(turned.call, turned.answer) >= 1 && placeBefore(turned) !== null,
    page: (turned) => {
      const { call, go } = turned;
      return onwards(call, sized(call, go, 0), placeBefore(turned));
    },
  },
  repeat: {
    matters: (turned) => isLong(turned) && goesOn(turned),
    page: ({ call, go, answer }) =>
      onwards(call, answer, onwardOf(call, sized(call, go, lengthOf(call, answer) - 1))),
  },
  skip: {
    matters: goesOn,
    page: ({ call, go, answer }) =>
      onwards(call, answer, onwardOf(call, sized(call, go, lengthOf(call, answer) + 1))),
  },
  cycle: {
    matters: (turned) => placeOfFirst(turned) !== null,
    page: (turned) => onwards(turned.call, turned.answer, placeOfFirst(turned)),
  },
  expire: {
    matters: ({ call }) => call.query.page?.cursor !== undefined,
    page: () => invalidCursor("the cursor has expired: begin again without page[cursor]"),
  },
};

const sizeOf = ({ query }: Asking): number => query.page?.size ?? 0;

/** How many records a page has; of one that is part of a record: how many were asked for. */
function lengthOf(call: Asking, answer: Paged): number {
  if (answer.kind === "page") return answer.records.length;
  return answer.kind === "linkage" && Array.isArray(answer.data)
    ? answer.data.length
    : sizeOf(call);
}

/** The same page with another number of records. */
function sized(call: Asking, go: Go, size: number): Paged {
  const query: Query = { ...call.query, page: { size, cursor: call.query.page?.cursor } };
  return go({ ...call, query }) as Paged;
}

const isBackward = ({ query }: Asking): boolean => query.page?.cursor?.backward ?? false;

/** Where a walk goes on: on a way back, that is before the page. */
const onwardOf = (call: Asking, { next, prev }: Paged): Cursor | null =>
  isBackward(call) ? prev : next;

const onwards = (call: Asking, answer: Paged, to: Cursor | null): Paged =>
  isBackward(call) ? { ...answer, prev: to } : { ...answer, next: to };

/** From where the page was cut: its own cursor, or the place before everything. */
const placeBefore = (turned: Turned): Cursor | null =>
  turned.call.query.page?.cursor ?? placeOfFirst(turned);

/** The place before the first record of a walk. null: there is but one record, to which no link leads. */
function placeOfFirst({ call, go }: Turned): Cursor | null {
  const query: Query = { ...call.query, page: { size: 1, cursor: undefined } };
  const { next } = go({ ...call, query }) as Paged;
  return next && { ...next, seq: next.seq + (isDescending(query) ? 0.5 : -0.5) };
}

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

/** What a walk that begins now would give without faults. @param call on an account that nobody writes to */
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
