import { Candidates, type Survived } from "./candidates.ts";
import { type Case, type Cause, causesOf } from "./causes.ts";
import { judgeBy, pairsOf } from "./judge.ts";
import { asMet, minimized, type Trials } from "./minimized.ts";
import { inPool } from "./pool.ts";
import { type Baseline, baselineOf } from "./reference.ts";
import { faultsOf, keyOf, type Schedule, takingOf } from "./schedule.ts";
import type { Around, Explored, Progress, Search, Shown } from "./search.ts";
import type { Observation } from "./observation.ts";
import { newSpotsOf } from "./spots.ts";
import { timelineOf, type ScheduleResult } from "./schedule-result.ts";

/** The part of the budget after which nothing new is begun: the rest is for making it small. */
const searchShare = 0.75;

/** A command that makes more requests than this is stopped. A page that holds few records needs many. */
const runawayOf = ({ attempts }: Baseline): number => 200 + 100 * attempts.length;

/**
 * Runs a command under one schedule of faults after the other, and tells which break it.
 *
 * @throws NoReferenceError if it fails without faults, or asks nothing
 */
export async function exploreBy(around: Around, search: Search): Promise<Explored> {
  return new Exploration(around, search).all();
}

class Exploration {
  readonly #around: Around;
  readonly #search: Search;
  readonly #candidates: Candidates;
  readonly #judge: ReturnType<typeof judgeBy>;
  readonly #begun: number;
  readonly #cases: Case[] = [];
  /** The same as they end, and all that was to be tried: what is known before the end. */
  readonly #ended: Case[] = [];
  readonly #ahead: Schedule[] = [];
  readonly #left: Schedule[] = [];
  readonly #shown: Shown[] = [];
  readonly #failing: Case[] = [];
  #baseline: Baseline | undefined;
  #causes: readonly Cause[] | undefined;
  #runs = 0;
  #planned = 0;
  #found = 0;
  #isCut = false;

  constructor(around: Around, search: Search) {
    this.#around = around;
    this.#search = search;
    this.#candidates = new Candidates(around.rows, search);
    this.#judge = judgeBy(around.rows, search.oracles);
    this.#begun = around.now();
  }

  async all(): Promise<Explored> {
    this.#tell("reference");
    const baseline = await baselineOf(this.#around.run, this.#around.notes);
    this.#baseline = baseline;
    const singles = this.#candidates.singles(baseline);
    const [soon, later] = [this.#ownOf(singles.soon), this.#ownOf(singles.later)];
    this.#planned = soon.length + later.length;
    this.#ahead.push(...soon, ...later);
    const first = await this.#generation(soon, baseline);
    const twice = this.#search.depth > 1 ? this.#candidates.repeated(this.#survivedOf(first)) : [];
    this.#planned += twice.length;
    this.#ahead.push(...twice);
    const repeated = await this.#generation(twice, baseline);
    const rest = await this.#generation(later, baseline);
    const ones = this.#survivedOf([...first, ...rest]);
    let survived = ones;
    for (let depth = 2; depth <= this.#search.depth; depth += 1) {
      const more = this.#counted(this.#candidates.further(survived));
      const further = await this.#generation(more, baseline);
      const pairs = this.#counted(this.#candidates.together(survived, ones));
      const together = await this.#generation(pairs, baseline);
      survived = this.#survivedOf([...further, ...together, ...(depth === 2 ? repeated : [])]);
    }
    await this.#show(baseline);
    return this.#explored(baseline, {
      cases: this.#cases,
      shown: this.#shown,
      left: this.#left,
    });
  }

  /** What has come of it before its end: what was not made small yet stands as it was met. */
  #soFar(baseline: Baseline): Explored {
    const cases = [...this.#ended];
    const known = new Set(cases.map(({ schedule }) => keyOf(schedule)));
    const causes = this.#causes ?? causesOf(byLength(cases));
    return this.#explored(baseline, {
      cases,
      shown: [...this.#shown, ...causes.slice(this.#shown.length).map(asMet)],
      left: this.#ahead.filter((schedule) => !known.has(keyOf(schedule))),
    });
  }

  #explored(baseline: Baseline, what: Pick<Explored, "cases" | "shown" | "left">): Explored {
    const tookMs = this.#passedMs();
    return { baseline, ...what, isCut: this.#isCut, runs: this.#runs, tookMs };
  }

  /** Tries schedules that do not depend on each other. Of those without an end nothing is left over. */
  async #generation(schedules: Iterable<Schedule>, baseline: Baseline): Promise<Case[]> {
    const rest = schedules[Symbol.iterator]() as IterableIterator<Schedule>;
    const tried = await inPool(
      this.#search.jobs,
      rest,
      (schedule) => this.#case(schedule, baseline),
      () => this.#isOver(),
    );
    const cases = tried.filter((each) => each !== undefined);
    const { done, value: next } = rest.next();
    if (!done) {
      this.#isCut = true;
      this.#left.push(next, ...(Array.isArray(schedules) ? rest : []));
    }
    this.#cases.push(...cases);
    return cases;
  }

  /** Schedules that nobody has counted before. */
  *#counted(schedules: Iterable<Schedule>): Generator<Schedule> {
    for (const schedule of schedules) {
      this.#planned += 1;
      yield schedule;
    }
  }

  /** Those of this shard. What follows from them is of no other. */
  #ownOf(schedules: readonly Schedule[]): Schedule[] {
    const { part, of } = this.#search.shard ?? { part: 1, of: 1 };
    return schedules.filter((_, index) => index % of === part - 1);
  }

  /** @returns undefined: it was ended meanwhile */
  async #case(schedule: Schedule, baseline: Baseline): Promise<Case | undefined> {
    const tried = await this.#tried(schedule, baseline);
    if (tried === undefined) {
      this.#left.push(schedule);
      return undefined;
    }
    const found = { schedule, tried };
    this.#ended.push(found);
    if (found.tried.findings.length > 0) {
      this.#failing.push(found);
      this.#found = causesOf(this.#failing).length;
    }
    this.#tell("schedules");
    return found;
  }

  async #tried(schedule: Schedule, baseline: Baseline): Promise<ScheduleResult | undefined> {
    const key = keyOf(schedule);
    const known = this.#around.kept?.get(key);
    if (known !== undefined) return known;
    this.#runs += 1;
    const tried = await this.#runOf(schedule, baseline);
    if (tried !== undefined) this.#around.kept?.add(tried);
    return tried;
  }

  /** @returns undefined: it was ended meanwhile, and says nothing */
  async #runOf(schedule: Schedule, baseline: Baseline): Promise<ScheduleResult | undefined> {
    const { run, ending } = this.#around;
    if (ending?.aborted) return undefined;
    const isJudged = this.#search.oracles.includes("recovery") && baseline.isRepeatable;
    const again = isJudged ? "if failed" : "never";
    const seen = await run(faultsOf(schedule), again, { requestsMax: runawayOf(baseline) }).catch(
      (error: unknown) => {
        if (!ending?.aborted) throw error;
      },
    );
    if (seen === undefined || ending?.aborted) return undefined;
    return this.#triedOf(schedule, seen, baseline);
  }

  #triedOf(schedule: Schedule, seen: Observation, baseline: Baseline): ScheduleResult {
    const { mustSurvive } = this.#search;
    const difference = baseline.differenceTo(seen);
    const { verdict, findings, oracles } = this.#judge({
      schedule,
      seen,
      baseline,
      mustSurvive,
      difference,
    });
    return {
      key: keyOf(schedule),
      verdict,
      findings,
      oracles,
      exitCode: seen.exitCode,
      next:
        verdict === "survived"
          ? newSpotsOf(seen.attempts, baseline.attempts, takingOf(schedule))
          : [],
      pairs: pairsOf(seen.attempts),
      tookMs: seen.tookMs,
      ...(findings.length > 0 && { timeline: timelineOf(seen) }),
    };
  }

  /** Makes the first of each cause small, and runs it again and again. */
  async #show(baseline: Baseline): Promise<void> {
    const causes = causesOf(byLength(this.#cases));
    this.#causes = causes;
    for (const [index, cause] of causes.entries()) {
      // Each gets its part of the time that is left.
      const partMs = (this.#search.ms - this.#passedMs()) / (causes.length - index);
      this.#shown.push(await minimized(cause, partMs, this.#trials(baseline)));
    }
  }

  #trials(baseline: Baseline): Trials {
    const { jobs, confirm } = this.#search;
    return {
      run: (schedule) => {
        this.#tell("shrinking");
        return this.#runOf(schedule, baseline);
      },
      jobs,
      confirm,
      now: this.#around.now,
      isEnding: () => this.#around.ending?.aborted === true,
    };
  }

  #survivedOf(cases: readonly Case[]): Survived[] {
    return cases
      .filter(({ tried }) => tried.verdict === "survived")
      .map(({ schedule, tried: { next } }) => ({ schedule, next }));
  }

  #isOver(): boolean {
    const { runs, ms } = this.#search;
    return (
      this.#around.ending?.aborted ||
      this.#runs >= runs ||
      this.#passedMs() >= ms * (this.#found > 0 ? searchShare : 1)
    );
  }

  #passedMs(): number {
    return this.#around.now() - this.#begun;
  }

  #tell(doing: Progress["doing"]): void {
    const { runs, ms } = this.#search;
    const baseline = this.#baseline;
    this.#around.told?.(
      {
        doing,
        runs: this.#runs,
        of: Math.min(this.#planned, runs),
        found: this.#found,
        leftMs: Math.max(0, ms - this.#passedMs()),
      },
      baseline && (() => this.#soFar(baseline)),
    );
  }
}

const byLength = (cases: readonly Case[]): Case[] =>
  cases.toSorted((a, b) => a.schedule.length - b.schedule.length);
