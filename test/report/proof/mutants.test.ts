import { expect, it } from "vitest";
import { type RuleId, ruleIds } from "../../../src/report/names.ts";
import type { Wish } from "./client.ts";
import { wishOf } from "./dealt.ts";
import type { Plan, Sent } from "./log.ts";
import { good, type Policy } from "./policy.ts";
import { happened, type Setting } from "./world.ts";

/**
 * What is put to every client: single faults by the kind of request, an outage that outlives it, a shut window,
 * a retired revision, an expired token, a budget that runs low.
 */
function exam(policy: Policy): Setting {
  const profiles = (from: number): (Wish | number)[] =>
    Array.from({ length: 12 }, (_, index) => wishOf(4, from + index));
  const events = (from: number, count: number, thinkMs: number): (Wish | number)[] =>
    Array.from({ length: count }, (_, index) => [wishOf(5, from + index), thinkMs]).flat();
  const crowd = Array.from({ length: 10 }, (_, index) => [30_000, wishOf(0, 50 + index)]);
  const accounts = Array.from({ length: 14 }, () => [wishOf(2, 1), 1100]).flat();
  const missing = Array.from({ length: 3 }, (_, index) => wishOf(3, 900 + index));
  return {
    seed: 7,
    policy,
    clock: "frozen",
    rateLimits: "real",
    credentials: "token",
    work: [
      [...missing, 500, ...profiles(100), wishOf(1, 1)],
      events(1000, 30, 100),
      events(2000, 30, 100),
      ...crowd,
      [400_000, ...accounts, ...accounts],
    ],
    planOf: faultOf,
    events: [
      { at: 1500, act: ({ faults }) => void faults.add({ operation: "create_event", status: 429, retryAfter: 2 }) },
      { at: 29_000, act: ({ faults }) => void faults.add({ operation: "get_profiles", status: 429, retryAfter: 2 }) },
      { at: 200_000, act: ({ revisions }) => void revisions.retire("2025-10-15") },
    ],
    expired: { at: 410_000, tokens: 1 },
  };
}

/** By what the request is about: each profile is refused thrice, one event is lost, and metrics are out for good. */
function faultOf({ operation, attempt, request }: Sent): Plan | undefined {
  if (operation === "create_profile" && attempt <= 3) return { status: 503, retryAfter: "none" };
  if (operation === "get_metrics") return { status: 503, retryAfter: "none" };
  const lost = /"order":(1005|2011)\b/.test(request);
  return lost && attempt === 1 ? { connection: "reset", where: "after" } : undefined;
}

const verdictsOf = async (setting: Setting): Promise<Record<string, string>> => {
  const { card } = await happened(setting);
  return Object.fromEntries(card.rules.map(({ rule, verdict, message }) => [rule, `${verdict}: ${message}`]));
};

it("a good client passes every rule of the exam", async () => {
  const verdicts = await verdictsOf(exam(good));
  console.log(JSON.stringify(verdicts, null, 1));
  for (const rule of ruleIds) expect.soft(verdicts[rule], rule).toMatch(/^pass/);
});

/** One bad way for each rule; `exam` changes what it is put to, where the bad way needs it. */
const mutants: Record<RuleId, Partial<Policy>> = {
  retries: { attemptsMax: 2 },
  stops: { retriesOn: [404, ...good.retriesOn] },
  "retry-after": { retryAfter: "as ms" },
  growing: { backoff: "fixed" },
  jitter: { jitter: "none" },
  attempts: { attemptsMax: 9 },
  "total-time": { totalMsMax: 900_000, baseMs: 20_000, capMs: 600_000 },
  "doubled-write": { naming: "test id", retriesLost: "all" },
  slows: { pausesOthers: false },
  stampede: { spreadMs: 0 },
  budget: { readsBudget: false },
  "gives-up": {},
  revision: { leavesRevision: false },
  token: { refreshes: "loop" },
};

it.each(Object.entries(mutants))("%s fails where its mutant does so, and it alone", async (rule, change) => {
  const verdicts = await verdictsOf(exam({ ...good, ...change }));
  const failed = ruleIds.filter((id) => verdicts[id]?.startsWith("fail"));
  expect([failed, verdicts]).toEqual([[rule], verdicts]);
});
