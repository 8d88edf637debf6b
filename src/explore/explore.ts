import { Candidates, type Survived } from "./candidates.ts";
import { type Case, causesOf, isAlike } from "./causes.ts";
import { judgeBy, pairsOf } from "./judge.ts";
import type { Finding } from "./oracles/oracle.ts";
import { inPool } from "./pool.ts";
import { type Baseline, baselineOf } from "./reference.ts";
import { faultsOf, keyOf, type Schedule, takingOf } from "./schedule.ts";
import type { Around, Explored, Progress, Search, Shown } from "./search.ts";
import type { Seen } from "./seen.ts";
import { shrunk } from "./shrink.ts";
import { newSpotsOf } from "./spots.ts";
import { timelineOf, type Tried } from "./tried.ts";

/** The part of the budget after which nothing new is begun: the rest is for making it small. */
const searchShare = 0.75;

/** How long the repetitions of one schedule may take together, in milliseconds. */
const confirmMs = 60_000;

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
  readonly #left: Schedule[] = [];
  readonly #shown: Shown[] = [];
  readonly #failing: Case[] = [];
  #runs = 0;
  #planned = 0;
  #found = 0;

  constructor(around: Around, search: Search) {
    this.#around = around;
    this.#search = search;
    this.#candidates = new Candidates(around.rows, search);
    this.#judge = judgeBy(around.rows, search.oracles);
    this.#begun = around.now();
  }

  async all(): Promise<Explored> {
    this.#tell("reference");
    const baseline = await baselineOf(this.#around.run);
    const singles = await this.#generation(this.#candidates.singles(baseline), baseline);
    const ones = this.#survivedOf(singles);
    let survived = ones;
    for (let depth = 2; depth <= this.#search.depth; depth += 1) {
      const further = await this.#generation(this.#candidates.further(survived), baseline);
      const pairs = this.#candidates.together(survived, ones);
      const together = await this.#generation(pairs, baseline);
      survived = this.#survivedOf([...further, ...together]);
    }
    await this.#show(baseline);
    return {
      baseline,
      cases: this.#cases,
      shown: this.#shown,
      left: this.#left,
      runs: this.#runs,
      tookMs: this.#around.now() - this.#begun,
    };
  }

  /** Tries schedules that do not depend on each other. */
  async #generation(schedules: Iterable<Schedule>, baseline: Baseline): Promise<Case[]> {
    if (this.#isOver()) {
      if (Array.isArray(schedules)) this.#left.push(...(schedules as Schedule[]));
      return [];
    }
    const own = this.#ownOf(schedules);
    const cases = await inPool(
      this.#search.jobs,
      own,
      (schedule) => this.#case(schedule, baseline),
      () => this.#isOver(),
    );
    if (Array.isArray(schedules)) this.#left.push(...own);
    this.#cases.push(...cases);
    return cases;
  }

  /** Those of this shard. */
  *#ownOf(schedules: Iterable<Schedule>): Generator<Schedule> {
    const { part, of } = this.#search.shard ?? { part: 1, of: 1 };
    let index = 0;
    if (Array.isArray(schedules)) this.#planned += Math.ceil(schedules.length / of);
    for (const schedule of schedules) {
      if (index % of === part - 1) {
        if (!Array.isArray(schedules)) this.#planned += 1;
        yield schedule;
      }
      index += 1;
    }
  }

  async #case(schedule: Schedule, baseline: Baseline): Promise<Case> {
    const found = { schedule, tried: await this.#tried(schedule, baseline) };
    if (found.tried.findings.length > 0) {
      this.#failing.push(found);
      this.#found = causesOf(this.#failing).length;
    }
    this.#tell("schedules");
    return found;
  }

  async #tried(schedule: Schedule, baseline: Baseline): Promise<Tried> {
    const key = keyOf(schedule);
    const known = this.#around.kept?.get(key);
    if (known !== undefined) return known;
    this.#runs += 1;
    const tried = await this.#runOf(schedule, baseline);
    this.#around.kept?.add(tried);
    return tried;
  }

  async #runOf(schedule: Schedule, baseline: Baseline): Promise<Tried> {
    const { run } = this.#around;
    const isJudged = this.#search.oracles.includes("recovery") && baseline.isRepeatable;
    const seen = await run(faultsOf(schedule), isJudged ? "if failed" : "never");
    return this.#triedOf(schedule, seen, baseline);
  }

  #triedOf(schedule: Schedule, seen: Seen, baseline: Baseline): Tried {
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
    for (const cause of causesOf(this.#cases)) {
      let last = cause.tried;
      const failure = async (schedule: Schedule): Promise<Tried | undefined> => {
        const tried = await this.#runOf(schedule, baseline);
        return tried.findings.some((each) => isAlike(cause.finding, each as Finding))
          ? tried
          : undefined;
      };
      const smallest = await shrunk(cause.schedule, async (smaller) => {
        this.#tell("shrinking");
        if (this.#isSpent()) return false;
        // Once may be by chance.
        const failed = (await failure(smaller)) && (await failure(smaller));
        if (failed !== undefined) last = failed;
        return failed !== undefined;
      });
      const often = Math.floor(confirmMs / Math.max(1, last.tookMs));
      const repeats = Math.max(1, Math.min(this.#search.confirm, often));
      const again = await inPool(
        this.#search.jobs,
        Array.from({ length: repeats }, () => smallest),
        failure,
        () => false,
      );
      const failed = again.filter((each) => each !== undefined).length;
      this.#shown.push({ ...cause, smallest, last, repeats: { failed, of: repeats } });
    }
  }

  #survivedOf(cases: readonly Case[]): Survived[] {
    return cases
      .filter(({ tried }) => tried.verdict === "survived")
      .map(({ schedule, tried: { next } }) => ({ schedule, next }));
  }

  #isOver(): boolean {
    const { runs, ms } = this.#search;
    return this.#runs >= runs || this.#passedMs() >= ms * (this.#found > 0 ? searchShare : 1);
  }

  #isSpent(): boolean {
    return this.#passedMs() >= this.#search.ms;
  }

  #passedMs(): number {
    return this.#around.now() - this.#begun;
  }

  #tell(doing: Progress["doing"]): void {
    const { runs, ms } = this.#search;
    this.#around.told?.({
      doing,
      runs: this.#runs,
      of: Math.min(this.#planned, runs),
      found: this.#found,
      leftMs: Math.max(0, ms - this.#passedMs()),
    });
  }
}
