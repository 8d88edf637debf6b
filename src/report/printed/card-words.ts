import { sum } from "../slices.ts";
import type { CardAttempt, CardCall, Coverage, Policy, ReportCard, WhatIf } from "../card-shape.ts";
import { counted, plain, secondsText } from "../figures.ts";
import type { Judged, JudgedCard } from "../judged.ts";

/** What a verdict is marked with wherever it is shown; the mark alone says it, without its colour. */
export const marks = { pass: "✓", fail: "✗", undecided: "?", "not exercised": "–" } as const;

export const outcomeWords = {
  succeeded: "succeeded",
  "gave up": "gave up",
  refused: "rejected",
  open: "pending",
} as const satisfies Record<CardCall["outcome"], string>;

const needOf = ({ verdict }: Judged): number =>
  ["fail", "undecided", "not exercised", "pass"].indexOf(verdict);

/** The rules as a person reads them: failed, then undecided, then not exercised, then passed. */
export const rulesByNeed = <R extends Judged>({ rules }: Pick<JudgedCard<R>, "rules">): R[] =>
  rules.toSorted((one, other) => needOf(one) - needOf(other));

const withVerdict = <R extends Judged>(
  { rules }: Pick<JudgedCard<R>, "rules">,
  verdict: Judged["verdict"],
) => rules.filter((each) => each.verdict === verdict);

export const failedOf = <R extends Judged>(card: Pick<JudgedCard<R>, "rules">): R[] =>
  withVerdict(card, "fail");

export function headline(card: JudgedCard): string {
  if (card.run.requests === 0) return "No requests: no rule was exercised.";
  const failed = failedOf(card).length;
  const passed = withVerdict(card, "pass").length;
  const doubtful = withVerdict(card, "undecided").length;
  const idle = withVerdict(card, "not exercised").length;
  const start = failed === 0 ? "No rule" : counted(failed, "rule");
  const open = doubtful === 0 ? "" : ` ${doubtful} undecided,`;
  return `${start} failed, ${passed} passed,${open} ${idle} not exercised.`;
}

/** Two clocks that differ by no more than this, in seconds, are taken for one. */
const alike = (seconds: number): number => 0.05 + 0.02 * seconds;

export function runText({ run, preset }: ReportCard): string {
  const { requests, calls, seconds, productionSeconds } = run;
  const production =
    Math.abs(productionSeconds - seconds) <= alike(seconds)
      ? ""
      : ` (${secondsText(productionSeconds)} of emulator time)`;
  return `${counted(requests, "request")} in ${counted(calls, "call")}, ${secondsText(seconds)}${production}, preset ${preset}`;
}

export function waysToDecide(card: Pick<JudgedCard, "rules">): string[] {
  const ways = new Map<string, string[]>();
  for (const { rule, leaning, wouldDecide } of withVerdict(card, "undecided")) {
    const lean = leaning === null ? rule : `${rule} (leaning to ${leaning})`;
    const way = wouldDecide ?? "";
    ways.set(way, [...(ways.get(way) ?? []), lean]);
  }
  return [...ways].map(([way, rules]) => `To decide ${rules.join(", ")}: ${way}.`);
}

/** Letters that a call takes in a terminal's table at most, so that what it did is seen. */
const callMax = 26;

export function shortened(about: string): string {
  if (about.length <= callMax) return about;
  const [part = ""] = /^.*[\s/.,:;_@&?=({-]/s.exec(about.slice(0, callMax - 1)) ?? [];
  return `${part.length > callMax / 2 ? part : about.slice(0, callMax - 1)}…`;
}

export const isSuggested = ({ knownBy, attempts }: CardCall): boolean =>
  knownBy === "likeness" && attempts.length > 1;

const attemptWords = { lost: "lost", spoilt: "corrupt", open: "pending" } as const;

/** What came of an attempt, short: `429`, `lost`, `200 corrupt`. */
export function answerOf({ status, outcome }: CardAttempt): string {
  if (outcome === "answered" || outcome === "refused") return String(status ?? outcome);
  return status === null ? attemptWords[outcome] : `${status} ${attemptWords[outcome]}`;
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

export function callsByNeed(card: ReportCard): { calls: CardCall[]; telling: number } {
  const failed = new Set(
    failedOf(card).flatMap(({ evidence }) =>
      evidence.flatMap(({ result, call }) => (result === "failed" && call !== null ? [call] : [])),
    ),
  );
  const need = ({ id, outcome }: CardCall) => {
    if (failed.has(id)) return 0;
    return outcome === "succeeded" ? 2 : 1;
  };
  const calls = card.calls.toSorted((one, other) => need(one) - need(other));
  const worst = failed.size > 0 ? 0 : 1;
  return { calls, telling: calls.filter((call) => need(call) <= worst).length };
}

type Cell = { readonly met: number; readonly survived: number; readonly undecided: number };

export function cellMark({ met, survived, undecided }: Cell): "✓" | "✗" | "?" {
  if (survived === met) return "✓";
  return survived + undecided === met ? "?" : "✗";
}

export function matrixOf({ pairs, missing }: Coverage) {
  const met = pairs.map((each) =>
    each.fault === "status" ? { ...each, fault: `status ${each.status}` } : each,
  );
  const faults = [...new Set([...met, ...missing].map(({ fault }) => fault))];
  const operations = [...new Set([...met, ...missing].map(({ operation }) => operation))];
  const rows = operations.map((operation) => ({
    operation,
    cells: faults.map((fault): Cell | undefined => {
      const own = met.filter((each) => each.operation === operation && each.fault === fault);
      if (own.length === 0) return undefined;
      const total = (of: keyof Cell) => sum(own.map((each) => each[of]));
      return { met: total("met"), survived: total("survived"), undecided: total("undecided") };
    }),
  }));
  return { faults, rows };
}

export function coverageText({ pairs, share, missing }: Coverage): string {
  if (pairs.length === 0) return "No request met a fault.";
  if (share === 1) return "100 %: all operation/fault pairs handled.";
  const all = Math.round(missing.length / (1 - share));
  const handled = `${all - missing.length} of ${counted(all, "operation/fault pair")} handled`;
  return `${Math.floor(share * 100)} %: ${handled}.`;
}

export const byRefusals = ({ operations }: WhatIf): WhatIf["operations"] =>
  operations.toSorted((one, other) => refusedInOwn(other) - refusedInOwn(one));

const refusedInOwn = (operation: WhatIf["operations"][number]) => ownTier(operation)?.refused ?? 0;
const ownTier = ({ tier, tiers }: WhatIf["operations"][number]) =>
  tiers.find((each) => each.tier === tier);

export function whatIfText(operation: WhatIf["operations"][number]): string {
  const { operation: id, tier, perSecond, perMinute, tiers, pace } = operation;
  const own = ownTier(operation);
  const others = tiers.filter((each) => each.tier !== tier && each.refused > 0);
  const peak = `${id}: up to ${plain(perSecond)} per second and ${plain(perMinute)} per minute`;
  const elsewhere = others
    .map((each) => ` Tier ${each.tier} would reject ${each.refused}.`)
    .join("");
  if (own === undefined || own.refused === 0)
    return `${peak}, within ${tier === null ? "its limits" : `tier ${tier}`}.${elsewhere}`;
  const hit = [
    ...(own.burstAt === null ? [] : [`burst at ${secondsText(own.burstAt)}`]),
    ...(own.steadyAt === null ? [] : [`steady at ${secondsText(own.steadyAt)}`]),
  ].join(", ");
  const slower = `At ${plain(pace.perSecond)} per second it would reject none, in ${secondsText(pace.wouldTake)} instead of ${secondsText(pace.took)}.`;
  return `${peak}. Tier ${own.tier} would reject ${own.refused} (${hit}). ${slower}${elsewhere}`;
}

export function policyLines(policy: Policy): string[] {
  const { attempts, baseMs, factor, capMs, honourRetryAfter, retryStatuses } = policy;
  return [
    `Make up to ${counted(attempts, "attempt")} per call.`,
    `Before each retry, wait a random time from 0 to ${secondsText(baseMs / 1000)}. Multiply this limit by ${plain(factor)} for each further retry, up to ${secondsText(capMs / 1000)}.`,
    honourRetryAfter
      ? "If the response has a Retry-After, wait at least that long."
      : "Ignore Retry-After.",
    `Retry ${retryStatuses.join(", ")} and lost responses.`,
    policy.retryLostWrites
      ? "Retry a lost write only with a unique_id or an idempotency key."
      : "Don't retry lost writes.",
  ];
}
