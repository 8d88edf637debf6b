import type { Rows } from "../world/faults/plan.ts";
import { Dice } from "../world/dice.ts";
import { isHuge } from "./cost.ts";
import { everyKind, type Kind, kindsOf } from "./kinds.ts";
import type { Baseline } from "./reference.ts";
import { isReading } from "../world/faults/row.ts";
import { anyDrawn, likelyDrawn, matchesAny } from "./trials/drawn.ts";
import { type Group, sortOf } from "./trials/groups.ts";
import { mustSurviveDefault } from "./oracles/survival.ts";
import { crashesOf } from "./trials/crash.ts";
import { jumpMs, momentsOf } from "./trials/moments.ts";
import { inParts, ordered, type Parts } from "./order.ts";
import { fits, keyOf, mayJoin, type ScheduledFault, type Schedule } from "./schedule.ts";
import { everySpot, type Spot, spotsOf, sweptSpots } from "./spots.ts";

/** What takes part. */
export interface Choice {
  readonly seed: number;
  /** Operations, and kinds of fault, `*` stands for anything. None: all that the command calls, all kinds. */
  readonly only: readonly string[];
  readonly kinds: readonly string[];
  /** How long a run may take: who promises a longer wait would see nothing. In milliseconds. */
  readonly timeoutMs: number;
  /** Kinds that no client can notice, which take part because they are asked for; and `page-loops`. */
  readonly include: readonly string[];
  /** With which probability each call meets a kind of fault, where faults are drawn. None: a few of all kinds. */
  readonly probability: readonly (readonly [kind: string, probability: number])[];
  /** Whether the command may be killed. */
  readonly kills?: boolean;
  /** Whether its waits take no time. */
  readonly skipsWaits?: boolean;
}

/** Pages without an end: a service that no client can survive. */
export const pageLoops = "page-loops";

const loops = (page: unknown, which: Spot["which"]): boolean =>
  page === "cycle" || (which === "all" && (page === "repeat" || page === "empty"));

/** A schedule that was survived, with the calls that it brought about. */
export interface Survived {
  readonly schedule: Schedule;
  readonly next: readonly Spot[];
}

/** How many schedules come before the command is killed for the first time, and before an outage. */
const beforeOthers = 4;

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
    const { include, timeoutMs, skipsWaits } = choice;
    const every = everyKind();
    // After a month in no time the world would be another one.
    const quick = every.filter(({ outcome }) => !isHuge(outcome.retryAfter));
    const known = skipsWaits ? quick.map((kind) => ({ ...kind, costMs: 0 })) : every;
    this.#every = known.filter(
      ({ name, variant, isSilent, costMs, outcome }) =>
        (costMs < timeoutMs || outcome.connection === "hang") &&
        (!isSilent || include.includes(name)) &&
        this.#isMeant(name, variant),
    );
  }

  #isMeant(...names: readonly string[]): boolean {
    return matchesAny(this.#choice.kinds, ...names);
  }

  readonly isRead = (operation: string): boolean => {
    const row = this.#rows.get(operation);
    return row !== undefined && isReading(row);
  };

  /** One fault at each class of calls: each kind once at a read and a write, and apart everywhere else. */
  singles(baseline: Baseline): Parts {
    if (this.#choice.probability.length > 0) return { once: [], elsewhere: [] };
    const { attempts, isRepeatable } = baseline;
    const spots = spotsOf(attempts, this.#dice("spots")).filter((spot) => this.#isAsked(spot));
    const all = spots.flatMap((spot) => this.#at(spot)).map((planned): Schedule => [planned]);
    const { once, elsewhere } = inParts(shuffled(all, this.#dice("order")), this.isRead);
    const isKilled = this.#choice.kills === true && isRepeatable;
    const parts = [
      ...(isKilled ? [crashesOf(spots, this.isRead, this.#dice("kills"))] : []),
      ...(this.#isAsked({ operation: "*" }) ? [this.#moments(baseline)] : []),
    ];
    const asked = (many: Schedule[]) =>
      many.filter(([planned]) => {
        const { name = "", variant = "" } = planned?.kind ?? {};
        return this.#isMeant(name, variant);
      });
    const ofRun = parts.flatMap((part) => asked(part.once));
    return {
      once: [...once.slice(0, beforeOthers), ...ofRun, ...once.slice(beforeOthers)],
      elsewhere: [
        ...parts.flatMap((part) => asked(part.elsewhere)),
        ...elsewhere,
        ...this.#swept(baseline, spots),
      ],
    };
  }

  /** The plainest faults at all other calls of a long series, since several of them are one run. */
  #swept({ attempts }: Baseline, known: readonly Spot[]): Schedule[] {
    const nameOf = ({ operation, before }: Spot) => `${operation} ${before}`;
    const names = new Set(known.map(nameOf));
    const others = sweptSpots(attempts).filter((spot) => !names.has(nameOf(spot)));
    return others
      .filter((spot) => this.#isAsked(spot))
      .flatMap((spot) => {
        const faults = this.#at(spot).filter(({ kind }) => kind.costMs === 0);
        return (["refused", "lost"] as const).flatMap((sort) => {
          const ofSort = faults.filter((each) => sortOf([each], this.#rows) === sort);
          return ofSort.find(({ kind }) => isDemanded(kind)) ?? ofSort.slice(0, 1);
        });
      })
      .map((planned): Schedule => [planned]);
  }

  #moments({ attempts, dueInMs }: Baseline): Parts {
    const own = attempts.filter(({ hasRow }) => hasRow);
    const pages = own.flatMap(({ page }, index) =>
      page !== undefined && page.next() !== null && index < own.length - 1 ? index : [],
    );
    const isStill = dueInMs > jumpMs;
    return momentsOf({ requests: own.length, pages, isStill }, this.#dice("moments"));
  }

  /** The same kind once more, at the retry of a call that it was survived at: the plainest of pairs. */
  repeated(survived: readonly Survived[]): Schedule[] {
    const twice = survived.flatMap(({ schedule, next }) => {
      const last = schedule.at(-1) as ScheduledFault;
      const spots = next.filter(
        (spot) => spot.operation === last.spot.operation && this.#isAsked(spot),
      );
      return spots
        .filter((spot) => fits(last.kind, spot))
        .map((spot): Schedule => [...schedule, { spot, kind: last.kind }])
        .filter((each) => this.#isNew(`twice ${keyOf(each.slice(-1))}`))
        .filter((each) => this.#isNew(keyOf(each)));
    });
    return ordered(shuffled(twice, this.#dice("twice")));
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
        .map((planned): Schedule => [...schedule, planned])
        .filter((each) => this.#isNew(keyOf(each)));
    });
    yield* ordered(shuffled(grown, this.#dice("further")));
  }

  /**
   * Survived schedules together with survived single ones: the same kind at one operation first, then those that were
   * in no pair yet.
   */
  *together(survived: readonly Survived[], singles: readonly Survived[]): Generator<Schedule> {
    const ones = shuffled(singles, this.#dice("pairs"));
    const others = shuffled(survived, this.#dice("others"));
    const pairs = function* (): Generator<readonly [Schedule, ScheduledFault]> {
      for (let round = 0; round < ones.length; round += 1) {
        for (const [index, { schedule }] of others.entries()) {
          const [planned] = ones[(index + round) % ones.length]?.schedule ?? [];
          if (planned !== undefined && mayJoin(schedule, planned)) yield [schedule, planned];
        }
      }
    };
    for (const [isDear, isOfOne] of passes) {
      for (const [schedule, planned] of pairs()) {
        const joined = [...schedule, planned];
        if (costsMuch(joined) !== isDear || (isOfOne && !isOfOneKind(joined))) continue;
        if (this.#isNew(keyOf(joined))) yield joined;
      }
    }
  }

  /** Without an end: several faults in one run, drawn at random. */
  drawn({ attempts }: Baseline): Generator<Group> {
    const dice = this.#dice("soak");
    const asked = (spots: readonly Spot[]) => spots.filter((spot) => this.#isAsked(spot));
    const { probability } = this.#choice;
    if (probability.length > 0) {
      const calls = asked(everySpot(attempts)).map((spot) => this.#at(spot));
      return likelyDrawn(calls, probability, dice);
    }
    return anyDrawn(() => asked(spotsOf(attempts, dice)).flatMap((spot) => this.#at(spot)), dice);
  }

  #at(spot: Spot): ScheduledFault[] {
    const kinds =
      this.#kinds.get(spot.operation) ?? kindsOf(spot.operation, this.#rows, this.#every);
    this.#kinds.set(spot.operation, kinds);
    return kinds
      .filter((kind) => fits(kind, spot) && this.#isFinite(kind, spot))
      .map((kind) => ({ spot, kind }));
  }

  #isFinite({ outcome }: Kind, { which }: Spot): boolean {
    return this.#choice.include.includes(pageLoops) || !loops(outcome.page, which);
  }

  #isAsked({ operation }: Pick<Spot, "operation">): boolean {
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

/** Whoever gives up after one of these has a defect. */
const isDemanded = ({ variant }: Kind): boolean =>
  mustSurviveDefault.some((name) => name === variant);

/** Of pairs there are more than anybody waits for: those that hold a client up for long come last. */
const costsMuch = (schedule: Schedule): boolean =>
  schedule.reduce((sum, { kind }) => sum + kind.costMs, 0) > 10_000;

/** Whether all of its faults are of one kind, at one operation. */
const isOfOneKind = ([first, ...others]: Schedule): boolean =>
  others.every(
    ({ spot, kind }) =>
      kind.variant === first?.kind.variant && spot.operation === first.spot.operation,
  );

/** The order of pairs: whether they hold a client up for long, and whether only those of one kind are meant. */
const passes = [
  [false, true],
  [false, false],
  [true, false],
] as const;

function shuffled<T>(many: readonly T[], dice: Dice): T[] {
  const left = [...many];
  for (let at = left.length - 1; at > 0; at -= 1) {
    const other = dice.integer(0, at);
    [left[at], left[other]] = [left[other] as T, left[at] as T];
  }
  return left;
}
