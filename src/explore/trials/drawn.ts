import type { Dice } from "../../world/dice.ts";
import { matchesGlob } from "../../world/name-match.ts";
import { mayJoin, type ScheduledFault } from "../schedule.ts";
import type { Group } from "./groups.ts";

/** How many faults a run has at most whose faults are drawn. */
const drawnMax = 5;

/** A few of all kinds. @param every at which places there are which, drawn for each run */
export function* anyDrawn(every: () => readonly ScheduledFault[], dice: Dice): Generator<Group> {
  for (;;) {
    const all = every().filter(
      ({ spot, kind }) => spot.which !== "all" && kind.outcome.connection !== "hang",
    );
    if (all.length === 0) return;
    const schedule: ScheduledFault[] = [];
    for (let left = dice.integer(1, drawnMax); left > 0; left -= 1) {
      const planned = dice.pick(all);
      if (mayJoin(schedule, planned)) schedule.push(planned);
    }
    yield [schedule];
  }
}

/** At each call as likely as it is to be; in each run at least one. @param calls what each call can meet */
export function* likelyDrawn(
  calls: readonly (readonly ScheduledFault[])[],
  probabilities: readonly (readonly [kind: string, probability: number])[],
  dice: Dice,
): Generator<Group> {
  const likely = calls.map((all) =>
    probabilities.flatMap(([pattern, probability]) => {
      const faults = all.filter(({ kind }) => matchesAny([pattern], kind.name, kind.variant));
      return faults.length > 0 ? [{ faults, probability }] : [];
    }),
  );
  const any = likely.flat();
  while (any.length > 0) {
    const met = likely.flatMap(
      (ofCall) => ofCall.find(({ probability }) => dice.fraction() < probability) ?? [],
    );
    yield [(met.length > 0 ? met : [dice.pick(any)]).map(({ faults }) => dice.pick(faults))];
  }
}

/** Where nothing is asked for, everything is meant. */
export const matchesAny = (patterns: readonly string[], ...texts: readonly string[]): boolean =>
  patterns.length === 0 ||
  texts.some((text) => patterns.some((pattern) => matchesGlob(pattern, text)));
