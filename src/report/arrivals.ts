import type { StageName } from "../contract/stages.ts";
import type { Run } from "./calls/logical-call.ts";
import { forEach, type Slices } from "./slices.ts";

/** When the requests of one operation came, by caller: limits count each caller on its own. */
export interface Arrivals {
  readonly operation: string;
  /** In milliseconds of production, from the same midnight as `Timeline.start`; each caller's in order. */
  readonly byCaller: readonly (readonly number[])[];
}

export interface Timeline {
  /** When the first request came, in milliseconds of production since the midnight (UTC) before it. */
  readonly start: number;
  readonly arrivals: readonly Arrivals[];
}

/** Stages before the one that counts: what they answer takes nothing from any window. */
const uncounted = new Set<StageName>(["preflight", "retired", "oauth", "authenticate", "permit"]);

const dayMs = 86_400_000;

/**
 * The requests that limits count, in the world's time; a clock that was set back counts as one that stood still.
 * Times are told from midnight: small numbers, whose sums are exact, at the same places within their windows.
 */
export function* timelineOf({ attempts }: Run): Slices<Timeline> {
  const found = new Map<string, Map<string, number[]>>();
  let before = attempts[0]?.atWorld ?? 0;
  const start = before - Math.floor(before / dayMs) * dayMs;
  let now = start;
  yield* forEach(attempts, ({ operation, account, app, atWorld, stage }) => {
    now += Math.max(0, atWorld - before);
    before = atWorld;
    if (uncounted.has(stage)) return;
    const byCaller = listed(found, operation, () => new Map<string, number[]>());
    listed(byCaller, `${account} ${app ?? ""}`, (): number[] => []).push(now);
  });
  const arrivals = [...found].map(([operation, byCaller]) => ({
    operation,
    byCaller: [...byCaller.values()],
  }));
  return { start, arrivals };
}

function listed<T>(map: Map<string, T>, name: string, make: () => T): T {
  const known = map.get(name);
  if (known !== undefined) return known;
  const made = make();
  map.set(name, made);
  return made;
}
