import type { Rows } from "../world/faults/plan.ts";
import { Dice } from "../world/dice.ts";
import { isHuge, everyKind, type Kind, kindsOf } from "./kinds.ts";
import type { Baseline } from "./reference.ts";
import { isReading } from "../world/faults/kind.ts";
import { anyDrawn, likelyDrawn, matchesAny, type Group, sortOf } from "./trials/groups.ts";
import { mustSurviveDefault } from "./oracles/survival.ts";
import { crashesOf, jumpMs, momentsOf, type Parts } from "./trials/moments.ts";
import { inParts, ordered } from "./order.ts";
import { fits, keyOf, mayJoin, type ScheduledFault, type Schedule } from "./schedule.ts";
import { everySpot, type Spot, spotsOf, sweptSpots } from "./spots.ts";

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
  readonly kills?: boolean;
  readonly skipsWaits?: boolean;
}

/** Pages without an end: a service that no client can survive. */
export const pageLoops = "page-loops";

const loops = (page: unknown, which: Spot["which"]): boolean =>
  page === "cycle" || (which === "all" && (page === "repeat" || page === "empty"));

export type Survived = { readonly schedule: Schedule; readonly next: readonly Spot[] };

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
    this.#every = known
      .filter((kind) => !kind.isSilent || include.includes(kind.name))
      .filter(({ costMs, outcome }) => costMs < timeoutMs || outcome.connection === "hang")
      .filter(this.#isMeant);
  }

  readonly #isMeant = ({ name, variant }: Kind): boolean =>
    matchesAny(this.#choice.kinds, name, variant);

  readonly isRead = (operation: string): boolean => {
    const row = this.#rows.get(operation);
    return row !== undefined && isReading(row);
  };

  /** One fault at each class of calls: each kind once at a read and a write, and apart everywhere else. */
  singles(baseline: Baseline): Parts {
    if (this.#choice.probability.length > 0) return { once: [], elsewhere: [] };
    const { attempts, isRepeatable } = baseline;
    const spots = this.#asked(spotsOf(attempts, this.#dice("spots")));
    const all = spots.flatMap((spot) => this.#at(spot)).map((planned): Schedule => [planned]);
    const { once, elsewhere } = inParts(shuffled(all, this.#dice("order")), this.isRead);
    const isKilled = this.#choice.kills === true && isRepeatable;
    const parts = [
      ...(isKilled ? [crashesOf(spots, this.isRead, this.#dice("kills"))] : []),
      ...this.#asked([{ operation: "*" }]).map(() => this.#moments(baseline)),
    ];
    const ofRun = (which: keyof Parts) =>
      parts
        .flatMap((part) => part[which])
        .filter((schedule) => schedule.every(({ kind }) => this.#isMeant(kind)));
    return {
      once: [...once.slice(0, beforeOthers), ...ofRun("once"), ...once.slice(beforeOthers)],
      elsewhere: [...ofRun("elsewhere"), ...elsewhere, ...this.#swept(baseline, spots)],
    };
  }

  /** The plainest faults at all other calls of a long series, since several of them are one run. */
  #swept({ attempts }: Baseline, known: readonly Spot[]): Schedule[] {
    const nameOf = ({ operation, before }: Spot) => `${operation} ${before}`;
    const names = new Set(known.map(nameOf));
    const others = sweptSpots(attempts).filter((spot) => !names.has(nameOf(spot)));
    return this.#asked(others).flatMap((spot) => {
      const faults = this.#at(spot).filter(({ kind }) => kind.costMs === 0);
      return ["refused", "lost"].flatMap((sort): Schedule[] => {
        const ofSort = faults.filter((each) => sortOf([each], this.#rows) === sort);
        const planned = ofSort.find(({ kind }) => isDemanded(kind)) ?? ofSort[0];
        return planned === undefined ? [] : [[planned]];
      });
    });
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
      return this.#asked(next)
        .filter((spot) => spot.operation === last.spot.operation && fits(last.kind, spot))
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
      // What a retry meets finds the same whichever fault of the family it is the retry after.
      return this.#asked(next)
        .flatMap((spot) => this.#at(spot))
        .filter((planned) => this.#isNew(`${family} then ${keyOf([planned])}`))
        .map((planned): Schedule => [...schedule, planned])
        .filter((each) => this.#isNew(keyOf(each)));
    });
    yield* ordered(shuffled(grown, this.#dice("further")));
  }

  /** Survived schedules with survived single ones: those of one kind at one operation come first. */
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
    for (const isMeant of passes) {
      for (const [schedule, planned] of pairs()) {
        const joined = [...schedule, planned];
        if (isMeant(joined) && this.#isNew(keyOf(joined))) yield joined;
      }
    }
  }

  drawn({ attempts }: Baseline): Generator<Group> {
    const dice = this.#dice("soak");
    const faultsAt = (spots: readonly Spot[]) => this.#asked(spots).map((spot) => this.#at(spot));
    const { probability } = this.#choice;
    return probability.length > 0
      ? likelyDrawn(faultsAt(everySpot(attempts)), probability, dice)
      : anyDrawn(() => faultsAt(spotsOf(attempts, dice)).flat(), dice);
  }

  #at(spot: Spot): ScheduledFault[] {
    const kinds =
      this.#kinds.get(spot.operation) ?? kindsOf(spot.operation, this.#rows, this.#every);
    this.#kinds.set(spot.operation, kinds);
    const mayLoop = this.#choice.include.includes(pageLoops);
    return kinds
      .filter((kind) => fits(kind, spot) && (mayLoop || !loops(kind.outcome.page, spot.which)))
      .map((kind) => ({ spot, kind }));
  }

  #asked<T extends Pick<Spot, "operation">>(spots: readonly T[]): T[] {
    return spots.filter(({ operation }) => matchesAny(this.#choice.only, operation));
  }

  #isNew(key: string): boolean {
    const isNew = !this.#known.has(key);
    this.#known.add(key);
    return isNew;
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

const isOfOneKind = ([first, ...others]: Schedule): boolean =>
  others.every(
    ({ spot, kind }) =>
      kind.variant === first?.kind.variant && spot.operation === first.spot.operation,
  );

const passes = [
  (schedule: Schedule) => !costsMuch(schedule) && isOfOneKind(schedule),
  (schedule: Schedule) => !costsMuch(schedule),
  costsMuch,
];

function shuffled<T>(many: readonly T[], dice: Dice): T[] {
  const left = [...many];
  for (let at = left.length - 1; at > 0; at -= 1) {
    const other = dice.integer(0, at);
    [left[at], left[other]] = [left[other] as T, left[at] as T];
  }
  return left;
}
