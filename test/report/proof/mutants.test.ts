import { expect, it } from "vitest";
import { type RuleId, ruleIds } from "../../../src/report/names.ts";
import { newEvent } from "../../support/bodies.ts";
import type { Wish } from "./client.ts";
import { wishOf } from "./dealt.ts";
import type { Plan, Sent } from "./log.ts";
import { good, type Policy } from "./policy.ts";
import { happened, type Setting } from "./world.ts";

/** Fields of an account: each choice of them is a target of its own. */
const fields = [
  "test_account",
  "industry",
  "timezone",
  "locale",
  "public_api_key",
  "preferred_currency",
];
const choices = fields.flatMap((one) => fields.map((other) => `${one},${other}`)).slice(0, 28);

const account = (choice: string): Wish => ({
  operation: "get_account",
  method: "GET",
  path: `/api/accounts?fields[account]=${choice}`,
});

const event = (order: number): Wish => ({
  operation: "create_event",
  method: "POST",
  path: "/api/events",
  body: newEvent({ properties: { order } }, { email: `p${order}@example.com` }),
});

/**
 * What is put to every client: single faults by the kind of request, an outage that outlives it, a shut window
 * that many meet, a retired revision, an expired token, a budget that runs low.
 *
 * @param more profiles that are refused thrice at the end, for what only many waits tell
 */
function exam(policy: Policy, ends?: NonNullable<Setting["ends"]>, more = 0): Setting {
  const range = (count: number) => Array.from({ length: count }, (_, index) => index);
  return {
    seed: 7,
    policy,
    clock: "frozen",
    rateLimits: "real",
    credentials: "token",
    ...(ends && { ends }),
    work: [
      [
        ...range(3).map((index) => wishOf(3, 900 + index)),
        ...range(12).map((index) => wishOf(4, 100 + index)),
      ],
      ...range(120).map((index) => [40_000 + index * 100, event(1000 + index)]),
      ...range(10).map((index) => [30_000, wishOf(0, 50 + index)]),
      ...range(5).map((index) => [625_000, wishOf(4, 200 + index)]),
      [725_000, ...choices.flatMap((choice) => [account(choice), 1100])],
      [1_000_000, wishOf(1, 1)],
      ...(more > 0 ? [[1_200_000, ...range(more).map((index) => wishOf(4, 300 + index))]] : []),
    ],
    planOf: faultOf,
    events: [
      {
        at: 46_000,
        act: ({ faults }) =>
          void faults.add({ operation: "create_event", status: 429, retryAfter: 5 }),
      },
      {
        at: 29_000,
        act: ({ faults }) =>
          void faults.add({ operation: "get_profiles", status: 429, retryAfter: 8 }),
      },
      { at: 600_000, act: ({ revisions }) => void revisions.retire("2025-10-15") },
    ],
    expired: { at: 620_000, tokens: 1 },
  };
}

/**
 * By what the request is about. Most profiles are refused thrice, one eight times, one is told to wait, one to wait
 * for minutes in all; the answers for one event are lost; metrics never answer.
 */
function faultOf({ operation, attempt, request, sentAt }: Sent): Plan | undefined {
  if (operation === "get_metrics") return { connection: "hang" };
  if (/"order":1045\b/.test(request) && attempt <= 4)
    return { connection: "reset", where: "after" };
  // Until the window is shut several of them are on their way at once.
  if (operation === "create_event" && sentAt < 46_000) return { delay: 400 };
  const profile = Number(/person-(\d+)@/.exec(request)?.[1] ?? 999);
  if (profile >= 200 && (profile < 300 || profile >= 600)) return undefined;
  if (profile === 109) return attempt <= 6 ? { status: 503, retryAfter: 58 } : undefined;
  if (profile === 111) return attempt === 1 ? { status: 503, retryAfter: 2 } : undefined;
  return attempt <= (profile === 110 ? 8 : 3) ? { status: 503, retryAfter: "none" } : undefined;
}

const rulesOf = async (setting: Setting) => (await happened(setting)).card.rules;

/** The rules that fail, and why. */
const failedOf = async (setting: Setting): Promise<string[]> =>
  (await rulesOf(setting)).flatMap(({ rule, verdict, message }) =>
    verdict === "fail" ? [`${rule}: ${message}`] : [],
  );

it("a good client passes every rule of the exam", async () => {
  const rules = await rulesOf(exam(good));
  expect(rules.map(({ rule }) => rule)).toEqual(ruleIds);
  for (const { rule, verdict, message } of rules) {
    // It reads no list, gets no corrupt response, asks without a socket, and is compared with no run.
    const isLeftOut = ["reads-all", "storm", "corrupt", "connections"].includes(rule);
    // Of one loop and two, so few calls do not tell which.
    const held = rule === "layers" ? "undecided" : "pass";
    expect.soft(verdict, `${rule}: ${message}`).toBe(isLeftOut ? "not exercised" : held);
  }
});

/** One bad way for each rule. */
type WithOwnMutants =
  | "gives-up"
  | "repeats"
  | "reads-all"
  | "patience"
  | "storm"
  | "same-request"
  | "corrupt"
  | "layers"
  | "connections";
const mutants: Record<Exclude<RuleId, WithOwnMutants>, Partial<Policy>> = {
  retries: { attemptsMax: 2 },
  stops: { retriesOn: [404, ...good.retriesOn] },
  "retry-after": { retryAfter: "ignore" },
  growing: { backoff: "fixed", jitter: "equal" },
  jitter: { jitter: "none" },
  // It gives up in time where nothing answers: that would be another rule's.
  attempts: { attemptsMax: 9, totalMsMax: 130_000, timeoutMs: 20_000 },
  "total-time": { attemptsMax: 8, totalMsMax: 900_000 },
  "doubled-write": { naming: "none", retriesLost: "all" },
  slows: { pausesOthers: false },
  stampede: { spreadMs: 0 },
  budget: { readsBudget: false },
  revision: { leavesRevision: false },
  token: { refreshes: "loop" },
};

it.each(Object.entries(mutants))(
  "%s fails where its mutant does so, and it alone",
  async (rule, change) => {
    // Waits at random, which do not grow: few of them may be chance.
    const more = rule === "growing" ? 200 : 0;
    const failed = await failedOf(exam({ ...good, ...change }, undefined, more));
    expect(failed).toEqual([expect.stringMatching(`^${rule}: `)]);
  },
);

it("gives-up fails where the client exits between its attempts, and it alone", async () => {
  const failed = await failedOf(exam(good, { at: 1_004_000, by: "exit" }));
  expect(failed).toEqual([expect.stringMatching("^gives-up: ")]);
});

it("a client that is killed there is not said to have given up", async () => {
  const rules = await rulesOf(exam(good, { at: 1_004_000, by: "kill" }));
  expect(rules.find(({ rule }) => rule === "gives-up")?.verdict).toBe("not exercised");
});
