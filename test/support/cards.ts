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
  message: "No request met what it is about.",
  passed: 0,
  failed: 0,
  ambiguous: 0,
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
    waited: null,
    faults: [],
    injected: [],
    sure: true,
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
  outcome: "succeeded",
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
    ambiguousCalls: 0,
    dropped: 0,
  },
  preset: "service",
  thresholds: presets.service,
  passed: true,
  rules: ruleIds.map((rule) => result(rule)),
  calls: [],
  coverage: { pairs: [], share: 0, missing: [], neverMet: [] },
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

/** A run with something of everything: an early retry, a lost write sent twice, a call given up. */
export function richCard(): ReportCard {
  const early = told(1, [limited(0), limited(0.64, { waited: 0.6 }), shown(2.88, { waited: 2.2 })]);
  const doubled = told(2, [
    shown(1.2, { status: null, outcome: "lost", took: null, faults: ["cut"], injected: ["reset"] }),
    shown(1.5, { waited: 0.3, sure: false }),
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
      knownBy: "idempotency key",
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
      message: "All 12 failures were tried again.",
    }),
    result("stops", { verdict: "pass", passed: 1, message: "The one final answer was heeded." }),
    result("retry-after", {
      verdict: "fail",
      passed: 2,
      failed: 5,
      message: "5 of 7 attempts came before Retry-After was over.",
      evidence: [
        ...[2, 3, 4, 5].map((attempt) =>
          broke(
            `Attempt ${attempt} of create_event for p1@example.com came 0.60 s after a 429 that said 2 s.`,
            early,
          ),
        ),
        broke("Attempt 2 of get_profiles came 0.90 s after a 429 that said 1 s.", patient),
      ],
    }),
    result("growing", {
      verdict: "fail",
      failed: 1,
      message: "The waits of 1 call did not grow.",
      evidence: [
        broke(
          "bulk_import_profiles waited 0.46 s, 0.46 s, 0.46 s, 0.46 s, 0.46 s and 0.46 s.",
          gaveUp,
        ),
      ],
    }),
    result("jitter", {
      verdict: "not exercised",
      message: "There were 6 waits of one step; with fewer than 10 nothing can be said.",
    }),
    result("attempts", {
      verdict: "pass",
      passed: 5,
      message: "No call took more than 7 attempts.",
    }),
    result("total-time", {
      verdict: "pass",
      passed: 5,
      message: "No call took longer than 3.04 s.",
    }),
    result("doubled-write", {
      verdict: "fail",
      failed: 1,
      ambiguous: 1,
      message: "1 write was made twice.",
      evidence: [
        broke(
          "create_event for p2@example.com was written by attempt 1 and again by attempt 2.",
          doubled,
        ),
        {
          result: "ambiguous",
          call: 2,
          exchanges: doubled.attempts.map(({ exchange }) => exchange),
          text: "Two requests of create_event for p2@example.com look alike: the second may be another call.",
        },
      ],
    }),
    result("gives-up", {
      verdict: "pass",
      passed: 1,
      message: "1 call was given up after 7 attempts.",
    }),
  ];
  return cardOf(results, {
    run: {
      from: "2026-07-15T00:00:00.000Z",
      seconds: 8.04,
      productionSeconds: 80.4,
      requests: 31,
      calls: 20,
      ambiguousCalls: 1,
      dropped: 4,
    },
    calls: [early, doubled, patient, gaveUp, waiting],
    coverage: {
      pairs: [
        { operation: "create_event", fault: "limit", status: 429, met: 2, survived: 2 },
        { operation: "create_event", fault: "reset", status: null, met: 1, survived: 1 },
        { operation: "get_profiles", fault: "limit", status: 429, met: 1, survived: 1 },
        { operation: "get_profiles", fault: "status 503", status: 503, met: 1, survived: 1 },
        {
          operation: "bulk_import_profiles",
          fault: "status 503",
          status: 503,
          met: 7,
          survived: 0,
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
        "Waiting less than Retry-After cost 5 requests that could only be refused.",
        "Without a unique_id 1 event was written twice.",
      ],
    },
  });
}
