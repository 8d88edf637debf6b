import { type Attempt, endsBefore, failed, isNamed } from "./attempt.ts";
import { type LogicalCall, nextAfter } from "./logical-call.ts";
import { groupedBy } from "./streams.ts";
import { type Draft, mayBeOneCall, wholeCalls } from "./whole-calls.ts";

/**
 * How long after a failure an attempt is still taken for its retry, in the client's milliseconds, unless
 * the answer said to wait longer. @guess
 */
const retryWithinMs = 60_000;

/**
 * Tells which attempts belong together. What the client itself names the same is: by an idempotency
 * key or a `unique_id` surely, by `x-emulator-test-id` among requests that are alike, and as `wholeCalls` has it. All
 * others are told by likeness (account, method, target, body): an attempt belongs to the call whose last
 * attempt failed before it began, no longer ago than `retryWithinMs` or three times its Retry-After; of
 * several, to the one that may be tried again first. See `LogicalCall.sure` for what is known then.
 *
 * @param attempts in the order in which they began
 */
export function callsOf(attempts: readonly Attempt[]): LogicalCall[] {
  const whole = wholeCalls(attempts);
  const known = new Set(whole.flatMap((draft) => draft.attempts));
  const groups = groupsOf(attempts.filter((each) => !known.has(each)));
  const drafts = [...groups.values()].flatMap((group) =>
    isNamed(group[0] as Attempt) ? ofName(group) : ofLikeness(group),
  );
  drafts.push(...whole);
  const calls = drafts
    .toSorted((a, b) => firstAt(a) - firstAt(b))
    .map((draft, index) => ({ id: index + 1, ...draft }));
  return withPerhapsNext(calls);
}

const firstAt = ({ attempts }: Draft): number => attempts[0]?.at ?? 0;

function groupsOf(attempts: readonly Attempt[]): Map<string, Attempt[]> {
  const groups = groupedBy(attempts, (each) => {
    if (each.name === undefined) return each.likeness;
    const { by, value } = each.name;
    return [by, value, each.account, each.method, each.path].join("\n");
  });
  // What is put into a map while it is gone through would be gone through, too.
  const parts = new Map<string, Attempt[]>();
  for (const [key, group] of groups) {
    if (group[0]?.name?.by !== "test id" || mayBeOneCall(group)) continue;
    groups.delete(key);
    for (const [likeness, part] of groupedBy(group, (each) => each.likeness)) {
      parts.set(`${key}\n${likeness}`, part);
    }
  }
  return new Map([...groups, ...parts]);
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
  const knownBy = group[0]?.name?.by ?? "likeness";
  return parts.map((part) => ({
    attempts: part,
    knownBy,
    sure: true,
    group,
    perhapsNext: undefined,
  }));
}

function ofLikeness(group: readonly Attempt[]): Draft[] {
  const knownBy = group[0]?.name?.by ?? "likeness";
  const sure = isInOrder(group);
  const parts: Attempt[][] = [];
  // Of those that have failed: what is over or has been tried again is no longer looked at.
  let waiting: Attempt[][] = [];
  let running: Attempt[][] = [];
  for (const attempt of group) {
    const ended = (part: Attempt[]) => endsBefore(part.at(-1) as Attempt, attempt);
    waiting.push(...running.filter((part) => ended(part) && failed(part.at(-1) as Attempt)));
    running = running.filter((part) => !ended(part));
    waiting = waiting.filter((part) => attempt.at <= lastChance(part.at(-1) as Attempt));
    const next = waiting.reduce<Attempt[] | undefined>(
      (best, part) => (best === undefined || allowedAt(part) < allowedAt(best) ? part : best),
      undefined,
    );
    if (next === undefined) {
      const part = [attempt];
      parts.push(part);
      running.push(part);
      continue;
    }
    waiting = waiting.filter((part) => part !== next);
    next.push(attempt);
    running.push(next);
  }
  return parts.map((part) => ({ attempts: part, knownBy, sure, group, perhapsNext: undefined }));
}

const allowedAt = (part: readonly Attempt[]): number => {
  const { end = 0, retryAfterMs = 0 } = part.at(-1) ?? {};
  return end + retryAfterMs;
};

/** Until when an attempt may be this one's retry. */
export const lastChance = ({ end, retryAfterMs = 0 }: Attempt): number =>
  end + Math.max(retryWithinMs, 3 * retryAfterMs);

/** Whether never two were in flight at once, and none came after a good answer: one call's, by all signs. */
function isInOrder(group: readonly Attempt[]): boolean {
  return group.slice(1).every((attempt, index) => {
    const before = group[index] as Attempt;
    return endsBefore(before, attempt) && before.outcome !== "answered";
  });
}

/** Who makes a body anew for each attempt is not told by likeness. */
function withPerhapsNext(calls: readonly LogicalCall[]): LogicalCall[] {
  const starts = groupedBy(
    calls
      .filter(({ knownBy }) => knownBy === "likeness")
      .map(({ attempts: [begin] }) => begin as Attempt),
    sortOf,
  );
  return calls.map((call) => {
    const end = call.attempts.at(-1) as Attempt;
    if (!end.hasBody || call.knownBy !== "likeness" || !failed(end)) return call;
    return { ...call, perhapsNext: nextOf(starts.get(sortOf(end)) ?? [], end) };
  });
}

/** Who writes about another person does another thing. */
export const sortOf = ({ account, operation, method, about }: Attempt): string =>
  [account, operation, method, about].join("\n");

function nextOf(stream: readonly Attempt[], end: Attempt): Attempt | undefined {
  const next = nextAfter(stream, end);
  return next === undefined || next.at > lastChance(end) ? undefined : next;
}
