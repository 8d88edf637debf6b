import { type Attempt, type Attempts, endsBefore, failed, isNamed, lastChance } from "./attempt.ts";
import { byDifference, ofLikeness, isStrange, withAltered, mayBeOneCall, named } from "./drafts.ts";
import { wholeCalls, type Differences, type Draft } from "./drafts.ts";
import { type Doubt, type LogicalCall, nextAfter } from "./logical-call.ts";
import { type Reference, sortOf } from "../reference.ts";
import { atOnce } from "../../world/time/slices.ts";
import { filtered, flatMapped, grouped, mapped, type Slices, sorted } from "../slices.ts";
import { groupedBy } from "../streams.ts";

export type Calls = { readonly calls: readonly LogicalCall[]; readonly doubts: readonly Doubt[] };

/**
 * Tells which attempts, in order, belong together: by what the client names the same (an idempotency key, a
 * `unique_id`, a test id among alike ones, `wholeCalls`), else by a reference, and without one by likeness.
 */
export function* callsInSlices(attempts: Attempts, reference?: Reference): Slices<Calls> {
  const drafts = yield* wholeCalls(attempts);
  const known = new Set(yield* flatMapped(drafts, (draft) => draft.attempts));
  const others = yield* filtered(attempts, (each) => !known.has(each));
  const isRenamed = yield* renamed(attempts, reference);
  const isNameless = (each: Attempt) => each.name === undefined || isRenamed(each);
  const ofNames = yield* groupsOf(yield* filtered(others, (each) => !isNameless(each)));
  for (const group of ofNames) {
    for (const each of isNamed(group[0] as Attempt) ? ofName(group) : yield* ofTestId(group)) {
      drafts.push(each);
    }
    yield;
  }
  const nameless = yield* filtered(others, isNameless);
  if (reference === undefined) {
    const all = [...(yield* withPerhapsNext(drafts)), ...(yield* alike(nameless))];
    return yield* numbered(all, []);
  }
  const isNew = (each: Attempt) => isStrange(each, reference);
  const told = yield* byDifference(yield* filtered(nameless, (each) => !isNew(each)), reference);
  const strange = yield* filtered(nameless, isNew);
  const { drafts: whole, rest } = yield* withAltered([...drafts, ...told.drafts], strange);
  const other = yield* byDifference(rest, reference);
  const all = [...(yield* withPerhapsNext(whole)), ...other.drafts];
  return yield* numbered(all, [...told.doubts, ...other.doubts]);
}

export const callsOf = (attempts: Attempts, reference?: Reference): Calls =>
  atOnce(callsInSlices(attempts, reference));

function* alike(attempts: Attempts): Slices<Draft[]> {
  const drafts: Draft[] = [];
  for (const group of (yield* grouped(attempts, ({ likeness }) => likeness)).values()) {
    for (const each of yield* ofLikeness(group)) drafts.push(each);
    yield;
  }
  return drafts;
}

function* numbered(drafts: readonly Draft[], doubts: Differences["doubts"]): Slices<Calls> {
  const inOrder = yield* sorted(drafts, (a, b) => firstAt(a) - firstAt(b));
  const idOf = new Map<Attempt | undefined, number>();
  const calls = yield* mapped(inOrder.entries(), ([index, draft]) => {
    idOf.set(draft.attempts[0], index + 1);
    return { id: index + 1, ...draft };
  });
  const inWay = (draft: Draft): LogicalCall => ({ id: idOf.get(draft.attempts[0]) ?? 0, ...draft });
  const numberedWays = (ways: readonly (readonly Draft[])[]) => ways.map((way) => way.map(inWay));
  return { calls, doubts: doubts.map((each) => ({ ...each, ways: numberedWays(each.ways) })) };
}

const firstAt = ({ attempts }: Draft): number => attempts[0]?.at ?? 0;

/** Whose names are new for each attempt: a run with faults has more of them than one without. */
function* renamed(attempts: Attempts, reference?: Reference): Slices<(each: Attempt) => boolean> {
  if (reference === undefined) return () => false;
  const names = yield* grouped(yield* filtered(attempts, isNamed), sortOf);
  const sorts = new Set(
    [...names].flatMap(([sort, group]) => {
      const usual = reference.names(sort);
      const now = new Set(group.map(({ name }) => name?.value)).size;
      return usual !== undefined && usual > 0 && now > usual ? [sort] : [];
    }),
  );
  return (attempt) => isNamed(attempt) && sorts.has(sortOf(attempt));
}

function* groupsOf(attempts: Attempts): Slices<Attempt[][]> {
  const groups = yield* grouped(attempts, (each) =>
    [each.name?.by, each.name?.value, each.account, each.method, each.path].join("\n"),
  );
  return yield* flatMapped(groups.values(), (group) =>
    group[0]?.name?.by !== "test id" || mayBeOneCall(group)
      ? [group]
      : [...groupedBy(group, (each) => each.likeness).values()],
  );
}

/** Attempts that carry one name: also those in flight at once are the same call's. */
function ofName(group: Attempts): Draft[] {
  const parts: Attempt[][] = [];
  let overAt = -Infinity;
  for (const attempt of group) {
    if (overAt <= attempt.at) {
      parts.push([]);
      overAt = Infinity;
    }
    parts.at(-1)?.push(attempt);
    if (attempt.outcome === "answered") overAt = Math.min(overAt, attempt.end);
  }
  return parts.map((part) => named(part, part[0]?.name?.by));
}

/** A test may make a call again, or several at once: then its id does not tell them apart. */
function* ofTestId(group: Attempts): Slices<Draft[]> {
  return isInOrder(group) ? [named(group, "test id")] : yield* ofLikeness(group);
}

const isInOrder = (group: Attempts): boolean =>
  group.slice(1).every((attempt, index) => {
    const before = group[index] as Attempt;
    return endsBefore(before, attempt) && before.outcome !== "answered";
  });

/** Who makes a name anew for each attempt is not told by it: the same under another name may be the next attempt. */
function* withPerhapsNext(drafts: readonly Draft[]): Slices<Draft[]> {
  const begins = yield* mapped(drafts, ({ attempts: [begin] }) => begin as Attempt);
  const starts = yield* grouped(yield* sorted(begins, (a, b) => a.at - b.at), ({ kin }) => kin);
  return yield* mapped(drafts, (draft) => {
    const end = draft.attempts.at(-1) as Attempt;
    if (!isNamed(end) || !failed(end)) return draft;
    const alike = starts.get(end.kin) ?? [];
    const perhapsNext = nextAfter(alike, end, ({ name }) => name?.value !== end.name?.value);
    const isInTime = perhapsNext !== undefined && perhapsNext.at <= lastChance(end);
    return isInTime ? { ...draft, perhapsNext } : draft;
  });
}
