import type { ScheduleResult } from "./judge.ts";
import type { OracleName } from "./names.ts";
import type { Finding } from "./oracles/oracle.ts";
import type { Schedule } from "./schedule.ts";
import { isOfRun } from "./trials/moments.ts";

export interface Case {
  readonly schedule: Schedule;
  readonly tried: ScheduleResult;
}

export interface Cause extends Case {
  readonly finding: Finding;
  readonly oracles: ReadonlySet<OracleName>;
  readonly also: readonly Schedule[];
}

export const isSingle = ({ schedule }: Case): boolean => schedule.length === 1;

/** Those with the fewest faults first, and of those alike what is of one call: an outage says less of where. */
export const byLength = (cases: readonly Case[]): Case[] =>
  cases.toSorted((a, b) => sizeOf(a) - sizeOf(b));

const sizeOf = ({ schedule }: Case): number => schedule.length + (schedule.some(isOfRun) ? 0.5 : 0);

/** Puts together what goes wrong in one way. The first of each is the smallest: schedules grow. */
export function causesOf(cases: readonly Case[]): Cause[] {
  const causes: ({ -readonly [K in keyof Cause]: Cause[K] } & { names: Set<string> })[] = [];
  for (const { schedule, tried } of cases) {
    for (const finding of tried.findings) {
      const names = namesOf(finding, schedule);
      const known = causes.find((cause) => names.some((name) => cause.names.has(name)));
      if (known === undefined) {
        const oracles = new Set(tried.oracles);
        causes.push({ finding, oracles, schedule, tried, also: [], names: new Set(names) });
      } else {
        known.also = [...known.also, schedule];
        known.oracles = new Set([...known.oracles, ...tried.oracles]);
        for (const name of names) known.names.add(name);
      }
    }
  }
  return causes;
}

/** What a run did wrong. Honesty is the state, seen from the side of what was printed. */
const effectsOf = ({ oracle, signs }: Pick<Finding, "oracle" | "signs">): string[] =>
  signs.split(" ").map((sign) => `${oracle === "honesty" ? "state" : oracle} ${sign}`);

export const isAlike = (one: Pick<Finding, "oracle" | "signs">, other: Finding): boolean =>
  effectsOf(other).some((effect) => effectsOf(one).includes(effect));

/** Names of what went wrong, anywhere or at the fault's operation: findings that share one are one defect. */
export function namesOf(finding: Pick<Finding, "oracle" | "signs">, schedule: Schedule): string[] {
  const effects = effectsOf(finding);
  const whole = effects.map((effect, index) => (index === 0 ? effect : effect.split(" ")[1]));
  const operations = new Set(schedule.map(({ spot: { operation } }) => operation));
  const parts = [...operations].flatMap((at) => effects.map((effect) => `${effect} at ${at}`));
  return [whole.join(" "), ...parts];
}
