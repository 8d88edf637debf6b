import type { StageName } from "../contract/stages.ts";
import { type Tier, tiers, type Windows } from "../contract/tiers.ts";
import { Limits } from "../world/limits/limits.ts";
import type { Run } from "./calls/logical-call.ts";
import type { WhatIf } from "./card-shape.ts";
import { forEach, type Slices, mapped } from "./slices.ts";

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

export type OperationLimits = { readonly tier: Tier | undefined; readonly windows: Windows };

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

export type Times = readonly (readonly number[])[];

/** What windows would have done to requests. Instants are in milliseconds, of the arrivals' own origin. */
export interface Replayed {
  readonly refused: number;
  readonly burstAt: number | undefined;
  readonly steadyAt: number | undefined;
}

const never: Replayed = { refused: 0, burstAt: undefined, steadyAt: undefined };

export function* replayed(byCaller: Times, windows: Windows): Slices<Replayed> {
  if (yield* isEnough(byCaller, windows)) return never;
  const wanted = [{ name: "replayed", windows }];
  const firsts = { burst: Infinity, steady: Infinity, day: Infinity };
  let refused = 0;
  for (const times of byCaller) {
    const limits = new Limits("real");
    yield* forEach(times, (at) => {
      const blocked = limits.take(wanted, at);
      if (blocked === undefined) return;
      refused += 1;
      firsts[blocked.window] = Math.min(firsts[blocked.window], at);
    });
  }
  const known = (at: number) => (at === Infinity ? undefined : at);
  return { refused, burstAt: known(firsts.burst), steadyAt: known(firsts.steady) };
}

/** Whether no window is ever full: then nothing needs to be counted one by one. */
function* isEnough(byCaller: Times, { burst, steady, day = Infinity }: Windows): Slices<boolean> {
  if ((yield* peakOf(byCaller, 1000)) > burst) return false;
  if ((yield* peakOf(byCaller, 60_000)) > steady) return false;
  return day === Infinity || (yield* peakOf(byCaller, 86_400_000)) <= day;
}

function* peakOf(byCaller: Times, windowMs: number): Slices<number> {
  let peak = 0;
  for (const times of byCaller) {
    let [window, count] = [-1, 0];
    yield* forEach(times, (at) => {
      const own = Math.floor(at / windowMs);
      count = own === window ? count + 1 : 1;
      window = own;
      peak = Math.max(peak, count);
    });
  }
  return peak;
}

type Paced = { readonly perSecond: number; readonly byCaller: Times };

/**
 * The fastest even pace of a caller that nothing refuses: that of the burst window, if the run is short enough for
 * it, else of the steady one, else of the day. No request comes before it was observed.
 */
export function* paceFor(byCaller: Times, windows: Windows): Slices<Paced> {
  const rates = ratesOf(windows);
  for (const perSecond of rates) {
    const paced: Paced = { perSecond, byCaller: yield* allSpaced(byCaller, perSecond) };
    // At the last of them no window can be full: its requests never come closer than all windows allow.
    if (perSecond === rates.at(-1)) return paced;
    if ((yield* replayed(paced.byCaller, windows)).refused === 0) return paced;
  }
  return { perSecond: 0, byCaller };
}

/** The even paces that fill the windows, the fastest first: none is faster than the one before it. */
function ratesOf({ burst, steady, day }: Windows): number[] {
  const inMinute = Math.min(burst, steady / 60);
  return [burst, inMinute, ...(day === undefined ? [] : [Math.min(inMinute, day / 86_400)])];
}

/** Of a millisecond: a fraction whose sums are exact. */
const unit = 1 / 1024;

function* allSpaced(byCaller: Times, perSecond: number): Slices<number[][]> {
  const gap = Math.ceil(1000 / perSecond / unit) * unit;
  const all: number[][] = [];
  for (const times of byCaller) {
    let next = 0;
    const spaced = yield* mapped(times, (time) => {
      const at = Math.max(time, next);
      next = at + gap;
      return at;
    });
    all.push(spaced);
  }
  return all;
}
