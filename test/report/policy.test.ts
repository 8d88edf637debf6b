import { describe, expect, it } from "vitest";
import { tiers } from "../../src/contract/tiers.ts";
import type { Attempt } from "../../src/report/calls/attempt.ts";
import type { Run } from "../../src/report/calls/logical-call.ts";
import { policyOf } from "../../src/report/policy.ts";
import { atOnce } from "../../src/world/time/slices.ts";
import { presets, type Thresholds } from "../../src/report/thresholds.ts";
import { whatIfOf } from "../../src/report/what-if.ts";
import { attempt, call, run } from "../support/report.ts";

function policy(of: Run, said: Partial<Thresholds> = {}) {
  const whatIf = atOnce(whatIfOf(of, () => ({ tier: "S", windows: tiers.S })));
  return atOnce(policyOf(of, { ...presets.service, ...said }, whatIf));
}

const reasons = (of: Run) => policy(of).reasons;

/** A refusal that took no time, at this many milliseconds. */
const refused = (at: number, retryAfterMs?: number, said: Partial<Attempt> = {}) =>
  attempt({ at, end: at, status: 503, outcome: "refused", retryAfterMs, ...said });
const good = (at: number, said: Partial<Attempt> = {}) => attempt({ at, end: at, ...said });

const one = (...attempts: readonly Attempt[]) => run([call(1, attempts)]);

describe("the suggested policy", () => {
  it("is the usual one when nothing was seen", () => {
    expect(policy(run([]))).toEqual({
      attempts: 7,
      baseMs: 500,
      factor: 2,
      capMs: 10_000,
      jitter: "full",
      honourRetryAfter: true,
      retryStatuses: [429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527],
      retryLostWrites: true,
      reasons: [],
    });
  });

  it("begins with the shortest Retry-After that was seen and ends with the longest", () => {
    const of = one(refused(0, 1000), refused(1000, 30_000), good(31_000));
    expect(policy(of)).toMatchObject({ baseMs: 1000, capMs: 30_000, attempts: 7 });
  });

  it("keeps to a base between 250 ms and 2 s", () => {
    expect(policy(one(refused(0, 60_000), good(60_000)))).toMatchObject({ baseMs: 2000 });
    expect(policy(one(refused(0, 40), good(40)))).toMatchObject({ baseMs: 250 });
  });

  it("has as many attempts as the longest call needed, and one more if it was given up", () => {
    const failures = Array.from({ length: 6 }, (_, at) => refused(at * 1000));
    const few = { totalMsMax: 3_600_000, attemptsMax: 20 };
    const short = (of: Run) => policy(of, few).attempts;
    expect(short(one(...failures, refused(6000), good(7000)))).toBe(8);
    expect(short(one(...failures, refused(6000), refused(7000)))).toBe(9);
  });

  it("keeps to the thresholds' attempts and total time", () => {
    const failures = Array.from({ length: 30 }, (_, at) => refused(at * 1000));
    expect(policy(one(...failures)).attempts).toBe(8);
    // 0.5 + 1 + 2 + 4 s, and 8 s more would be too long.
    expect(policy(run([]), { totalMsMax: 8000 })).toMatchObject({ attempts: 5, capMs: 4000 });
    expect(policy(one(refused(0, 86_400_000))).capMs).toBe(150_000);
  });

  it("sends lost writes again only if every write has a name that the service knows", () => {
    const named = good(0, { name: { by: "unique_id", value: "1" } });
    expect(policy(one(named)).retryLostWrites).toBe(true);
    expect(policy(one(named, good(1))).retryLostWrites).toBe(false);
    const testId = good(0, { name: { by: "test id", value: "1" } });
    expect(policy(one(testId)).retryLostWrites).toBe(false);
    expect(policy(one(good(0, { method: "GET", hasBody: false }))).retryLostWrites).toBe(true);
  });
});

describe("what the client's own ways cost it", () => {
  it("is nothing of a client that did well", () => {
    expect(reasons(one(refused(0, 2000), good(2050)))).toEqual([]);
  });

  it("is told of retries that came too early", () => {
    const of = one(refused(0, 10_000), refused(1000, 9000), refused(2000, 8000), good(24_000));
    expect(reasons(of)).toEqual([
      "2 retries came before Retry-After ended and failed again. That delayed their calls by 14 s.",
    ]);
    expect(reasons(one(refused(0, 10_000), refused(1000, 9000), good(10_000)))).toEqual([
      "1 retry came before Retry-After ended and failed again.",
    ]);
  });

  it("says what the client does with Retry-After, if that is why", () => {
    const of = one(refused(0, 10_000), refused(1000, 5000), good(9000));
    expect(reasons(one(refused(0, 10_000), refused(1010, 2000), good(2020)))[0]).toBe(
      "The client never reads Retry-After: its waits are 1.01 s whatever was said.",
    );
    expect(reasons(of)).toHaveLength(1);
  });

  it("is not told of a retry that came early and was let through", () => {
    expect(reasons(one(refused(0, 10_000), good(1000)))).toEqual([]);
  });

  it("is told of retries that did not wait", () => {
    expect(reasons(one(refused(0), refused(10), refused(20), good(3000)))).toEqual([
      "2 retries came within 100 ms of a failure and failed, too.",
    ]);
  });

  it("is told of retries that came far too late", () => {
    expect(reasons(one(refused(0, 1000), good(61_000)))).toEqual([
      "1 retry came long after Retry-After ended, which wasted 60 s.",
    ]);
  });

  it("is told of requests after a refusal for good", () => {
    const invalid = (at: number) => refused(at, undefined, { status: 400 });
    expect(reasons(one(invalid(0), invalid(1000), invalid(3000)))).toEqual([
      "2 retries after a permanent error (400): both failed.",
    ]);
  });

  it("is told of calls that were given up early, when the client has ended", () => {
    const text = "1 call failed after fewer than 3 attempts. Another attempt might have succeeded.";
    expect(reasons(one(refused(0)))).toEqual([text]);
    expect(reasons(run([call(1, [refused(0)])], { ended: false }))).toEqual([]);
  });

  it("is told of calls that went on and on", () => {
    const failures = Array.from({ length: 10 }, (_, at) => refused(at * 1000));
    expect(reasons(one(...failures, good(20_000)))).toEqual([
      "1 call made more than 8 attempts: 3 too many.",
    ]);
  });

  it("is told of writes that were done twice", () => {
    const written = [{ collection: "events", id: "e", change: "created" }] as const;
    const lost = attempt({ at: 0, end: 0, status: null, outcome: "lost", written });
    expect(reasons(one(lost, good(1000, { written })))).toEqual([
      "1 duplicate write after a lost response, 1 without a unique_id or an idempotency key.",
    ]);
  });

  it("is told of a pace that the limits refused", () => {
    const noon = Date.UTC(2026, 6, 15, 12);
    const at = (ms: number) => ({ atWorld: noon + ms, endWorld: noon + ms });
    const limited = refused(300, 1000, { status: 429, stage: "limit", ...at(300) });
    const of = run([
      call(1, [good(0, at(0))]),
      call(2, [good(100, at(100))]),
      call(3, [good(200, at(200))]),
      call(4, [limited, good(1300, at(1300))]),
    ]);
    expect(reasons(of)).toEqual([
      "The limits rejected create_event 1 time, at up to 4 per second of emulator time. At 3 per second they would reject none, in 1.3 s instead of 1.3 s.",
    ]);
  });

  it("says nothing of calls that likeness alone suggests", () => {
    const attempts = [refused(0, 10_000), refused(1000, 9000), good(24_000)];
    expect(reasons(run([call(1, attempts, { knownBy: "likeness" })]))).toEqual([]);
  });
});
