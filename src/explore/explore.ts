import { Candidates, type Survived } from "./candidates.ts";
import { byLength, type Case, type Cause, causesOf, isSingle } from "./causes.ts";
import { againOf } from "./trials/crash.ts";
import { isOfRun, momentOf } from "./trials/moments.ts";
import { Grouping } from "./trials/grouping.ts";
import { alone, asOne, type Group, isOfOneCall, ofMember } from "./trials/groups.ts";
import { judgeBy } from "./judge.ts";
import { endsOf } from "./trials/ends.ts";
import { asMet, minimized, type Trials } from "./minimized.ts";
import { asLearnt } from "./order.ts";
import { withPairs } from "./trials/early-pairs.ts";
import { Patience, patienceMax } from "./trials/patience.ts";
import { inPool, inTurn } from "./pool.ts";
import { Budget } from "./trials/budget.ts";
import { type Baseline, baselineOf } from "./reference.ts";
import { isHuge, quietMs } from "./cost.ts";
import { sentenceOf } from "./printed/words.ts";
import { faultsOf, keyOf, type Schedule } from "./schedule.ts";
import type { Around, Explored, Progress, Search, Shown } from "./search.ts";
import type { Again } from "./observation.ts";
import type { ScheduleResult } from "./schedule-result.ts";
import { triedBy } from "./trials/tried.ts";

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
  readonly #budget: Budget;
  readonly #ended: Case[] = [];
  readonly #ahead: Schedule[] = [];
  readonly #grouping: Grouping;
  readonly #patience: Patience;
  readonly #shown: Shown[] = [];
  readonly #failing: Case[] = [];
  #baseline: Baseline | undefined;
  #causes: readonly Cause[] | undefined;
  #runs = 0;
  #planned = 0;
  #found = 0;
  #isCut = false;
  /** Whether a run may end at its storm: of the first, all is seen that goes wrong with it. */
  #knowsStorm = false;

  constructor(around: Around, search: Search) {
    this.#around = around;
    this.#search = search;
    this.#candidates = new Candidates(around.rows, search);
    this.#judge = judgeBy(around.rows, search.oracles);
    this.#budget = new Budget(search.ms, around.now);
    this.#grouping = new Grouping(around.rows, search.timeoutMs);
    this.#patience = new Patience(search.timeoutMs);
  }

  async all(): Promise<Explored> {
    this.#tell("reference");
    const baseline = await baselineOf(this.#around.run, this.#around.notes);
    this.#baseline = baseline;
    const parts = this.#candidates.singles(baseline);
    const [once, elsewhere] = [this.#ownOf(parts.once), this.#ownOf(parts.elsewhere)];
    this.#plan([...once, ...elsewhere]);
    const isDeep = this.#search.depth > 1;
    const early = this.#inOrder(once, isOfOneCall);
    const pairsOf = () => this.#candidates.repeated(this.#survivedOf(this.#ended.filter(isSingle)));
    const both = withPairs(early, pairsOf, (pair) => this.#counted(pair));
    const first = await this.#generation(isDeep ? both : early, baseline);
    if (this.#search.soaks) {
      await this.#generation(this.#candidates.drawn(baseline), baseline);
      this.#isCut = false;
    } else await this.#deepened(elsewhere, first, baseline);
    await this.#show(baseline);
    return this.#explored(baseline, { cases: this.#ended, shown: this.#shown });
  }

  /** All other places of faults, and several faults in one run. */
  async #deepened(
    elsewhere: readonly Schedule[],
    first: readonly Case[],
    baseline: Baseline,
  ): Promise<void> {
    const isDeep = this.#search.depth > 1;
    const ones = this.#survivedOf(first.filter(isSingle));
    const twice = isDeep ? this.#candidates.repeated(ones) : [];
    this.#plan(twice);
    const repeated = await this.#generation(twice.map(alone), baseline);
    const others = asLearnt(elsewhere, first, this.#candidates.isRead);
    const rest = inTurn(this.#inOrder(others), isDeep ? this.#pairs(ones, ones) : []);
    const tried = await this.#generation(rest, baseline);
    const singles = this.#survivedOf([...first, ...tried].filter(isSingle));
    let survived = singles;
    let pairs = [...first, ...repeated, ...tried].filter((each) => !isSingle(each));
    for (let depth = 2; depth <= this.#search.depth; depth += 1) {
      const more = await this.#generation(this.#pairs(survived, singles), baseline);
      survived = this.#survivedOf([...pairs, ...more]);
      pairs = [];
    }
  }

  /** Those that are known from the start. */
  #plan(schedules: readonly Schedule[]): void {
    this.#planned += schedules.length;
    this.#ahead.push(...schedules);
  }

  /** One fault more: at the calls that others have brought about, and at any. */
  *#pairs(survived: readonly Survived[], ones: readonly Survived[]): Generator<Group> {
    for (const pair of this.#candidates.further(survived)) yield this.#counted(pair);
    for (const pair of this.#candidates.together(survived, ones)) yield this.#counted(pair);
  }

  /** @param mayJoin which of them may come several in one run */
  #inOrder(schedules: readonly Schedule[], mayJoin: typeof isOfOneCall = () => true) {
    const isFresh = (each: Schedule) => this.#around.kept?.get(keyOf(each)) === undefined;
    return this.#grouping.inOrder(schedules, (each) => mayJoin(each) && isFresh(each));
  }

  #untried(schedules: readonly Schedule[]): Schedule[] {
    const known = new Set(this.#ended.map(({ schedule }) => keyOf(schedule)));
    return schedules.filter((schedule) => !known.has(keyOf(schedule)));
  }

  /** What has come of it before its end: what was not made small yet stands as it was met. */
  #soFar(baseline: Baseline): Explored {
    const cases = [...this.#ended];
    const causes = this.#causes ?? causesOf(byLength(cases));
    const shown = [...this.#shown, ...causes.slice(this.#shown.length).map(asMet)];
    return this.#explored(baseline, { cases, shown });
  }

  #explored(baseline: Baseline, what: Pick<Explored, "cases" | "shown">): Explored {
    const tookMs = this.#budget.passedMs;
    const left = this.#untried(this.#ahead);
    const notes = [...baseline.notes, ...this.#patience.notes, ...this.#budget.notes];
    return { baseline, ...what, notes, left, isCut: this.#isCut, runs: this.#runs, tookMs };
  }

  /** Tries schedules that do not depend on each other. */
  async #generation(work: Iterable<Group>, baseline: Baseline): Promise<Case[]> {
    const rest = work[Symbol.iterator]() as IterableIterator<Group>;
    const cases: Case[] = [];
    const act = async (group: Group) => void cases.push(...(await this.#casesOf(group, baseline)));
    const isOver = () => this.#isOver();
    await inPool(this.#search.jobs, rest, act, isOver);
    while (this.#grouping.hasParts && !isOver()) {
      await inPool(this.#search.jobs, this.#grouping.parts(), act, isOver);
    }
    if (!rest.next().done) this.#isCut = true;
    return cases;
  }

  /** What came of a schedule, or of several at once. */
  async #casesOf(group: Group, baseline: Baseline): Promise<Case[]> {
    const [schedule = [], ...others] = group;
    if (!this.#budget.hasTimeFor(group, baseline.tookMs)) {
      this.#isCut = true;
      return [];
    }
    if (others.length === 0) return [(await this.#case(schedule, baseline)) ?? []].flat();
    this.#runs += 1;
    // Who gives up has to recover.
    const again = group.every(isOfOneCall) ? "never" : undefined;
    const tried = await this.#runOf(asOne(group), baseline, again);
    if (tried === undefined) return [];
    const known = this.#grouping.learn(group, tried.verdict, tried.hits);
    const cases = known.map((each) => ({ schedule: each, tried: ofMember(tried, each) }));
    for (const each of cases) this.#around.kept?.add(each.tried);
    this.#ended.push(...cases);
    this.#tell("schedules");
    return cases;
  }

  /** Schedules that nobody has counted before. */
  #counted(schedule: Schedule): Group {
    this.#planned += 1;
    return [schedule];
  }

  /** Those of this shard. What follows from them is of no other. */
  #ownOf(schedules: readonly Schedule[]): Schedule[] {
    const { part, of } = this.#search.shard ?? { part: 1, of: 1 };
    return schedules.filter((_, index) => index % of === part - 1);
  }

  /** @returns undefined: it was ended meanwhile */
  async #case(schedule: Schedule, baseline: Baseline): Promise<Case | undefined> {
    const tried = await this.#tried(schedule, baseline);
    if (tried === undefined) return undefined;
    const found = { schedule, tried };
    this.#ended.push(found);
    if (tried.findings.length > 0) {
      this.#failing.push(found);
      this.#knowsStorm ||= tried.oracles.includes("storm");
      const causes = causesOf(this.#failing);
      const last = causes[this.#found];
      if (last) this.#around.met?.(sentenceOf(last.schedule, last.finding));
      this.#found = causes.length;
      this.#budget.hasFound = true;
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
  async #runOf(
    schedule: Schedule,
    baseline: Baseline,
    mended: Again = againOf(schedule, baseline, this.#search.oracles),
  ): Promise<ScheduleResult | undefined> {
    const { run, ending } = this.#around;
    const { mustSurvive } = this.#search;
    const ran = async (patience: number): Promise<ScheduleResult | undefined> => {
      if (ending?.aborted) return undefined;
      const ends = endsOf(baseline, this.#knowsStorm);
      const options = { ...ends, patience, ...momentOf(schedule) };
      const isLong = schedule.some(({ kind: { outcome } }) => isHuge(outcome.retryAfter));
      const seen = await this.#budget.heeded((over) =>
        run(faultsOf(schedule), mended, { ...options, over, ...(isLong && { quietMs }) }).catch(
          (error: unknown) => {
            if (!ending?.aborted) throw error;
          },
        ),
      );
      if (seen === undefined || ending?.aborted) return undefined;
      const isEndless = this.#patience.isProven || patience === patienceMax;
      return triedBy({ schedule, seen, baseline, mustSurvive, isEndless }, this.#judge);
    };
    return this.#patience.heeded(schedule, ran, () => this.#budget.leftMs);
  }

  /** Makes the first of each cause small, and runs it again and again. */
  async #show(baseline: Baseline): Promise<void> {
    const causes = causesOf(byLength(this.#ended));
    this.#causes = causes;
    this.#budget.isShowing = true;
    for (const [index, cause] of causes.entries()) {
      // Each gets its part of the time that is left.
      this.#knowsStorm = cause.finding.oracle === "storm";
      const partMs = this.#budget.restMs / (causes.length - index);
      this.#shown.push(await minimized(cause, partMs, this.#trials(baseline)));
    }
  }

  #trials(baseline: Baseline): Trials {
    return {
      ...this.#search,
      run: (schedule) => {
        this.#tell("shrinking");
        return this.#runOf(schedule, baseline);
      },
      now: this.#around.now,
      isEnding: () => this.#around.ending?.aborted === true,
    };
  }

  #survivedOf(cases: readonly Case[]): Survived[] {
    return cases
      .filter(({ schedule, tried }) => tried.verdict === "survived" && !schedule.some(isOfRun))
      .map(({ schedule, tried: { next } }) => ({ schedule, next }));
  }

  #isOver(): boolean {
    if (this.#around.ending?.aborted) return true;
    return this.#runs >= this.#search.runs || this.#budget.leftMs <= 0;
  }

  #tell(doing: Progress["doing"]): void {
    const baseline = this.#baseline;
    this.#around.told?.(
      {
        doing,
        runs: this.#runs,
        of: Math.min(Math.max(this.#planned, this.#runs), this.#search.runs),
        found: this.#found,
        leftMs: Math.max(0, this.#budget.restMs),
      },
      baseline && (() => this.#soFar(baseline)),
    );
  }
}
