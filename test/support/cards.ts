import type { CardAttempt, CardCall, ReportCard, RuleResult } from "../../src/report/card-shape.ts";
import { type RuleId, ruleIds } from "../../src/report/names.ts";
import { rules } from "../../src/report/rules.ts";
import { presets } from "../../src/report/thresholds.ts";

const titles = new Map(rules.map(({ id, title }) => [id, title]));

/** What a rule found: nothing, unless told otherwise. */
export const result = (rule: RuleId, said: Partial<RuleResult> = {}): RuleResult => ({
  rule,
  title: titles.get(rule) ?? "",
  verdict: "not exercised",
  message: "No retired revision in this run. To exercise it: --scenario exam",
  passed: 0,
  failed: 0,
  undecided: 0,
  leaning: null,
  wouldDecide: null,
  advice: null,
  evidence: [],
  ...said,
});

let made = 0;

/** An attempt on a card: a good answer after 40 ms. */
export function shown(at: number, said: Partial<CardAttempt> = {}): CardAttempt {
  made += 1;
  return {
    exchange: `exchange-${made}`,
    at,
    atProduction: at,
    took: 0.04,
    status: 202,
    outcome: "answered",
    retryAfter: null,
    promisedUntil: null,
    waited: null,
    faults: [],
    injected: [],
    ...said,
  };
}

/** An attempt that was refused with 429. */
export const limited = (at: number, said: Partial<CardAttempt> = {}): CardAttempt =>
  shown(at, { status: 429, outcome: "refused", retryAfter: 2, injected: ["429"], ...said });

/** A call on a card. */
export const told = (
  id: number,
  attempts: CardAttempt[],
  said: Partial<CardCall> = {},
): CardCall => ({
  id,
  operation: "create_event",
  about: `create_event for p${id}@example.com`,
  method: "POST",
  target: "/api/events",
  knownBy: "likeness",
  named: null,
  outcome: "succeeded",
  verdicts: [],
  attempts,
  ...said,
});

/** A card of a run in which nothing was asked. */
export const emptyCard = (said: Partial<ReportCard> = {}): ReportCard => ({
  run: {
    from: null,
    seconds: 0,
    productionSeconds: 0,
    requests: 0,
    calls: 0,
    callsByLikeness: 0,
    dropped: 0,
  },
  preset: "service",
  thresholds: presets.service,
  passed: true,
  rules: ruleIds.map((rule) => result(rule)),
  calls: [],
  coverage: { pairs: [], share: 0, missing: [], neverMet: [], planned: 0 },
  whatIf: { operations: [] },
  policy: {
    attempts: 6,
    baseMs: 500,
    factor: 2,
    capMs: 30_000,
    jitter: "full",
    honourRetryAfter: true,
    retryStatuses: [429, 500, 502, 503, 504],
    retryLostWrites: false,
    reasons: [],
  },
  ...said,
});

/** A card with some of its rules' results told anew. */
export const cardOf = (
  results: readonly RuleResult[],
  said: Partial<ReportCard> = {},
): ReportCard =>
  emptyCard({
    passed: results.every(({ verdict }) => verdict !== "fail"),
    rules: ruleIds.map((rule) => results.find((each) => each.rule === rule) ?? result(rule)),
    run: {
      ...emptyCard().run,
      from: "2026-07-15T00:00:00.000Z",
      seconds: 9,
      productionSeconds: 9,
      requests: 9,
      calls: 4,
    },
    ...said,
  });

/** Evidence that a rule was broken by a call. */
export const broke = (text: string, call: CardCall | null) => ({
  result: "failed" as const,
  call: call?.id ?? null,
  exchanges: call?.attempts.map(({ exchange }) => exchange) ?? [],
  text,
});

const waitIt =
  "Expected: at most 20 ms early. Fix: wait the full Retry-After, counted from the end of the response.";

/** A run with something of everything: an early retry, a lost write sent twice, a call given up. */
export function richCard(): ReportCard {
  const early = told(1, [limited(0), limited(0.64, { waited: 0.6 }), shown(2.88, { waited: 2.2 })]);
  const doubled = told(2, [
    shown(1.2, { status: null, outcome: "lost", took: null, faults: ["cut"], injected: ["reset"] }),
    shown(1.5, { waited: 0.3 }),
  ]);
  const patient = told(
    3,
    [
      limited(3, { retryAfter: 1 }),
      shown(4.1, { waited: 1.06, status: 503, outcome: "refused", injected: ["503"] }),
      shown(6.4, { waited: 2.26, status: 200 }),
    ],
    { operation: "get_profiles", about: "get_profiles", method: "GET", target: "/api/profiles" },
  );
  const gaveUp = told(
    4,
    [0, 0.5, 1, 1.5, 2, 2.5, 3].map((at, index) =>
      shown(5 + at, {
        status: 503,
        outcome: "refused",
        injected: ["503"],
        waited: index === 0 ? null : 0.46,
      }),
    ),
    {
      operation: "bulk_import_profiles",
      about: "bulk_import_profiles of 250 profiles, from customers-2026-07-15-full-export.csv",
      target: "/api/profile-bulk-import-jobs?note=a+very+long+target+that+does+not+fit",
      outcome: "gave up",
      knownBy: "name",
      named: "idempotency key",
    },
  );
  const waiting = told(5, [shown(8, { status: null, outcome: "open", took: null })], {
    operation: "get_metrics",
    about: "get_metrics",
    method: "GET",
    target: "/api/metrics",
    outcome: "open",
  });
  const results = [
    result("retries", {
      verdict: "pass",
      passed: 12,
      message: "12 temporary errors were retried.",
    }),
    result("stops", {
      verdict: "pass",
      passed: 1,
      message: "get_profile for p9@example.com: not sent again after a 404.",
    }),
    result("retry-after", {
      verdict: "fail",
      passed: 2,
      failed: 5,
      message: `create_event for p1@example.com: attempt 2 came 1.4 s early, 0.6 s after a 429 with Retry-After 2 s. (and 4 more) ${waitIt}`,
      evidence: [
        ...[2, 3, 4, 5].map((attempt) =>
          broke(
            `create_event for p1@example.com: attempt ${attempt} came 1.4 s early, 0.6 s after a 429 with Retry-After 2 s. ${waitIt}`,
            early,
          ),
        ),
        broke(
          `get_profiles: attempt 2 came 0.1 s early, 0.9 s after a 429 with Retry-After 1 s. ${waitIt}`,
          patient,
        ),
      ],
    }),
    result("growing", {
      verdict: "fail",
      failed: 1,
      message:
        "bulk_import_profiles of 250 profiles, from customers-2026-07-15-full-export.csv: waits did not grow: 0.46 s, 0.46 s, 0.46 s. Expected: each wait more than 1.2 times the previous one. Fix: multiply the wait by 2 after each failure, up to a maximum.",
      evidence: [
        broke(
          "bulk_import_profiles of 250 profiles, from customers-2026-07-15-full-export.csv: waits did not grow: 0.46 s, 0.46 s, 0.46 s. Expected: each wait more than 1.2 times the previous one. Fix: multiply the wait by 2 after each failure, up to a maximum.",
          gaveUp,
        ),
      ],
    }),
    result("jitter", {
      verdict: "not exercised",
      message: "Not enough data: 6 of 7 waits are comparable, 10 are needed.",
    }),
    result("attempts", {
      verdict: "pass",
      passed: 5,
      message: "5 calls ended in time.",
    }),
    result("total-time", {
      verdict: "pass",
      passed: 5,
      message: "5 calls ended in time.",
    }),
    result("doubled-write", {
      verdict: "fail",
      failed: 1,
      undecided: 1,
      message:
        "create_event for p2@example.com: attempt 2 created a duplicate, after a lost response (reset) to the first write. Expected: one write. Fix: send the same unique_id or idempotency key with all attempts.",
      evidence: [
        broke(
          "create_event for p2@example.com: attempt 2 created a duplicate, after a lost response (reset) to the first write. Expected: one write. Fix: send the same unique_id or idempotency key with all attempts.",
          doubled,
        ),
        {
          result: "undecided",
          call: 2,
          exchanges: doubled.attempts.map(({ exchange }) => exchange),
          text: "create_event for p2@example.com: written 2 times, each with a successful response. That may be intended.",
        },
      ],
    }),
    result("gives-up", {
      verdict: "pass",
      passed: 1,
      message: "bulk_import_profiles: given up after 7 attempts, the last with a 503.",
    }),
  ];
  return cardOf(results, {
    run: {
      from: "2026-07-15T00:00:00.000Z",
      seconds: 8.04,
      productionSeconds: 80.4,
      requests: 31,
      calls: 20,
      callsByLikeness: 1,
      dropped: 4,
    },
    calls: [early, doubled, patient, gaveUp, waiting],
    coverage: {
      pairs: [
        {
          operation: "create_event",
          fault: "limit",
          status: 429,
          met: 2,
          survived: 2,
          undecided: 0,
        },
        {
          operation: "create_event",
          fault: "reset",
          status: null,
          met: 1,
          survived: 1,
          undecided: 0,
        },
        {
          operation: "get_profiles",
          fault: "limit",
          status: 429,
          met: 1,
          survived: 1,
          undecided: 0,
        },
        {
          operation: "get_profiles",
          fault: "status 503",
          status: 503,
          met: 1,
          survived: 1,
          undecided: 0,
        },
        {
          operation: "bulk_import_profiles",
          fault: "status 503",
          status: 503,
          met: 7,
          survived: 0,
          undecided: 0,
        },
      ],
      share: 0.44,
      missing: [
        { operation: "create_event", fault: "status 503" },
        { operation: "get_profiles", fault: "reset" },
        { operation: "bulk_import_profiles", fault: "limit" },
        { operation: "bulk_import_profiles", fault: "reset" },
        { operation: "bulk_import_profiles", fault: "status 503" },
      ],
      neverMet: ["slow-metrics"],
      planned: 3,
    },
    whatIf: {
      operations: [
        {
          operation: "create_event",
          tier: "S",
          requests: 18,
          perSecond: 6,
          perMinute: 18,
          tiers: [
            { tier: "XS", burstAt: 0.2, steadyAt: 4.1, refused: 11 },
            { tier: "S", burstAt: 0.9, steadyAt: null, refused: 5 },
            { tier: "M", burstAt: null, steadyAt: null, refused: 0 },
          ],
          pace: { perSecond: 3, took: 4.5, wouldTake: 6 },
        },
        {
          operation: "get_profiles",
          tier: "L",
          requests: 6,
          perSecond: 2,
          perMinute: 6,
          tiers: [
            { tier: "XS", burstAt: 3, steadyAt: null, refused: 1 },
            { tier: "L", burstAt: null, steadyAt: null, refused: 0 },
          ],
          pace: { perSecond: 11.666_666_7, took: 3.4, wouldTake: 3.4 },
        },
      ],
    },
    policy: {
      ...emptyCard().policy,
      retryLostWrites: true,
      reasons: [
        "5 retries came before Retry-After ended and failed again.",
        "1 duplicate write after a lost response, 1 without a unique_id or an idempotency key.",
      ],
    },
  });
}

/** A card with one passed, one failed and one ambiguous rule, in an order that is not by need. */
export const mixedCard = (): ReportCard =>
  cardOf([
    result("retries", {
      verdict: "pass",
      passed: 1,
      message: "It was retried.",
      evidence: [{ ...broke("It was retried.", null), result: "passed" }],
    }),
    result("retry-after", {
      verdict: "fail",
      passed: 1,
      failed: 2,
      message: "One. (and 1 more) Expected: less. Fix: it.",
      evidence: [
        broke("One. Expected: less. Fix: it.", null),
        broke("Two. Expected: less. Fix: it.", null),
        { ...broke("Three.", null), result: "passed" },
      ],
    }),
    result("doubled-write", {
      verdict: "undecided",
      undecided: 1,
      leaning: "fail",
      wouldDecide: "add exec --compare, or a name for each call",
      message: "It looks alike.",
      evidence: [{ ...broke("It looks alike.", null), result: "undecided" }],
    }),
  ]);

/** The ids of its rules, as a reader is to see them: failed, ambiguous, not exercised, passed. */
export const byNeed: readonly RuleId[] = [
  "retry-after",
  "doubled-write",
  ...ruleIds.filter((rule) => !["retry-after", "doubled-write", "retries"].includes(rule)),
  "retries",
];
