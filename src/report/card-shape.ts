import {
  boolean,
  described,
  type Infer,
  integer,
  list,
  literal,
  nullable,
  number,
  object,
  string,
} from "../contract/shape.ts";
import { presetNames, ruleIds } from "./names.ts";
import { thresholdsShape } from "./thresholds.ts";

const seconds = (description: string) => described(number(), description);
const count = (description: string) => described(integer({ min: 0 }), description);

/** One request, as the report shows it. Times are in seconds since the first request of the run. */
const attemptShape = object({
  exchange: described(string(), "Its id in the journal."),
  at: seconds("When it came, in the client's seconds."),
  atProduction: seconds("The same as production would have it: in the emulator's own time."),
  took: described(nullable(number()), "Until its answer had been sent; null: it never was."),
  status: described(nullable(integer()), "null: no head was sent."),
  outcome: described(
    literal("answered", "refused", "lost", "spoilt", "open"),
    "answered: as it should be. refused: 4xx or 5xx. lost: the answer did not arrive as a whole. spoilt: it arrived and cannot be read. open: it was still waited for.",
  ),
  retryAfter: described(
    nullable(number()),
    "The client's seconds that its answer told it to wait.",
  ),
  waited: described(
    nullable(number()),
    "The client's seconds since the answer before it, of the same call.",
  ),
  faults: list(string()),
  injected: described(list(string()), "What the faults did to it."),
  sure: described(boolean(), "Whether it is known that it belongs to this call."),
});

const callShape = object({
  id: integer({ min: 1 }),
  operation: string(),
  about: described(string(), "In words, such as create_event for p1@example.com."),
  method: string(),
  target: string(),
  knownBy: described(
    literal("test id", "idempotency key", "unique_id", "traceparent", "likeness"),
    "How its attempts were told to belong together.",
  ),
  outcome: described(
    literal("succeeded", "gave up", "refused", "open"),
    "gave up: its last attempt failed and could have been tried again. refused: it could not.",
  ),
  attempts: list(attemptShape, { min: 1 }),
});

const evidenceShape = object({
  result: literal("passed", "failed", "ambiguous"),
  call: described(nullable(integer()), "The id of the call, if it is about one."),
  exchanges: described(list(string()), "The attempts, by their ids in the journal."),
  text: described(string(), "In one sentence, in the client's seconds."),
});

const ruleResultShape = object({
  rule: literal(...ruleIds),
  title: string(),
  verdict: literal("pass", "fail", "not exercised"),
  message: described(string(), "In one sentence: what was found, or why nothing can be said."),
  passed: count("How often it held."),
  failed: count("How often it was broken."),
  ambiguous: count("How often it cannot be told, since requests that look alike were mixed."),
  evidence: described(
    list(evidenceShape),
    "What failed first, then what is ambiguous, then the rest.",
  ),
});

const coverageShape = object({
  pairs: list(
    object({
      operation: string(),
      fault: described(string(), "Its kind, such as status, reset, delay, limit."),
      status: described(nullable(integer()), "Of the answer; null: none."),
      met: count("Attempts that met it."),
      survived: count("Of these, those whose call was brought to a good end."),
    }),
  ),
  share: described(
    number(),
    "Of all pairs of an operation that the client called with a kind of fault, the part that was survived.",
  ),
  missing: described(
    list(object({ operation: string(), fault: string() })),
    "Pairs that were never survived.",
  ),
  neverMet: described(list(string()), "Ids of planned faults that no request met."),
});

const whatIfShape = object({
  operations: list(
    object({
      operation: string(),
      tier: described(nullable(string()), "The one that it has."),
      requests: count("How many there were."),
      perSecond: described(number(), "The most in any one production second."),
      perMinute: described(number(), "The most in any one production minute."),
      tiers: list(
        object({
          tier: string(),
          burstAt: described(nullable(number()), "When burst would be hit first; null: never."),
          steadyAt: described(nullable(number()), "When steady would be hit first; null: never."),
          refused: count("How many would have been refused with 429."),
        }),
      ),
      pace: object({
        perSecond: described(number(), "Requests a production second that avoid every 429."),
        took: seconds("Production seconds that the run took for them."),
        wouldTake: seconds("Production seconds at this pace."),
      }),
    }),
  ),
});

const policyShape = object({
  attempts: integer({ min: 1 }),
  baseMs: integer({ min: 0 }),
  factor: number(),
  capMs: integer({ min: 0 }),
  jitter: literal("full"),
  honourRetryAfter: boolean(),
  retryStatuses: list(integer()),
  retryLostWrites: described(boolean(), "Only with a unique_id or an idempotency key."),
  reasons: described(list(string()), "What each of the client's own ways costs it."),
});

/** The report card, as `GET /_emulator/report` gives it. */
export const cardShape = object({
  run: object({
    from: described(nullable(string()), "When the first request came; null: there was none."),
    seconds: seconds("How long it took, in the client's seconds."),
    productionSeconds: seconds("The same in the emulator's own time."),
    requests: count("How many there were."),
    calls: count("How many logical calls they were."),
    ambiguousCalls: count("Calls whose attempts may belong to others that look alike."),
    dropped: count("Requests that the journal has forgotten: nothing is said of them."),
  }),
  preset: literal(...presetNames),
  thresholds: thresholdsShape,
  passed: described(boolean(), "Whether no rule was broken."),
  rules: list(ruleResultShape),
  calls: described(list(callShape), "Those that were more than one request with a good answer."),
  coverage: coverageShape,
  whatIf: whatIfShape,
  policy: policyShape,
});

export type ReportCard = Infer<typeof cardShape>;
export type RuleResult = Infer<typeof ruleResultShape>;
export type CardCall = Infer<typeof callShape>;
export type CardAttempt = Infer<typeof attemptShape>;
export type Coverage = Infer<typeof coverageShape>;
export type WhatIf = Infer<typeof whatIfShape>;
export type Policy = Infer<typeof policyShape>;
