import type {
  CardAttempt,
  CardCall,
  Coverage,
  Policy,
  ReportCard,
  RuleResult,
  WhatIf,
} from "./card-shape.ts";
import { counted, plain, secondsText } from "./figures.ts";

/** What a verdict is marked with wherever it is shown; the mark alone says it, without its colour. */
export const marks = { pass: "✓", fail: "✗", "not exercised": "–" } as const;

const withVerdict = ({ rules }: ReportCard, verdict: RuleResult["verdict"]) =>
  rules.filter((each) => each.verdict === verdict);

/** The rules that were broken. */
export const brokenOf = (card: ReportCard): RuleResult[] => withVerdict(card, "fail");

/** The verdict in one sentence. */
export function headline(card: ReportCard): string {
  if (card.run.requests === 0) return "Nothing was asked: no rule was exercised.";
  const broken = brokenOf(card).length;
  const held = withVerdict(card, "pass").length;
  const idle = withVerdict(card, "not exercised").length;
  const rest = `${held} held, ${idle} not exercised.`;
  if (broken === 0) return `No rule was broken: ${rest}`;
  return `${counted(broken, "rule was", "rules were")} broken, ${rest}`;
}

/** How much was seen, in one line. */
export function runText({ run, preset }: ReportCard): string {
  const { requests, calls, seconds, productionSeconds } = run;
  const production =
    secondsText(seconds) === secondsText(productionSeconds)
      ? ""
      : ` (${secondsText(productionSeconds)} in production)`;
  return `${counted(requests, "request")} of ${counted(calls, "call")} in ${secondsText(seconds)}${production}, preset ${preset}`;
}

/** What keeps the card from saying more. */
export function notesOf({ run, rules }: ReportCard): string[] {
  const { ambiguousCalls, dropped } = run;
  const doubtful = rules.filter(({ ambiguous }) => ambiguous > 0);
  const about = doubtful.map(({ rule, ambiguous }) => `${rule} (${ambiguous})`).join(", ");
  return [
    ...(ambiguousCalls > 0
      ? [
          `${counted(ambiguousCalls, "call")} cannot be told from others that look alike; a constant x-emulator-test-id for each call tells them apart.`,
        ]
      : []),
    ...(doubtful.length > 0 ? [`Counted neither as held nor as broken: ${about}.`] : []),
    ...(dropped > 0
      ? [`The journal has forgotten ${counted(dropped, "request")}: nothing is said of them.`]
      : []),
  ];
}

/** What came of an attempt, short: `429`, `lost`, `200 spoilt`. */
export function answerOf({ status, outcome }: CardAttempt): string {
  if (status === null) return outcome;
  return outcome === "answered" || outcome === "refused" ? String(status) : `${status} ${outcome}`;
}

/** How many seconds too early each attempt of a call came for the Retry-After before it; 0: not too early. */
export function earlyOf({ attempts }: CardCall, { thresholds }: ReportCard): number[] {
  return attempts.map(({ waited }, index) => {
    const retryAfter = attempts[index - 1]?.retryAfter ?? null;
    if (retryAfter === null || waited === null) return 0;
    const early = retryAfter - waited;
    return early * 1000 > thresholds.earlyMs ? early : 0;
  });
}

/** The calls, those that broke a rule first. */
export function callsByNeed(card: ReportCard): CardCall[] {
  const broken = new Set(
    brokenOf(card).flatMap(({ evidence }) =>
      evidence.flatMap(({ result, call }) => (result === "failed" && call !== null ? [call] : [])),
    ),
  );
  const need = ({ id, outcome }: CardCall) => {
    if (broken.has(id)) return 0;
    return outcome === "succeeded" ? 2 : 1;
  };
  return card.calls.toSorted((one, other) => need(one) - need(other));
}

interface Cell {
  readonly met: number;
  readonly survived: number;
}

/** A pair's kind of fault, with the status if that is what was planned. */
const faultName = ({ fault, status }: Coverage["pairs"][number]): string =>
  fault === "status" ? `${fault} ${status}` : fault;

/** Coverage as a matrix: a row for each operation, a column for each kind of fault. */
export function matrixOf({ pairs, missing }: Coverage) {
  const met = pairs.map((pair) => ({ ...pair, fault: faultName(pair) }));
  const faults = [...new Set([...met, ...missing].map(({ fault }) => fault))];
  const operations = [...new Set([...met, ...missing].map(({ operation }) => operation))];
  const rows = operations.map((operation) => ({
    operation,
    cells: faults.map((fault): Cell | undefined => {
      const own = met.filter((each) => each.operation === operation && each.fault === fault);
      if (own.length === 0) return undefined;
      return {
        met: own.reduce((sum, each) => sum + each.met, 0),
        survived: own.reduce((sum, each) => sum + each.survived, 0),
      };
    }),
  }));
  return { faults, rows };
}

/** How much of what could go wrong went wrong, in one sentence. */
export function coverageText({ pairs, share }: Coverage): string {
  if (pairs.length === 0) return "No request met a fault.";
  return `${Math.floor(share * 100)} % of the pairs of an operation and a kind of fault were survived.`;
}

/** The operations that a slower pace would have helped first. */
export const byRefusals = ({ operations }: WhatIf): WhatIf["operations"] =>
  operations.toSorted((one, other) => refusedInOwn(other) - refusedInOwn(one));

const refusedInOwn = (operation: WhatIf["operations"][number]) => ownTier(operation)?.refused ?? 0;
const ownTier = ({ tier, tiers }: WhatIf["operations"][number]) =>
  tiers.find((each) => each.tier === tier);

/** What the observed pace would have meant for an operation. */
export function whatIfText(operation: WhatIf["operations"][number]): string {
  const { operation: id, tier, perSecond, perMinute, tiers, pace } = operation;
  const own = ownTier(operation);
  const others = tiers.filter((each) => each.tier !== tier && each.refused > 0);
  const peak = `${id}: at most ${plain(perSecond)} a second and ${plain(perMinute)} a minute`;
  const elsewhere =
    others.length === 0
      ? ""
      : `; refused elsewhere: ${others.map((each) => `${each.refused} in ${each.tier}`).join(", ")}`;
  if (own === undefined || own.refused === 0)
    return `${peak}, within ${tier === null ? "its tier" : `tier ${tier}`}${elsewhere}.`;
  const hit = [
    ...(own.burstAt === null ? [] : [`burst at ${secondsText(own.burstAt)}`]),
    ...(own.steadyAt === null ? [] : [`steady at ${secondsText(own.steadyAt)}`]),
  ].join(", ");
  return `${peak} hits tier ${own.tier} (${hit}): ${own.refused} refused${elsewhere}. At ${plain(pace.perSecond)} a second none would be: ${secondsText(pace.wouldTake)} instead of ${secondsText(pace.took)}.`;
}

/** The suggested policy in sentences. */
export function policyLines(policy: Policy): string[] {
  const { attempts, baseMs, factor, capMs, honourRetryAfter, retryStatuses } = policy;
  return [
    `Up to ${counted(attempts, "attempt")}; wait a random time between 0 and ${secondsText(baseMs / 1000)}, times ${plain(factor)} from step to step, at most ${secondsText(capMs / 1000)}.`,
    honourRetryAfter
      ? "Where there is a Retry-After, wait at least so long."
      : "Retry-After need not be waited for.",
    `Try again after ${retryStatuses.join(", ")} and lost answers${policy.retryLostWrites ? "; lost writes only with a unique_id or an idempotency key" : ", but not after lost writes"}.`,
  ];
}
