import type { RuleResult } from "../../report/card-shape.ts";
import type { Strictness } from "../../report/card.ts";
import { type RuleId, ruleIds } from "../../report/names.ts";
import type { Rows } from "../../world/faults/plan.ts";
import { within } from "../../world/time/deadline.ts";
import type { Observation, Run } from "../observation.ts";
import { judgeBy } from "../judge.ts";
import { type Baseline, baselineOf } from "../reference.ts";
import { cardOf, Evidence } from "./evidence.ts";
import { type Habits, habitsOf, type Question, questionsOf, reasons } from "./questions.ts";
import type { Check, Examined } from "./examined.ts";

/** How far an exam goes. */
export interface Effort extends Strictness {
  /** How long, in milliseconds. */
  readonly ms: number;
  /** How many runs side by side. */
  readonly jobs: number;
}

/** How far it is. */
export interface ExamProgress {
  /** What is being asked. */
  readonly asking: string;
  readonly runs: number;
  /** Of the rules that this client can meet: how many are decided, and how many there are. */
  readonly decided: number;
  readonly of: number;
  /** How long it may still take, in milliseconds. */
  readonly leftMs: number;
}

/** What an exam needs of the world around it. */
export interface ExamAround {
  readonly run: Run;
  readonly rows: Rows;
  /** In milliseconds. */
  readonly now: () => number;
  readonly notes: readonly string[];
  /** Whether its clock stands still. */
  readonly isFrozen: boolean;
  /** Aborted here when the time is over: it stops the runs that go on. */
  readonly over: AbortController;
  readonly ending?: AbortSignal | undefined;
  readonly told?: ((progress: ExamProgress) => void) | undefined;
}

/**
 * Examines a client: two runs without faults say what it does, and then each run puts to the test what is not decided
 * yet, until everything is, or the time is over.
 *
 * @throws NoReferenceError if it fails without faults, or asks nothing
 */
export const examBy = (around: ExamAround, effort: Effort): Promise<Examined> =>
  new Exam(around, effort).all();

/** How often a question is asked that brings nothing of what a rule looks at: it will not do so later. */
const idleMax = 6;

/** A command that makes more requests than this is stopped. */
const runawayOf = ({ attempts }: Baseline): number => 200 + 100 * attempts.length;

class Exam {
  readonly #around: ExamAround;
  readonly #effort: Effort;
  readonly #begun: number;
  readonly #asked = new Map<string, number>();
  readonly #failedChecks = new Map<Check["name"], { text: string; runs: number }>();
  /** How many attempts a call of each operation makes that keeps failing. */
  readonly #attempts = new Map<string, number>();
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
      this.#asked.set(next.name, (this.#asked.get(next.name) ?? 0) + 1);
      this.#asking = next.name;
      this.#tell();
      const seen = await this.#run(next);
      if (seen === undefined) return;
      this.#learn(next, seen);
    }
  }

  /** @returns undefined: it was ended meanwhile, and says nothing */
  async #run({ faults }: Question): Promise<Observation | undefined> {
    const { run, ending, over } = this.#around;
    const isEnded = () => ending?.aborted === true || over.signal.aborted;
    return run(faults, "never", { requestsMax: runawayOf(this.#baseline) }).then(
      (seen) => (isEnded() ? undefined : seen),
      (error: unknown) => {
        if (!isEnded()) throw error;
        return undefined;
      },
    );
  }

  #learn(question: Question, seen: Observation): void {
    this.#evidence.add(seen);
    if (question.asks.includes("attempts")) this.#learnAttempts(seen);
    // How long it waits for a response has a rule of its own.
    if (!question.asks.includes("patience")) this.#check(seen);
    this.#verdicts = this.#evidence.verdicts(ruleIds);
    this.#tell();
  }

  #learnAttempts({ attempts }: Observation): void {
    for (const [operation, own] of this.#habits.operations) {
      const failing = attempts.filter(
        (each) => each.operation === operation && each.status === 503,
      );
      const calls = new Map<string, number>();
      for (const { likeness } of failing) calls.set(likeness, (calls.get(likeness) ?? 0) + 1);
      const usual = new Map<string, number>();
      for (const { likeness } of own) usual.set(likeness, (usual.get(likeness) ?? 0) + 1);
      const most = Math.max(
        0,
        ...[...calls].map(([likeness, count]) => Math.ceil(count / (usual.get(likeness) ?? count))),
        // A body that is new in each attempt is alike to none.
        calls.size > own.length ? Math.floor(failing.length / own.length) : 0,
      );
      if (most > 0)
        this.#attempts.set(operation, Math.max(most, this.#attempts.get(operation) ?? 0));
    }
  }

  /** Holds a run against those without faults. */
  #check(seen: Observation): void {
    const judge = judgeBy(this.#around.rows, ["hang", "state", "output"]);
    const difference = this.#baseline.differenceTo(seen);
    const run = { schedule: [], seen, baseline: this.#baseline, mustSurvive: [], difference };
    for (const { oracle, text } of judge(run).findings) {
      const name = oracle as Check["name"];
      const known = this.#failedChecks.get(name);
      this.#failedChecks.set(name, { text: known?.text ?? text, runs: (known?.runs ?? 0) + 1 });
    }
  }

  #questions(): Question[] {
    const attemptsOf = (operation: string) => this.#attempts.get(operation);
    return questionsOf(this.#habits, attemptsOf, this.#around.isFrozen);
  }

  /** Rules that are not decided, and that something may still decide. */
  #open(): ReadonlySet<RuleId> {
    const decided = this.#withVerdict(/pass|fail/);
    return new Set(ruleIds.filter((id) => !decided.has(id)));
  }

  #withVerdict(which: RegExp): ReadonlySet<RuleId> {
    return new Set(
      this.#verdicts.flatMap(({ rule, verdict }) => (which.test(verdict) ? [rule] : [])),
    );
  }

  /** What decides most of what is open, and was asked least often. */
  #next(): Question | undefined {
    if (this.#isOver()) return undefined;
    const open = this.#open();
    const asked = ({ name, isSlow }: Question) =>
      (this.#asked.get(name) ?? 0) + (isSlow === true ? 1 : 0);
    const idle = this.#withVerdict(/not exercised/);
    const mayDecide = (question: Question, id: RuleId) =>
      open.has(id) && (asked(question) < idleMax || !idle.has(id));
    return this.#questions()
      .filter(
        (each) =>
          (each.isOwed === true && asked(each) === 0) ||
          (asked(each) < each.most && each.asks.some((id) => mayDecide(each, id))),
      )
      .toSorted((a, b) => asked(a) - asked(b))
      .at(0);
  }

  #isOver(): boolean {
    return this.#around.ending?.aborted === true || this.#leftMs() <= 0;
  }

  #leftMs(): number {
    return this.#effort.ms - (this.#around.now() - this.#begun);
  }

  #examined(): Examined {
    const card = cardOf(this.#evidence);
    const rules = card.rules.map((result) => {
      if (result.verdict !== "not exercised") return result;
      const isLeft = this.#questions().some(
        ({ name, asks }) => asks.includes(result.rule) && !this.#asked.has(name),
      );
      const { [result.rule]: known = "no run came to it" } = reasons;
      const reason = isLeft ? "the budget ended before it was asked" : known;
      return { ...result, message: `Not exercised: ${reason}.` };
    });
    const checks = checkNames.map((name): Check => {
      const failed = this.#failedChecks.get(name);
      return { name, passed: failed === undefined, message: failed?.text ?? goodChecks[name] };
    });
    return {
      card: { ...card, rules, passed: card.passed && checks.every(({ passed }) => passed) },
      checks,
      runs: this.#evidence.runs,
      tookMs: this.#around.now() - this.#begun,
      requests: this.#habits.requests,
      notes: this.#baseline.notes,
      isCut: this.#leftMs() <= 0 || this.#around.ending?.aborted === true,
    };
  }

  #tell(): void {
    const open = this.#open();
    const askable = this.#habits === undefined ? [] : this.#questions().flatMap(({ asks }) => asks);
    const rules = new Set(askable);
    this.#around.told?.({
      asking: this.#asking,
      runs: this.#evidence?.runs ?? 0,
      decided: [...rules].filter((id) => !open.has(id)).length,
      of: rules.size,
      leftMs: Math.max(0, this.#leftMs()),
    });
  }
}

const checkNames = ["state", "output", "hang"] as const;

const goodChecks: Readonly<Record<Check["name"], string>> = {
  state: "Each run that ended well left the records that there are without faults, each once.",
  output: "Each run that ended well printed what is printed without faults.",
  hang: "Each run ended.",
};
