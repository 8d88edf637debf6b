import { type Cursor, writeCursor } from "../jsonapi/cursor.ts";
import { invalidCursor, type Refusal, refused } from "../jsonapi/refusal.ts";
import type { Query } from "../jsonapi/query.ts";
import type { Asking } from "../verbs/invocation.ts";
import type { Outcome } from "../verbs/outcome.ts";
import { isDescending } from "../verbs/page.ts";
import type { OutcomeInput } from "../world/faults/types.ts";
import type { GivenPage } from "../world/journal/entry.ts";
import type { Exchange } from "./exchange.ts";

/** Does what an operation does without any fault. */
export type Go = (call: Asking) => Outcome;

type PageFault = NonNullable<OutcomeInput["page"]>;

/** An answer with links to the pages beside it. */
export type Paged = Exclude<Outcome, Refusal> & {
  readonly next: Cursor | null;
  readonly prev: Cursor | null;
};

export const isPaged = (answer: Outcome): answer is Paged =>
  "next" in answer && answer.next !== undefined;

type Turned = { readonly call: Asking; readonly go: Go; readonly answer: Paged };

/** Whether a page would be another one: a short one needs two records, a record that is left out one behind it. */
export function pageMatters(page: PageFault, turned: Turned): boolean {
  if (typeof page === "string") return rules[page].matters(turned);
  return page.cap < sizeOf(turned) && page.cap < lengthOf(turned);
}

export function otherPage(page: PageFault, turned: Turned): Outcome {
  if (typeof page === "string") return rules[page].page(turned);
  return sized(turned, Math.min(page.cap, sizeOf(turned)));
}

const isLong = (turned: Turned): boolean => lengthOf(turned) >= 2;
const goesOn = (turned: Turned): boolean => onwardOf(turned) !== null;

interface Rule {
  readonly matters: (turned: Turned) => boolean;
  readonly page: (turned: Turned) => Outcome;
}

/** What each kind makes of a page, and whether it can. */
const rules: Readonly<Record<Extract<PageFault, string>, Rule>> = {
  short: {
    matters: isLong,
    page: (turned) => sized(turned, Math.floor(lengthOf(turned) / 2)),
  },
  empty: {
    matters: (turned) => lengthOf(turned) >= 1 && placeBefore(turned) !== null,
    page: (turned) => onwards(turned.call, sized(turned, 0), placeBefore(turned)),
  },
  repeat: {
    matters: (turned) => isLong(turned) && goesOn(turned),
    page: (turned) => onwards(turned.call, turned.answer, onwardWith(turned, -1)),
  },
  skip: {
    matters: goesOn,
    page: (turned) => onwards(turned.call, turned.answer, onwardWith(turned, 1)),
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

const sizeOf = ({ call }: Turned): number => call.query.page?.size ?? 0;

/** How many records a page has; of one that is part of a record: how many were asked for. */
function lengthOf(turned: Turned): number {
  return recordsOf(turned.answer)?.length ?? sizeOf(turned);
}

function sized({ call, go }: Turned, size: number): Paged {
  const query: Query = { ...call.query, page: { size, cursor: call.query.page?.cursor } };
  return go({ ...call, query }) as Paged;
}

const isBackward = ({ query }: Asking): boolean => query.page?.cursor?.backward ?? false;

/** Where a walk goes on: on a way back, that is before the page. */
const onwardOf = ({ call, answer: { next, prev } }: Turned): Cursor | null =>
  isBackward(call) ? prev : next;

/** Where it goes on from a page with so many records more. */
const onwardWith = (turned: Turned, more: number): Cursor | null =>
  onwardOf({ ...turned, answer: sized(turned, lengthOf(turned) + more) });

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
  return {
    records: records.slice(),
    size: query.page.size,
    next: cursorText(next, query.identity),
    whole,
  };
}

/** Apart, so that what keeps it keeps no more of the request than this. */
const cursorText = (next: Cursor | null, identity: string) => () =>
  next && writeCursor(next, identity);

function recordsOf(outcome: Exclude<Outcome, Refusal>): GivenPage["records"] | undefined {
  if (outcome.kind === "page") return outcome.records;
  return outcome.kind === "linkage" && Array.isArray(outcome.data) ? outcome.data : undefined;
}

/** What a walk that begins now would give without faults. @param call on an account that nobody writes to */
export function wholeWalk(call: Asking, go: Go): (() => readonly string[]) | undefined {
  if (call.query.page === undefined || call.query.page.cursor !== undefined) return undefined;
  return () => {
    const page = { size: Number.MAX_SAFE_INTEGER, cursor: undefined };
    const all = go({ ...call, query: { ...call.query, page } });
    return refused(all) ? [] : (recordsOf(all) ?? []).map(({ id }) => id);
  };
}
