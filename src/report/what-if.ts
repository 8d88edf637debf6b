import type { StageName } from "../contract/stages.ts";
import type { Run } from "./calls/logical-call.ts";
import { forEach, type Slices } from "./slices.ts";
import { type Tier, tiers, type Windows } from "../contract/tiers.ts";
import type { WhatIf } from "./card-shape.ts";
import { paceFor, peakOf, replayed, type Times } from "./replay.ts";

/** When the requests of one operation came, by caller: limits count each caller on its own. */
interface Arrivals {
  readonly operation: string;
  /** In milliseconds of production, since the midnight (UTC) before the first; each caller's in order. */
  readonly byCaller: Times;
}

/** Stages before the one that counts: what they answer takes nothing from any window. */
const uncounted = new Set<StageName>(["preflight", "retired", "oauth", "authenticate", "permit"]);

const dayMs = 86_400_000;

/**
 * The requests that limits count, in the world's time; a clock that was set back counts as one that stood still.
 * Times are told from midnight: small numbers, whose sums are exact, at the same places within their windows.
 */
function* timelineOf({ attempts }: Run): Slices<{ start: number; arrivals: Arrivals[] }> {
  const found = new Map<string, Map<string, number[]>>();
  let before = attempts[0]?.atWorld ?? 0;
  const start = before - Math.floor(before / dayMs) * dayMs;
  let now = start;
  yield* forEach(attempts, ({ operation, account, app, atWorld, stage }) => {
    now += Math.max(0, atWorld - before);
    before = atWorld;
    if (uncounted.has(stage)) return;
    const byCaller = found.get(operation) ?? new Map<string, number[]>();
    const caller = `${account} ${app ?? ""}`;
    const own = byCaller.get(caller) ?? [];
    found.set(operation, byCaller.set(caller, own));
    own.push(now);
  });
  const times = [...found].map(([operation, all]) => ({ operation, byCaller: [...all.values()] }));
  return { start, arrivals: times };
}

export interface OperationLimits {
  readonly tier: Tier | undefined;
  readonly windows: Windows;
}

export type LimitsOf = (operation: string) => OperationLimits | undefined;

type OperationWhatIf = WhatIf["operations"][number];

/**
 * What the published limits would have done to the run at its pace, and which pace they would have let pass, in
 * seconds of production. Every request comes when it was observed, whatever it is answered: the retries of those that
 * were refused stay, and those of the replay cause none. What is answered before limits count it is left out. Each
 * operation is counted on its own, for each account and app; the counters of some parameters are not.
 * @param limitsOf undefined: nothing limits the operation
 */
export function* whatIfOf(run: Run, limitsOf: LimitsOf): Slices<WhatIf> {
  const { start, arrivals } = yield* timelineOf(run);
  const operations: OperationWhatIf[] = [];
  for (const own of arrivals) {
    operations.push(yield* operationOf(own, start, limitsOf(own.operation)));
  }
  return { operations };
}

function* operationOf({ operation, byCaller }: Arrivals, start: number, limits?: OperationLimits) {
  const perSecond = yield* peakOf(byCaller, 1000);
  const perTier: OperationWhatIf["tiers"][number][] = [];
  for (const tier of Object.keys(tiers) as Tier[]) {
    // Its own may have been overridden, and may have a window of a day.
    const windows = tier === limits?.tier ? limits.windows : tiers[tier];
    const { refused, burstAt, steadyAt } = yield* replayed(byCaller, windows);
    const since = (at: number | undefined) => (at === undefined ? null : (at - start) / 1000);
    perTier.push({ tier, burstAt: since(burstAt), steadyAt: since(steadyAt), refused });
  }
  // Where nothing is refused, the pace that was observed is good.
  const paced = limits ? yield* paceFor(byCaller, limits.windows) : { perSecond, byCaller };
  const pace = {
    // Rounded down: as told it must be slow enough.
    perSecond: Math.floor(paced.perSecond * 1e6) / 1e6,
    took: spanOf(byCaller),
    wouldTake: spanOf(paced.byCaller),
  };
  return {
    operation,
    tier: limits?.tier ?? null,
    requests: byCaller.reduce((total, times) => total + times.length, 0),
    perSecond,
    perMinute: yield* peakOf(byCaller, 60_000),
    tiers: perTier,
    pace,
  };
}

/** From the first request to the last, in seconds, to the millisecond. */
function spanOf(byCaller: Times): number {
  let [from, to] = [Infinity, -Infinity];
  for (const times of byCaller) {
    from = Math.min(from, times[0] ?? from);
    to = Math.max(to, times.at(-1) ?? to);
  }
  return Math.round(to - from) / 1000;
}
