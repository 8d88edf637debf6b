import { Candidates, type Survived } from "./candidates.ts";
import { asMet, byLength, causesOf, isSingle, minimized } from "./causes.ts";
import type { Case, Cause, Shown } from "./causes.ts";
import { againOf, isOfRun, momentOf } from "./trials/moments.ts";
import { Grouping, withPairs } from "./trials/grouping.ts";
import { alone, asOne, type Group, isOfOneCall, ofMember } from "./trials/groups.ts";
import { judgeBy, triedBy, type ScheduleResult } from "./judge.ts";
import { isHuge, quietMs } from "./kinds.ts";
import { asLearnt } from "./order.ts";
import { stormMax } from "./oracles/waits.ts";
import { Budget, Patience, patienceMax } from "./trials/budget.ts";
import { inPool, inTurn } from "./pool.ts";
import { type Baseline, baselineOf, requestsMaxOf } from "./reference.ts";
import { sentenceOf } from "./printed/words.ts";
import { faultsOf, keyOf, type Schedule } from "./schedule.ts";
import type { Around, Explored, Progress, Search } from "./search.ts";
import type { Again, RunOptions } from "./observation.ts";

/** Tries one schedule of faults after the other, and tells which break a command. @throws NoReferenceError as `baselineOf` */
export const exploreBy = (around: Around, search: Search): Promise<Explored> =>
  new Exploration(around, search).all();

class Exploration {
  readonly #around: Around;
  readonly #search: Search;
  readonly #candidates: Candidates;
  readonly #judge: ReturnType<typeof judgeBy>;
  readonly #budget: Budget;
  readonly #grouping: Grouping;
  readonly #patience: Patience;
  readonly #ended: Case[] = [];
  readonly #failing: Case[] = [];
  readonly #ahead: Schedule[] = [];
  readonly #shown: Shown[] = [];
  #baseline!: Baseline;
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
    const early = this.#inOrder(once, isOfOneCall);
    const pairsOf = () => this.#candidates.repeated(this.#survivedOf(this.#ended.filter(isSingle)));
    const isDeep = this.#search.depth > 1;
    const first = await this.#generation(isDeep ? withPairs(early, pairsOf, this.#counted) : early);
    if (this.#search.soaks) {
      await this.#generation(this.#candidates.drawn(baseline));
      this.#isCut = false;
    } else await this.#deepened(elsewhere, first);
    await this.#show();
    return this.#explored(this.#ended, this.#shown);
  }

  async #deepened(elsewhere: readonly Schedule[], first: readonly Case[]): Promise<void> {
    const isDeep = this.#search.depth > 1;
    const ones = this.#survivedOf(first.filter(isSingle));
    const twice = isDeep ? this.#candidates.repeated(ones) : [];
    this.#plan(twice);
    const repeated = await this.#generation(twice.map(alone));
    const others = asLearnt(elsewhere, first, this.#candidates.isRead);
    const rest = inTurn(this.#inOrder(others), isDeep ? this.#pairs(ones, ones) : []);
    const tried = await this.#generation(rest);
    const singles = this.#survivedOf([...first, ...tried].filter(isSingle));
    let survived = singles;
    let pairs = [...first, ...repeated, ...tried].filter((each) => !isSingle(each));
    for (let depth = 2; depth <= this.#search.depth; depth += 1) {
      const more = await this.#generation(this.#pairs(survived, singles));
      survived = this.#survivedOf([...pairs, ...more]);
      pairs = [];
    }
  }

  #plan(schedules: readonly Schedule[]): void {
    this.#planned += schedules.length;
    this.#ahead.push(...schedules);
  }

  *#pairs(survived: readonly Survived[], ones: readonly Survived[]): Generator<Group> {
    for (const pair of this.#candidates.further(survived)) yield this.#counted(pair);
    for (const pair of this.#candidates.together(survived, ones)) yield this.#counted(pair);
  }

  /** @param mayJoin which of them may come several in one run */
  #inOrder(schedules: readonly Schedule[], mayJoin: typeof isOfOneCall = () => true) {
    const isFresh = (each: Schedule) => this.#around.kept?.get(keyOf(each)) === undefined;
    return this.#grouping.inOrder(schedules, (each) => mayJoin(each) && isFresh(each));
  }

  /** What has come of it before its end: what was not made small yet stands as it was met. */
  #soFar(): Explored {
    const cases = [...this.#ended];
    const causes = this.#causes ?? causesOf(byLength(cases));
    return this.#explored(cases, [...this.#shown, ...causes.slice(this.#shown.length).map(asMet)]);
  }

  #explored(cases: readonly Case[], shown: readonly Shown[]): Explored {
    const known = new Set(this.#ended.map(({ schedule }) => keyOf(schedule)));
    const left = this.#ahead.filter((schedule) => !known.has(keyOf(schedule)));
    const notes = [...this.#baseline.notes, ...this.#patience.notes, ...this.#budget.notes];
    const how = { isCut: this.#isCut, runs: this.#runs, tookMs: this.#budget.passedMs };
    return { baseline: this.#baseline, cases, shown, notes, left, ...how };
  }

  async #generation(work: Iterable<Group>): Promise<Case[]> {
    const rest = work[Symbol.iterator]() as IterableIterator<Group>;
    const cases: Case[] = [];
    const act = async (group: Group) => void cases.push(...(await this.#casesOf(group)));
    const isOver = () => this.#isOver();
    await inPool(this.#search.jobs, rest, act, isOver);
    while (this.#grouping.hasParts && !isOver())
      await inPool(this.#search.jobs, this.#grouping.parts(), act, isOver);
    if (!rest.next().done) this.#isCut = true;
    return cases;
  }

  async #casesOf(group: Group): Promise<Case[]> {
    const [schedule = [], ...others] = group;
    if (!this.#budget.hasTimeFor(group, this.#baseline.tookMs)) {
      this.#isCut = true;
      return [];
    }
    if (others.length === 0) return this.#caseOf(schedule);
    this.#runs += 1;
    // Who gives up has to recover.
    const again = group.every(isOfOneCall) ? "never" : undefined;
    const tried = await this.#runOf(asOne(group), again);
    if (tried === undefined) return [];
    const known = this.#grouping.learn(group, tried.verdict, tried.hits);
    const cases = known.map((each) => ({ schedule: each, tried: ofMember(tried, each) }));
    for (const each of cases) this.#around.kept?.add(each.tried);
    this.#ended.push(...cases);
    this.#tell("schedules");
    return cases;
  }

  readonly #counted = (schedule: Schedule): Group => {
    this.#planned += 1;
    return [schedule];
  };

  /** Those of this shard. What follows from them is of no other. */
  #ownOf(schedules: readonly Schedule[]): Schedule[] {
    const { part, of } = this.#search.shard ?? { part: 1, of: 1 };
    return schedules.filter((_, index) => index % of === part - 1);
  }

  /** None: it was ended meanwhile. */
  async #caseOf(schedule: Schedule): Promise<Case[]> {
    const { kept, met } = this.#around;
    const known = kept?.get(keyOf(schedule));
    if (known === undefined) this.#runs += 1;
    const tried = known ?? (await this.#runOf(schedule));
    if (tried === undefined) return [];
    if (known === undefined) kept?.add(tried);
    const found = { schedule, tried };
    this.#ended.push(found);
    if (tried.findings.length > 0) {
      this.#failing.push(found);
      this.#knowsStorm ||= tried.oracles.includes("storm");
      const causes = causesOf(this.#failing);
      const last = causes[this.#found];
      if (last) met?.(sentenceOf(last.schedule, last.finding));
      this.#found = causes.length;
      this.#budget.hasFound = true;
    }
    this.#tell("schedules");
    return [found];
  }

  /** @returns undefined: it was ended meanwhile, and says nothing */
  async #runOf(
    schedule: Schedule,
    again: Again = againOf(schedule, this.#baseline, this.#search.oracles),
  ): Promise<ScheduleResult | undefined> {
    const { run, ending } = this.#around;
    const { mustSurvive } = this.#search;
    const baseline = this.#baseline;
    const ran = async (patience: number): Promise<ScheduleResult | undefined> => {
      if (ending?.aborted) return undefined;
      const isLong = schedule.some(({ kind: { outcome } }) => isHuge(outcome.retryAfter));
      const options: RunOptions = {
        requestsMax: requestsMaxOf(baseline),
        ...(this.#knowsStorm && { refusedMax: stormMax(baseline) }),
        patience,
        ...momentOf(schedule),
        ...(isLong && { quietMs }),
      };
      const seen = await this.#budget.heeded((over) =>
        run(faultsOf(schedule), again, { ...options, over }).catch((error: unknown) => {
          if (!ending?.aborted) throw error;
        }),
      );
      if (seen === undefined || ending?.aborted) return undefined;
      const isEndless = this.#patience.isProven || patience === patienceMax;
      return triedBy({ schedule, seen, baseline, mustSurvive, isEndless }, this.#judge);
    };
    return this.#patience.heeded(schedule, ran, () => this.#budget.leftMs);
  }

  async #show(): Promise<void> {
    const causes = causesOf(byLength(this.#ended));
    this.#causes = causes;
    this.#budget.isShowing = true;
    const trials = {
      ...this.#search,
      run: (schedule: Schedule) => {
        this.#tell("shrinking");
        return this.#runOf(schedule);
      },
      now: this.#around.now,
      isEnding: () => this.#around.ending?.aborted === true,
    };
    for (const [index, cause] of causes.entries()) {
      this.#knowsStorm = cause.finding.oracle === "storm";
      // Each gets its part of the time that is left.
      const partMs = this.#budget.restMs / (causes.length - index);
      this.#shown.push(await minimized(cause, partMs, trials));
    }
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
    const [runs, found] = [this.#runs, this.#found];
    const of = Math.min(Math.max(this.#planned, runs), this.#search.runs);
    const progress = { doing, runs, of, found, leftMs: Math.max(0, this.#budget.restMs) };
    this.#around.told?.(progress, this.#baseline && (() => this.#soFar()));
  }
}
