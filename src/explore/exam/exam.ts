import type { Attempt } from "../../report/calls/attempt.ts";
import type { RuleResult } from "../../report/card-shape.ts";
import { type RuleId, ruleIds } from "../../report/names.ts";
import { groupedBy } from "../../report/streams.ts";
import { within } from "../../world/time/deadline.ts";
import type { Observation } from "../observation.ts";
import { judgeBy } from "../judge.ts";
import { type Baseline, baselineOf, requestsMaxOf } from "../reference.ts";
import type { Around } from "../search.ts";
import { Evidence } from "./evidence.ts";
import { ofFewer, type Question } from "./question.ts";
import { type Habits, habitsOf, questionsOf, reasonOf } from "./questions.ts";
import type { Check, Effort, Examined } from "./effort.ts";

export interface ExamProgress {
  readonly asking: string;
  readonly runs: number;
  /** Of the rules that this client can meet: how many are decided, and how many there are. */
  readonly decided: number;
  readonly of: number;
  readonly leftMs: number;
}

export interface ExamAround extends Pick<Around, "run" | "rows" | "now"> {
  readonly notes: readonly string[];
  readonly isFrozen: boolean;
  /** Aborted here when the time is over: it stops the runs that go on. */
  readonly over: AbortController;
  /** Whether a signal may end what is run. Default: it is a function. */
  readonly isCommand?: boolean;
  readonly ending?: AbortSignal | undefined;
  readonly told?: ((progress: ExamProgress) => void) | undefined;
}

/** Puts to the test what two runs without faults leave undecided. @throws NoReferenceError as `baselineOf` */
export const examBy = (around: ExamAround, effort: Effort): Promise<Examined> =>
  new Exam(around, effort).all();

/** How often a question is asked that brings nothing of what a rule looks at: it will not do so later. */
const idleMax = 6;

const dayMs = 86_400_000;

/** From its first request to its last, in the world's time: what a client skips counts, too. */
const lastedMs = ({ attempts }: Observation): number =>
  (attempts.at(-1)?.atWorld ?? 0) - (attempts[0]?.atWorld ?? 0);

class Exam {
  readonly #around: ExamAround;
  readonly #effort: Effort;
  readonly #begun: number;
  readonly #asked = new Map<string, number>();
  /** What was wrong first with a check that has failed. */
  readonly #failedChecks = new Map<Check["name"], string>();
  /** How many attempts a call of each operation makes that keeps failing. */
  readonly #attempts = new Map<string, number>();
  /** How many calls may meet the faults of a question whose run did not end in time. */
  readonly #calls = new Map<string, number>();
  #isInterrupted = false;
  #baseline!: Baseline;
  #habits!: Habits;
  #evidence!: Evidence;
  #verdicts: readonly RuleResult[] = [];
  #asking = "what it does without faults";

  constructor(around: ExamAround, effort: Effort) {
    this.#around = around;
    this.#effort = effort;
    this.#begun = around.now();
  }

  async all(): Promise<Examined> {
    this.#tell();
    this.#baseline = await baselineOf(this.#around.run, this.#around.notes);
    this.#habits = habitsOf(this.#baseline.attempts, this.#around.rows);
    this.#evidence = new Evidence(this.#baseline, this.#effort);
    const workers = Promise.all(Array.from({ length: this.#effort.jobs }, () => this.#worker()));
    if (!(await within(Math.max(1, this.#leftMs()), workers))) this.#around.over.abort();
    await workers;
    return this.#examined();
  }

  /** Asks one question after the other. Those that begin together share what they learn after each. */
  async #worker(): Promise<void> {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      this.#asked.set(next.name, this.#askedOf(next) + 1);
      this.#asking = next.name;
      this.#tell();
      const seen = await this.#run(next);
      if (seen === undefined) return;
      this.#learn(next, seen);
    }
  }

  readonly #askedOf = ({ name }: Question): number => this.#asked.get(name) ?? 0;

  /** @returns undefined: it was ended meanwhile, and says nothing */
  async #run({ faults, ending: by }: Question): Promise<Observation | undefined> {
    const { run, ending, over } = this.#around;
    const isEnded = () => ending?.aborted === true || over.signal.aborted;
    const options = { requestsMax: requestsMaxOf(this.#baseline), ...by };
    const seen = await run(faults, "never", options).catch((error: unknown) => {
      if (!isEnded()) throw error;
    });
    return isEnded() ? undefined : (seen ?? undefined);
  }

  #learn(question: Question, seen: Observation): void {
    if (question.ending?.isAsked === true) return this.#learnEnd(seen);
    // What waits for days as it was told to is right, and says nothing of what it would do elsewhere.
    if (seen.isQuiet || lastedMs(seen) >= dayMs) return;
    this.#evidence.add(seen);
    if (seen.isKilled) this.#shorten(question, seen);
    if (question.asks.includes("attempts")) this.#learnAttempts(seen);
    // How long it waits for a response has a rule of its own.
    if (!question.asks.includes("patience")) this.#check(seen);
    this.#verdicts = this.#evidence.verdicts(ruleIds);
    this.#tell();
  }

  /** A run that was stopped says little: the next one has fewer calls that wait. Those beside it say no more. */
  #shorten({ name, faults, calls }: Question, { attempts }: Observation): void {
    const length = faults.reduce((sum, { sequence = [] }) => sum + sequence.length, 0);
    if (length === 0 || calls !== this.#calls.get(name)) return;
    const next = calls === undefined ? (attempts.length * faults.length) / length : calls / 2;
    this.#calls.set(name, Math.max(1, Math.floor(next)));
  }

  #learnEnd({ isQuiet, isKilled }: Observation): void {
    if (!isQuiet) return;
    this.#isInterrupted = true;
    if (isKilled) this.#failedChecks.set("interrupt", goesOn);
  }

  #learnAttempts({ attempts }: Observation): void {
    const likenessOf = ({ likeness }: Attempt) => likeness;
    const failed = attempts.filter(({ status }) => status === 503);
    for (const [operation, own] of this.#habits.operations) {
      const failing = failed.filter((each) => each.operation === operation);
      const calls = groupedBy(failing, likenessOf);
      const usual = groupedBy(own, likenessOf);
      const counts = [...calls].map(([likeness, { length }]) =>
        Math.ceil(length / (usual.get(likeness)?.length ?? length)),
      );
      // A body that is new in each attempt is alike to none.
      const each = calls.size > own.length ? Math.floor(failing.length / own.length) : 0;
      const most = Math.max(this.#attempts.get(operation) ?? 0, each, ...counts);
      if (most > 0) this.#attempts.set(operation, most);
    }
  }

  #check(seen: Observation): void {
    const judge = judgeBy(this.#around.rows, ["hang", "state", "output"]);
    const difference = this.#baseline.differenceTo(seen);
    const run = { schedule: [], seen, baseline: this.#baseline, mustSurvive: [], difference };
    for (const { oracle, text } of judge(run).findings) {
      const name = oracle as Check["name"];
      this.#failedChecks.set(name, this.#failedChecks.get(name) ?? text);
    }
  }

  #questions(): Question[] {
    const attemptsOf = (operation: string) => this.#attempts.get(operation);
    const { isFrozen, isCommand = false } = this.#around;
    const all = questionsOf(this.#habits, attemptsOf, isFrozen).map((question) =>
      ofFewer(question, this.#calls.get(question.name)),
    );
    return isCommand ? all : all.filter(({ ending }) => ending?.isAsked !== true);
  }

  #open(): ReadonlySet<RuleId> {
    const decided = this.#withVerdict(/pass|fail/);
    return new Set(ruleIds.filter((id) => !decided.has(id)));
  }

  #withVerdict(which: RegExp): ReadonlySet<RuleId> {
    const found = this.#verdicts.filter(({ verdict }) => which.test(verdict));
    return new Set(found.map(({ rule }) => rule));
  }

  /** What decides most of what is open, and was asked least often. */
  #next(): Question | undefined {
    if (this.#isOver()) return undefined;
    const open = this.#open();
    const asked = (question: Question) =>
      this.#askedOf(question) + (question.isSlow === true ? 1 : 0);
    const idle = this.#withVerdict(/not exercised/);
    const mayDecide = (question: Question, id: RuleId) =>
      open.has(id) && (asked(question) < idleMax || !idle.has(id));
    const isWorth = (each: Question) =>
      (each.isOwed === true && asked(each) === 0) ||
      (asked(each) < each.most && each.asks.some((id) => mayDecide(each, id)));
    const [next] = this.#questions()
      .filter(isWorth)
      .toSorted((a, b) => asked(a) - asked(b));
    return next;
  }

  #isOver(): boolean {
    return this.#around.ending?.aborted === true || this.#leftMs() <= 0;
  }

  #leftMs(): number {
    return this.#effort.ms - (this.#around.now() - this.#begun);
  }

  #examined(): Examined {
    const card = this.#evidence.card();
    const rules = card.rules.map((result) => this.#said(result));
    const names = Object.keys(goodChecks) as Check["name"][];
    const asked = names.filter((name) => name !== "interrupt" || this.#isInterrupted);
    const checks = asked.map((name): Check => {
      const failed = this.#failedChecks.get(name);
      return { name, passed: failed === undefined, message: failed ?? goodChecks[name] };
    });
    return {
      card: { ...card, rules, passed: card.passed && checks.every(({ passed }) => passed) },
      checks,
      runs: this.#evidence.runs,
      tookMs: this.#around.now() - this.#begun,
      requests: this.#habits.requests,
      notes: this.#baseline.notes,
      isCut: this.#isOver(),
    };
  }

  #said(result: RuleResult): RuleResult {
    const { rule, verdict } = result;
    const asking = this.#questions().filter(({ asks }) => asks.includes(rule));
    const isAskable = asking.some((each) => this.#askedOf(each) < each.most);
    // What a rule asks of a run is what an exam does by itself, as long as there is time.
    if (verdict === "undecided" && this.#isOver() && isAskable)
      return { ...result, wouldDecide: "give the exam a longer budget" };
    if (verdict !== "not exercised") return result;
    const isLeft = asking.some(({ name }) => !this.#asked.has(name));
    const reason = isLeft ? "the budget ended before it was asked" : reasonOf(rule, this.#habits);
    return { ...result, message: `Not exercised: ${reason}.` };
  }

  #tell(): void {
    const open = this.#open();
    const questions = this.#habits === undefined ? [] : this.#questions();
    const rules = [...new Set(questions.flatMap(({ asks }) => asks))];
    const decided = rules.filter((id) => !open.has(id)).length;
    const [asking, runs] = [this.#asking, this.#evidence?.runs ?? 0];
    const leftMs = Math.max(0, this.#leftMs());
    this.#around.told?.({ asking, runs, decided, of: rules.length, leftMs });
  }
}

const goesOn =
  "It was still running 5 s after it was asked to end (SIGINT), in the middle of a wait. Fix: let the signal end the wait.";

const goodChecks: Readonly<Record<Check["name"], string>> = {
  state: "Each run that ended well left the records that there are without faults, each once.",
  output: "Each run that ended well printed what is printed without faults.",
  hang: "Each run ended that got its responses.",
  interrupt: "It ended when it was asked to (SIGINT), in the middle of a wait.",
};
