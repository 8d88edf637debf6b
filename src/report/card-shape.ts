import { count, described, integer, list, literal, number, object } from "../contract/shape.ts";
import { orNull, phrase, string, whether, type Infer } from "../contract/shape.ts";
import { adviceShape, evidenceMembers, judgedMembers } from "./judged.ts";
import { presetNames, ruleIds } from "./names.ts";
import { thresholdsShape } from "./thresholds.ts";

const rate = (description: string) => described(number(), description);
const seconds = rate;
const fullAt = (window: string) =>
  orNull(number(), `When the ${window} window would be full first, or null if never.`);

/** One request of a call. Times are in seconds since the first request of the run. */
const attemptShape = object({
  exchange: phrase("Id in the journal."),
  at: seconds("When the request arrived, in the client's seconds."),
  atProduction: seconds("When the request arrived, in seconds of emulator time."),
  took: orNull(number(), "Seconds until the response was sent, or null if it never was."),
  status: orNull(integer(), "Status of the response, or null if none was sent."),
  outcome: described(
    literal("answered", "refused", "lost", "spoilt", "open"),
    "answered: a success. refused: 4xx or 5xx. lost: the response did not arrive completely. spoilt: it arrived corrupt. open: it is pending.",
  ),
  retryAfter: orNull(
    number(),
    "Retry-After of the response, in the client's seconds, or null if it had none.",
  ),
  promisedUntil: orNull(
    string(),
    "The instant in emulator time, ISO 8601, at which the wait that Retry-After asks for ends, or null if it asks for none.",
  ),
  waited: orNull(
    number(),
    "The client's seconds since the previous response of the call, or null for the first attempt.",
  ),
  faults: described(list(string()), "Ids of the faults that it met."),
  injected: described(list(string()), "What the faults did to it."),
});

const verdictShape = object({
  rule: literal(...ruleIds),
  result: literal("failed", "undecided", "passed"),
  text: phrase("What the client did."),
});

const callShape = object({
  id: described(integer({ min: 1 }), "Number of the call in this report, from 1."),
  operation: phrase("Operation id, or method and path if there is no operation."),
  about: phrase("Operation and profile, such as create_event for p1@example.com."),
  method: string(),
  target: phrase("Path and query, with a shortened cursor."),
  knownBy: described(
    literal("name", "difference", "likeness"),
    "How its attempts were identified. name: the client names the call. difference: by the runs without faults. likeness: by account, method, target and body, which suggests and decides nothing.",
  ),
  named: orNull(
    literal("test id", "idempotency key", "unique_id", "traceparent"),
    "What names the call, or null if nothing does.",
  ),
  outcome: described(
    literal("succeeded", "gave up", "refused", "open"),
    "gave up: the last attempt failed, but a retry was possible. refused: a retry could not succeed. open: a response is pending.",
  ),
  verdicts: described(
    list(verdictShape),
    "What each rule that looked at the call found, the worst first.",
  ),
  attempts: list(attemptShape, { min: 1 }),
});

const { text, ...evidence } = evidenceMembers("client");
const evidenceShape = object({
  ...evidence,
  exchanges: described(list(string()), "Journal ids of the attempts."),
  text,
});

const ruleResultShape = object({
  rule: literal(...ruleIds),
  ...judgedMembers("client", "the requests that look alike"),
  advice: orNull(
    adviceShape,
    "What to change in the client's library for a failed rule, or null if no option is known for sure.",
  ),
  evidence: described(list(evidenceShape), "Failures first, then undecided findings, then passes."),
});

const coverageShape = object({
  pairs: list(
    object({
      operation: string(),
      fault: phrase("Kind of fault, such as status, reset, delay or limit."),
      status: orNull(integer(), "Status of the response, or null if there was none."),
      met: count("Attempts that met the fault."),
      survived: count("Attempts among them whose call ended well."),
      undecided: count("Attempts among them of which it is not known whose they are."),
    }),
  ),
  share: described(
    number(),
    "Share of the operation/fault pairs that the client handled, over the operations that it called, from 0 to 1.",
  ),
  missing: described(
    list(object({ operation: string(), fault: string() })),
    "Pairs that the client did not handle.",
  ),
  neverMet: described(
    list(string()),
    "Ids of planned faults that no request met. Optional ones are left out.",
  ),
  planned: count("Planned faults, and those that a request met and that are gone again."),
});

const whatIfShape = object({
  operations: list(
    object({
      operation: string(),
      tier: orNull(string(), "Tier of the operation, or null if it has limits of its own."),
      requests: count("Number of requests."),
      perSecond: rate("Peak number of requests in a second of emulator time."),
      perMinute: rate("Peak number of requests in a minute of emulator time."),
      tiers: list(
        object({
          tier: string(),
          burstAt: fullAt("burst"),
          steadyAt: fullAt("steady"),
          refused: count("Requests that the tier would reject with 429."),
        }),
      ),
      pace: object({
        perSecond: rate("Requests per second of emulator time that avoid every 429."),
        took: seconds("Seconds of emulator time that the run took."),
        wouldTake: seconds("Seconds of emulator time that it would take at this pace."),
      }),
    }),
  ),
});

const policyShape = object({
  attempts: described(integer({ min: 1 }), "Maximum attempts of a call."),
  baseMs: described(integer({ min: 0 }), "Maximum wait before the first retry, in milliseconds."),
  factor: described(number(), "Growth of the maximum wait from one retry to the next."),
  capMs: described(integer({ min: 0 }), "Upper bound of the maximum wait, in milliseconds."),
  jitter: described(literal("full"), "full: wait a random time from 0 to the maximum."),
  honourRetryAfter: whether("Wait at least as long as Retry-After."),
  retryStatuses: described(list(integer()), "Statuses to retry."),
  retryLostWrites: whether(
    "Retry writes whose response was lost, with a unique_id or an idempotency key.",
  ),
  reasons: described(list(string()), "What the client's own policy cost in this run."),
});

/** The report card, as `GET /_emulator/report` gives it. */
export const cardShape = object({
  run: object({
    from: orNull(string(), "When the first request arrived, or null if there was none."),
    seconds: seconds("Duration in the client's seconds."),
    productionSeconds: seconds("Duration in seconds of emulator time."),
    requests: count("Number of requests."),
    calls: count("Number of logical calls. A call is one request with its retries."),
    callsByLikeness: count(
      "Calls with a failure or a retry that only the likeness of requests suggests: they decide nothing.",
    ),
    dropped: count("Requests that the journal no longer has. They are not graded."),
  }),
  preset: literal(...presetNames),
  thresholds: described(thresholdsShape, "Thresholds of the rules, with overrides applied."),
  passed: whether("True if a request arrived and no rule failed."),
  rules: described(list(ruleResultShape), "Verdict of each rule."),
  calls: described(
    list(callShape),
    "Calls with a retry or a failure, the first 1,000. With calls=all: the newest 1,000 of all calls.",
  ),
  coverage: coverageShape,
  whatIf: whatIfShape,
  policy: policyShape,
});

/** The report card of a run. */
export type ReportCard = Infer<typeof cardShape>;
/** The verdict of one rule, with its evidence. */
export type RuleResult = Infer<typeof ruleResultShape>;
/** One call with its attempts. */
export type CardCall = Infer<typeof callShape>;
/** What one rule says of a call. */
export type CallVerdict = Infer<typeof verdictShape>;
/** One request of a call. */
export type CardAttempt = Infer<typeof attemptShape>;
/** Which faults the client met, and which of them it handled. */
export type Coverage = Infer<typeof coverageShape>;
/** What the rate limits would do to the client at its pace. */
export type WhatIf = Infer<typeof whatIfShape>;
/** A suggested retry policy. */
export type Policy = Infer<typeof policyShape>;
