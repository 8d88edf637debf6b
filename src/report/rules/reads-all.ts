import type { Attempt, Attempts } from "../calls/attempt.ts";
import { answerOf } from "../finding-text.ts";
import { counted } from "../figures.ts";
import { isSettled, type Run } from "../calls/logical-call.ts";
import type { Finding, Rule } from "../rule.ts";
import { filtered, mapped } from "../slices.ts";
import { within } from "../streams.ts";
import { isWhole, type Paged, roundsOf, type Walk, walksOf } from "../calls/walks.ts";

type Walks = readonly Walk[];

/** So often a page is read in one walk by a client that never sees that it was there before. */
const roundsMax = 2;

export const readsAll: Rule = {
  id: "reads-all",
  title: "Read every page of a list",
  measures:
    "each walk through the pages of a list: were all records given, each once? Records that were written or removed meanwhile do not count",
  tolerance: () =>
    "only a walk that followed a link counts. It ends with the page that has no next link. It passes only if a page before had no records, since a client that stops at a short or empty page reads all other lists to the end, too",
  why: "A client that takes a short page for the last one loses records without an error.",
  expected: () => "every page until links.next is null",
  fix: "follow links.next until it is null, however many records a page has",
  unit: "walks were read to the end",
  event: "walk with an empty page before the last",
  exercise: "--scenario short-pages",
  about: "requests",
  *judge(run) {
    const walks = yield* walksOf(run.attempts);
    const isPast = (yield* filtered(walks, isPastEmpty)).length > 0;
    yield* yield* mapped(walks, (walk) => judged(run, walk, walks, isPast));
  },
};

/** @param isPast whether the client has gone on behind an empty page */
function judged(run: Run, walk: Walk, walks: Walks, isPast: boolean): Finding | undefined {
  const [begin] = walk.pages as readonly [Paged];
  const end = walk.pages.at(-1) as Paged;
  const attempts = begin === end ? [begin] : [begin, end];
  const pages = counted(walk.pages.length, "page");
  const rounds = roundsOf(walk);
  if (rounds > roundsMax) {
    const text = `${begin.operation}: read the same page ${rounds} times, since its cursor came round.`;
    const expected = "an end of the walk";
    const fix = "stop when links.next leads to a page that was read before";
    return { result: "failed", text, expected, fix, attempts };
  }
  const about = `${begin.operation}: read ${pages} to the end`;
  if (isWhole(walk)) return doubtOf(run, walk, walks, about) ?? read(walk, isPast, about);
  if (rounds === roundsMax || leadsBack(walk)) {
    const text = `${begin.operation}: stopped after ${pages}, where the cursor came round.`;
    return { result: "unknown", text, attempts };
  }
  if (walk.refused.length > 0) return refused(walk, walks, isPast, pages);
  return isSettled(run, end) ? stopped(run, walk, pages) : undefined;
}

function leadsBack({ pages }: Walk): boolean {
  const ids = new Set(pages.slice(0, -1).flatMap(idsOf));
  const last = pages.at(-1);
  return last?.injected.includes("page cycle") === true || idsOf(last).some((id) => ids.has(id));
}

const idsOf = (paged: Paged | undefined): string[] => paged?.page.records.map(({ id }) => id) ?? [];

const isShort = ({ page }: Paged) => page.records.length < page.size && page.next() !== null;

/** Whether it was read to the end, although a page before was empty. */
const isPastEmpty = (walk: Walk): boolean =>
  isWhole(walk) && walk.pages.some((page) => isShort(page) && page.page.records.length === 0);

function doubtOf(run: Run, walk: Walk, walks: Walks, about: string): Finding | undefined {
  const attempts = [walk.pages[0] as Paged, walk.pages.at(-1) as Paged];
  const given = walk.pages.flatMap(idsOf);
  const ids = new Set(given);
  const changed = changedDuring(run, walk);
  const whole = walk.pages[0]?.page.whole?.() ?? [];
  const missing = whole.filter((id) => !ids.has(id) && !changed.has(id) && !isReadBy(walks, id));
  if (missing.length > 0) {
    const text = `${about}, but ${counted(missing.length, "record")} of the list was on none of them.`;
    const wouldDecide = "read the list a second time";
    return { result: "undecided", leaning: "fail", text, wouldDecide, attempts };
  }
  const seen = new Set<string>();
  const twice = given.filter((id) => (seen.has(id) ? !changed.has(id) : !seen.add(id)));
  if (twice.length === 0) return undefined;
  const text = `${about}, with ${counted(twice.length, "record")} on two pages.`;
  const wouldDecide = "check in the client's own data that no record is there twice";
  return { result: "undecided", text, wouldDecide, attempts };
}

function read(walk: Walk, isPast: boolean, about: string): Finding {
  const shorts = walk.pages.filter(isShort);
  const short = shorts.find(({ page }) => page.records.length === 0) ?? shorts[0];
  const attempts = [short ?? (walk.pages[0] as Paged), walk.pages.at(-1) as Paged];
  if (short === undefined) {
    const text = `${about}. Every page but the last was full, so a client that counts records ends there, too.`;
    return { result: "unknown", text, attempts };
  }
  const had = counted(short.page.records.length, "record");
  const text = `${about}, although one of them had ${had} instead of ${short.page.size}.`;
  return goneOn(isPast, text, attempts);
}

/** A client may stop at a page without records, and go on after one with a few. */
function goneOn(isPast: boolean, text: string, attempts: Attempts): Finding {
  if (isPast) return { result: "passed", text, attempts };
  const wouldDecide = "let a page before the last have no records";
  return { result: "undecided", leaning: "pass", text, wouldDecide, attempts };
}

function changedDuring(run: Run, { pages }: Walk): ReadonlySet<string> {
  const meanwhile = within(run.attempts, pages[0]?.at ?? 0, pages.at(-1)?.end ?? 0);
  return new Set(meanwhile.flatMap(({ written }) => written.map(({ id }) => id)));
}

const isReadBy = (walks: Walks, id: string): boolean =>
  walks.some(({ pages }) => pages.some(({ page }) => page.records.some((each) => each.id === id)));

function refused(walk: Walk, walks: Walks, isPast: boolean, pages: string): Finding {
  const begin = walk.pages[0] as Paged;
  const end = walk.refused.at(-1) as Attempt;
  const isAgain = (each: Paged): boolean => each.likeness === begin.likeness && each.at > end.at;
  const again = walks.find((each) => isWhole(each) && isAgain(each.pages[0] as Paged));
  const about = `${begin.operation}: ${pages}, then ${answerOf(end)}`;
  if (again === undefined)
    return { result: "unknown", text: `${about}, where the client stopped.`, attempts: [end] };
  return goneOn(isPast, `${about}. The client began again.`, [end, again.pages[0] as Paged]);
}

function stopped({ reference }: Run, walk: Walk, pages: string): Finding | undefined {
  const begin = walk.pages[0] as Paged;
  const end = walk.pages.at(-1) as Paged;
  const isUsual = reference?.readsAll(begin.likeness);
  const attempts = [end];
  const { records, size } = end.page;
  const short = isShort(end) ? ` The last had ${records.length} records of ${size}.` : "";
  const text = `${begin.operation}: stopped after ${pages}, the last with a next link.${short}`;
  if (isUsual === true) return { result: "failed", text, attempts };
  // Many clients want no more than the first page: only one that has followed a link wants them all.
  if (isUsual === false || walk.pages.length === 1) return undefined;
  const wouldDecide = reference
    ? "let its two runs without faults read alike"
    : "add exec --compare";
  return { result: "undecided", leaning: "fail", text, wouldDecide, attempts };
}
