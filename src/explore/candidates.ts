import type { Rows } from "../world/fault-plan.ts";
import { Dice } from "../world/dice.ts";
import { matchesGlob } from "../world/glob.ts";
import { everyKind, type Kind, kindsOf } from "./kinds.ts";
import type { Baseline } from "./reference.ts";
import { fits, keyOf, type Planned, type Schedule } from "./schedule.ts";
import { type Spot, spotsOf } from "./spots.ts";

/** What takes part. */
export interface Choice {
  readonly seed: number;
  /** Operations, and kinds of fault, `*` stands for anything. None: all that the command calls, all kinds. */
  readonly only: readonly string[];
  readonly kinds: readonly string[];
  /** How long a run may take: who promises a longer wait would see nothing. In milliseconds. */
  readonly timeoutMs: number;
  /** Kinds that no client can notice, which take part because they are asked for. */
  readonly include: readonly string[];
}

/** A schedule that was survived, with the calls that it brought about. */
export interface Survived {
  readonly schedule: Schedule;
  readonly next: readonly Spot[];
}

/** Which schedules there are to try: each once, in one order for one seed. */
export class Candidates {
  readonly #rows: Rows;
  readonly #choice: Choice;
  readonly #known = new Set<string>();
  readonly #kinds = new Map<string, readonly Kind[]>();
  readonly #every: readonly Kind[];

  constructor(rows: Rows, choice: Choice) {
    this.#rows = rows;
    this.#choice = choice;
    const { kinds, include, timeoutMs } = choice;
    this.#every = everyKind().filter(
      ({ name, variant, isSilent, costMs, outcome }) =>
        (costMs < timeoutMs || outcome.connection === "hang") &&
        (!isSilent || include.includes(name)) &&
        (matchesAny(kinds, name) || matchesAny(kinds, variant)),
    );
  }

  /** One fault at each class of calls: what holds nobody up first, and of each kind one before any variant. */
  singles({ attempts }: Baseline): Schedule[] {
    const spots = spotsOf(attempts, this.#dice("spots")).filter((spot) => this.#isAsked(spot));
    return this.#ordered(spots.flatMap((spot) => this.#at(spot)).map((planned) => [planned]));
  }

  /** Faults on calls that appear only because of those that were survived. */
  *further(survived: readonly Survived[]): Generator<Schedule> {
    const grown = survived.flatMap(({ schedule, next }) => {
      const family = schedule.map(({ kind }) => kind.family).join(" ");
      const spots = next.filter((spot) => this.#isAsked(spot));
      const more = spots.flatMap((spot) => this.#at(spot));
      // What a retry meets finds the same whichever fault of the family it is the retry after.
      return more
        .filter((planned) => this.#isNew(`${family} then ${keyOf([planned])}`))
        .map((planned) => [...schedule, planned]);
    });
    yield* this.#ordered(grown);
  }

  /** Survived schedules together with survived single ones, those that were in no pair yet first. */
  *together(survived: readonly Survived[], singles: readonly Survived[]): Generator<Schedule> {
    const ones = shuffled(singles, this.#dice("pairs"));
    const others = shuffled(survived, this.#dice("others"));
    for (const isDear of [false, true]) {
      for (let round = 0; round < ones.length; round += 1) {
        for (const [index, { schedule }] of others.entries()) {
          const [planned] = ones[(index + round) % ones.length]?.schedule ?? [];
          if (planned === undefined || !mayJoin(schedule, planned)) continue;
          const joined = [...schedule, planned];
          if (costsMuch(joined) === isDear && this.#isNew(keyOf(joined))) yield joined;
        }
      }
    }
  }

  #at(spot: Spot): Planned[] {
    const kinds =
      this.#kinds.get(spot.operation) ?? kindsOf(spot.operation, this.#rows, this.#every);
    this.#kinds.set(spot.operation, kinds);
    return kinds.filter((kind) => fits(kind, spot)).map((kind) => ({ spot, kind }));
  }

  #ordered(schedules: readonly Schedule[]): Schedule[] {
    const seen = new Map<string, number>();
    const begun = shuffled(schedules, this.#dice("order"))
      .map((schedule) => ({ schedule, rank: rankOf(schedule.at(-1) as Planned) }))
      .toSorted((a, b) => a.rank - b.rank);
    const ranked = begun.map(({ schedule, rank }) => {
      const { spot, kind } = schedule.at(-1) as Planned;
      const column = `${spot.operation} ${kind.name}`;
      const variant = seen.get(column) ?? 0;
      seen.set(column, variant + 1);
      return { schedule, rank: rank + variant * variantMs };
    });
    return ranked.toSorted((a, b) => a.rank - b.rank).map(({ schedule }) => schedule);
  }

  #isAsked({ operation }: Spot): boolean {
    return matchesAny(this.#choice.only, operation);
  }

  #isNew(key: string): boolean {
    if (this.#known.has(key)) return false;
    this.#known.add(key);
    return true;
  }

  #dice(stream: string): Dice {
    return Dice.from(this.#choice.seed, `explore/${stream}`);
  }
}

/** Where nothing is asked for, everything is meant. */
const matchesAny = (patterns: readonly string[], text: string): boolean =>
  patterns.length === 0 || patterns.some((pattern) => matchesGlob(pattern, text));

/** By how much what says little new comes later, in milliseconds of waiting that it is worth. */
const variantMs = 1500;
const allMs = 3000;
const promiseMs = 200;

const rankOf = ({ spot, kind }: Planned): number =>
  kind.costMs + (spot.which === "all" ? allMs : 0) + (kind.variant === kind.name ? 0 : promiseMs);

/** Of pairs there are more than anybody waits for: those that hold a client up for long come last. */
const costsMuch = (schedule: Schedule): boolean =>
  schedule.reduce((sum, { kind }) => sum + kind.costMs, 0) > 10_000;

/** Two faults at one call are one of them. */
const mayJoin = (schedule: Schedule, { spot }: Planned): boolean =>
  schedule.every(
    ({ spot: { operation, target, which } }) =>
      operation !== spot.operation ||
      (which !== "all" && spot.which !== "all" && (target !== spot.target || which !== spot.which)),
  );

function shuffled<T>(many: readonly T[], dice: Dice): T[] {
  const left = [...many];
  for (let at = left.length - 1; at > 0; at -= 1) {
    const other = dice.integer(0, at);
    [left[at], left[other]] = [left[other] as T, left[at] as T];
  }
  return left;
}
