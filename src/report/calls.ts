import { type Attempt, endsBefore, failed, isNamed } from "./attempt.ts";
import { type Differences, byDifference } from "./by-difference.ts";
import { ofLikeness } from "./by-likeness.ts";
import { lastChance } from "./last-chance.ts";
import type { Doubt, LogicalCall } from "./logical-call.ts";
import { type Reference, sortOf } from "./reference.ts";
import { groupedBy } from "./streams.ts";
import { type Draft, mayBeOneCall, named, wholeCalls } from "./whole-calls.ts";

/** The calls of a run, and what is not known of them. */
export interface Calls {
  readonly calls: readonly LogicalCall[];
  readonly doubts: readonly Doubt[];
}

/**
 * Tells which attempts belong together. What the client itself names the same is: by an idempotency key or a
 * `unique_id`, by `x-emulator-test-id` among requests that are alike, and as `wholeCalls` has it. Of all others a
 * reference tells how many calls they are; without one their likeness suggests it.
 *
 * @param attempts in the order in which they began
 * @param reference what the client asks where nothing goes wrong
 */
export function callsOf(attempts: readonly Attempt[], reference?: Reference): Calls {
  const whole = wholeCalls(attempts);
  const known = new Set(whole.flatMap((draft) => draft.attempts));
  const isRenamed = renamed(attempts, reference);
  const others = attempts.filter((each) => !known.has(each));
  const nameless = others.filter((each) => each.name === undefined || isRenamed(each));
  const ofNames = [
    ...whole,
    ...groupsOf(others.filter((each) => each.name !== undefined && !isRenamed(each))).flatMap(
      (group) => (isNamed(group[0] as Attempt) ? ofName(group) : ofTestId(group)),
    ),
  ];
  const { drafts, doubts } =
    reference === undefined
      ? { drafts: alike(nameless), doubts: [] }
      : byDifference(nameless, reference);
  return numbered([...withPerhapsNext(ofNames), ...drafts], doubts);
}

const alike = (attempts: readonly Attempt[]): Draft[] =>
  [...groupedBy(attempts, ({ likeness }) => likeness).values()].flatMap(ofLikeness);

function numbered(drafts: readonly Draft[], doubts: Differences["doubts"]): Calls {
  const calls = drafts
    .toSorted((a, b) => firstAt(a) - firstAt(b))
    .map((draft, index) => ({ id: index + 1, ...draft }));
  const idOf = new Map(calls.map(({ id, attempts: [begin] }) => [begin, id]));
  const inWay = (draft: Draft): LogicalCall => ({ id: idOf.get(draft.attempts[0]) ?? 0, ...draft });
  return {
    calls,
    doubts: doubts.map((doubt) => ({ ...doubt, ways: doubt.ways.map((way) => way.map(inWay)) })),
  };
}

const firstAt = ({ attempts }: Draft): number => attempts[0]?.at ?? 0;

/** Whose names are new for each attempt: a run with faults has more of them than one without. */
function renamed(
  attempts: readonly Attempt[],
  reference: Reference | undefined,
): (attempt: Attempt) => boolean {
  if (reference === undefined) return () => false;
  const names = groupedBy(attempts.filter(isNamed), sortOf);
  const sorts = new Set(
    [...names].flatMap(([sort, group]) => {
      const usual = reference.names(sort);
      const now = new Set(group.map(({ name }) => name?.value)).size;
      return usual !== undefined && usual > 0 && now > usual ? [sort] : [];
    }),
  );
  return (attempt) => isNamed(attempt) && sorts.has(sortOf(attempt));
}

function groupsOf(attempts: readonly Attempt[]): Attempt[][] {
  const groups = groupedBy(attempts, (each) =>
    [each.name?.by, each.name?.value, each.account, each.method, each.path].join("\n"),
  );
  return [...groups.values()].flatMap((group) =>
    group[0]?.name?.by !== "test id" || mayBeOneCall(group)
      ? [group]
      : [...groupedBy(group, (each) => each.likeness).values()],
  );
}

/** Attempts that carry one name: also those in flight at once are the same call's. */
function ofName(group: readonly Attempt[]): Draft[] {
  const parts: Attempt[][] = [];
  let overAt = Number.NEGATIVE_INFINITY;
  for (const attempt of group) {
    if (overAt <= attempt.at) {
      parts.push([]);
      overAt = Number.POSITIVE_INFINITY;
    }
    parts.at(-1)?.push(attempt);
    if (attempt.outcome === "answered") overAt = Math.min(overAt, attempt.end);
  }
  return parts.map((part) => named(part, part[0]?.name?.by));
}

/** A test may make a call again, or several at once: then its id does not tell them apart. */
const ofTestId = (group: readonly Attempt[]): Draft[] =>
  isInOrder(group) ? [named(group, "test id")] : ofLikeness(group);

/** Whether never two were in flight at once, and none came after a good answer. */
const isInOrder = (group: readonly Attempt[]): boolean =>
  group.slice(1).every((attempt, index) => {
    const before = group[index] as Attempt;
    return endsBefore(before, attempt) && before.outcome !== "answered";
  });

/** Who makes a name anew for each attempt is not told by it: the same under another name may be the next attempt. */
function withPerhapsNext(drafts: readonly Draft[]): Draft[] {
  const starts = groupedBy(
    drafts.map(({ attempts: [begin] }) => begin as Attempt).toSorted((a, b) => a.at - b.at),
    ({ kin }) => kin,
  );
  return drafts.map((draft) => {
    const end = draft.attempts.at(-1) as Attempt;
    if (!isNamed(end) || !failed(end)) return draft;
    const perhapsNext = (starts.get(end.kin) ?? []).find(
      (each) =>
        endsBefore(end, each) && each.at <= lastChance(end) && each.name?.value !== end.name?.value,
    );
    return { ...draft, perhapsNext };
  });
}
