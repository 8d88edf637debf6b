import type { Emulation } from "../emulation/emulation.ts";
import { parseDuration } from "../world/time/duration.ts";
import type { Entry, Raw } from "../world/journal/entry.ts";
import { looksInside } from "../world/faults/request-matcher.ts";
import { Received } from "../world/journal/received.ts";
import type { Notice } from "../world/notices.ts";
import { cardOf } from "../control/report.ts";
import type { ReportCard } from "../report/card-shape.ts";
import type { Reference } from "../report/reference.ts";
import { wasKilled } from "../report/killed.ts";
import { perform, exitResult, nothingCame, tooMany, unfilled, pendingOf } from "./steps.ts";
import { reasonOf, stepResult, triggerOf, type Pending } from "./steps.ts";
import { judged, whichesOf } from "./expect.ts";
import { isAboutAll, type ScenarioDetail, type Verdict } from "./verdict.ts";
import { type Left, lookAt, type Quiet } from "./quiet.ts";
import { fitsAny } from "./relative.ts";
import { filled, type Roles, rolesIn, rolesOf } from "./roles.ts";
import type { Scenario } from "./types.ts";

/** How many exchanges are looked at in the end; a run that has more says so. */
const entriesMax = 100_000;

interface About {
  /** What the client does without faults, or what it asks then: for the rules that are expected to pass. */
  readonly reference?: Reference | Quiet | undefined;
  readonly of?: string | undefined;
}

/** One run of a right scenario: steps are done right after the exchange that triggers them, before the next request. */
export class ScenarioRun {
  readonly id: string;
  readonly scenario: Scenario;
  readonly about: About;
  readonly #emulation: Emulation;
  readonly #steps: readonly Pending[];
  readonly #heardOf: Received[] = [];
  /** Whether what was sent matters to what is expected: keeping it costs the most. */
  readonly #keepsRaw: boolean;
  readonly #isGraded: boolean;
  readonly #isRelative: boolean;
  readonly #quiet: Quiet | undefined;
  #roles: Roles;
  /** What became of the state with which the client begins, where it is compared. */
  #left: (() => Left) | undefined;
  #card: ReportCard | undefined;
  #walks: ReadonlyMap<string, number> | undefined;
  readonly #cancels = new Set<() => void>();
  /** Steps that seed, or that wait for one that does. */
  #underWay: Promise<void> | undefined;
  #missed = 0;
  #over = false;
  #verdict: Verdict | null = null;

  constructor(id: string, scenario: Scenario, emulation: Emulation, about: About = {}) {
    this.id = id;
    this.about = about;
    this.scenario = scenario;
    this.#emulation = emulation;
    const { reference } = about;
    this.#quiet = reference !== undefined && "departure" in reference ? reference : undefined;
    this.#roles = { ...this.#quiet?.roles, ...scenario.roles };
    this.#steps = (scenario.steps ?? []).map(pendingOf);
    this.#cancels.add(
      emulation.world.journal.written.listen((entry, raw) => this.#heard(entry, raw)),
    );
    const expected = scenario.expect ?? [];
    this.#isGraded = expected.some(
      ({ rules, unbroken, once }) => (rules ?? unbroken ?? once) !== undefined,
    );
    this.#isRelative = fitsAny(scenario);
    this.#keepsRaw =
      this.#isGraded ||
      this.#isRelative ||
      expected.some((each) => each.doubled !== undefined || whichesOf(each).some(looksInside));
    this.#tell("begun");
    this.#fill();
    this.#look();
  }

  #fill(): void {
    for (const pending of this.#steps) {
      if (!pending.isWaiting) continue;
      pending.step = filled(pending.step, this.#roles);
      if (rolesIn(pending.step).length > 0) continue;
      pending.isWaiting = false;
      pending.meets = triggerOf(pending.step);
      if (pending.meets !== undefined) continue;
      const waitMs = parseDuration(pending.step.at) ?? 0;
      if (waitMs === 0) this.#do(pending);
      else this.#doAfter(pending, waitMs);
    }
  }

  #look(): void {
    if (this.#quiet !== undefined && !this.#over) this.#left = lookAt(this.#emulation);
  }

  #tell(what: Extract<Notice, { of: "scenario" }>["what"], step: string | null = null): void {
    const account = this.about.of ?? null;
    const notice = { what, id: this.id, scenario: this.scenario.name, step, account } as const;
    this.#emulation.world.notices.tell({ of: "scenario", ...notice });
  }

  get over(): boolean {
    return this.#over;
  }

  view() {
    const steps = this.#steps.map(({ name, done, problem }) => ({ name, done, problem }));
    return { id: this.id, scenario: this.scenario.name, over: this.#over, steps };
  }

  /** The same with what the faults of its steps have met, and how it was judged; null: it was not. */
  detail(): ScenarioDetail {
    const hits = this.#steps.map((pending) => this.#hitsOf(pending));
    const steps = this.view().steps.map((step, index) => ({ ...step, hits: hits[index] ?? 0 }));
    return { ...this.view(), steps, verdict: this.#verdict };
  }

  /** Ends it, and removes its faults. What else its steps changed (clock, limits, revisions, data) stays. */
  end(): void {
    if (!this.#over) this.#tell(this.#verdict === null ? "ended" : "finished");
    this.#over = true;
    for (const cancel of this.#cancels) cancel();
    this.#cancels.clear();
    for (const { fault } of this.#steps)
      if (fault?.world === this.#emulation.world) fault.world.takeFault(fault.id);
  }

  /** Judges and ends it. @param exitCode of the command, if one was run @param output its lines, if they were seen */
  finish(exitCode: number | undefined, output?: readonly string[]): Verdict {
    const hits = new Map(this.#steps.map((pending) => [pending, this.#hitsOf(pending)]));
    const named = new Map([...hits].map(([{ step }, count]) => [step.name ?? "", count]));
    // They were heard of as they were answered, which need not be the order in which they came.
    const received = this.#heardOf.toSorted((a, b) => a.entry.arrivedReal - b.entry.arrivedReal);
    // A step may be about deliveries, which the emulator sends.
    const came = received.length > 0 || [...hits.values()].some((count) => count > 0);
    const of = { emulation: this.#emulation, of: this.about.of, card: this.#card };
    const known = { quiet: this.#quiet, left: this.#left?.(), walks: this.#walks };
    const seen = { ...of, ...known, received, hits: named, exitCode, output };
    const told = [...hits].filter(([{ isWaiting }]) => !isWaiting);
    const expect = filled(this.scenario.expect ?? [], this.#roles);
    const open = rolesIn([this.#steps.map(({ step }) => step), expect]);
    const expectations = [
      ...open.map(unfilled),
      ...told.flatMap(([pending, count]) => stepResult(pending, count, this.#isRelative)),
      ...expect.filter((each) => rolesIn(each).length === 0).map((each) => judged(each, seen)),
      ...exitResult(this.scenario, exitCode),
      ...(this.#missed === 0 ? [] : [tooMany(this.#missed, entriesMax)]),
      ...(came || isAboutAll(this.scenario) ? [] : [nothingCame]),
    ];
    const passed = expectations.every((result) => result.passed);
    const exercised = expectations.every(({ unmet }) => unmet !== true);
    const { scenario, steps } = this.view();
    this.#verdict = { scenario, passed, exercised, steps, expectations };
    this.end();
    return this.#verdict;
  }

  /** Requests that met a fault and are not answered yet are known to the fault alone. */
  #hitsOf({ fault, hits }: Pending): number {
    const { world } = this.#emulation;
    if (fault?.world !== world) return hits;
    return Math.max(hits, world.faults.get(fault.id, world.clock.now())?.hits.count ?? 0);
  }

  /** A reset puts another clock in the place of this one, which ends its waits too soon. */
  #doAfter(pending: Pending, waitMs: number): void {
    const { world } = this.#emulation;
    const { clock } = world.account(this.about.of ?? "") ?? world;
    const due = clock.now() + waitMs;
    const cancel = clock.after(waitMs, () => {
      this.#cancels.delete(cancel);
      if (this.#over) return;
      const left = due - clock.now();
      if (left > 0) queueMicrotask(() => this.#over || this.#doAfter(pending, left));
      else this.#do(pending);
    });
    this.#cancels.add(cancel);
  }

  #heard(entry: Entry, raw: Raw): void {
    if (this.about.of !== undefined && entry.account !== this.about.of) return;
    const received = new Received(entry, raw);
    if (this.#heardOf.length >= entriesMax) this.#missed += 1;
    else this.#heardOf.push(this.#keepsRaw ? received : new Received(entry));
    this.#cast(received);
    const { world } = this.#emulation;
    for (const pending of this.#steps) {
      const { fault } = pending;
      if (fault?.world === world && entry.faults.includes(fault.id)) pending.hits += 1;
      if (pending.done || pending.meets?.(received) !== true) continue;
      pending.seen += 1;
      if (pending.seen >= (pending.step.after?.requests ?? 1)) this.#do(pending);
    }
  }

  #cast(received: Received): void {
    if (this.#quiet !== undefined || !this.#isRelative) return;
    const { targets } = this.#emulation.api;
    const { operation, target, revision, app } = received.entry;
    const asked = { operation, target, revision, app, page: received.page() };
    this.#roles = rolesOf([asked], targets, this.#roles);
    this.#fill();
  }

  #do(pending: Pending): void {
    pending.done = true;
    this.#tell("step", pending.name);
    const act = () => perform(this.#emulation, pending.step, this.about.of);
    try {
      const done = this.#underWay === undefined ? act() : this.#underWay.then(act);
      if (done instanceof Promise) this.#follow(pending, done);
      else this.#planned(pending, done);
    } catch (error) {
      pending.problem = reasonOf(error);
    }
  }

  /** A seed takes a moment to be read; the steps after it wait for it. */
  #follow(pending: Pending, done: Promise<string | undefined>): void {
    pending.problem = "a seed was still being read at the end";
    const follow = async () => {
      try {
        const id = await done;
        pending.problem = null;
        this.#planned(pending, id);
      } catch (error) {
        pending.problem = (error as Error).message;
      }
      if (this.#underWay === settled) this.#underWay = undefined;
    };
    const settled = follow();
    this.#underWay = settled;
  }

  /** What was planned after the end has nobody to take it away again. */
  #planned(pending: Pending, id: string | undefined): void {
    const { world } = this.#emulation;
    if (id === undefined) return;
    if (this.#over) world.takeFault(id);
    else pending.fault = { id, world };
  }

  /** Waits for steps that are under way, and grades what was seen. @param exitCode of the command, if it has ended */
  async settled(exitCode?: number): Promise<void> {
    while (this.#underWay !== undefined) await this.#underWay;
    if (exitCode === undefined && this.#heardOf.length === 0) this.#look();
    if (this.#quiet !== undefined && exitCode !== undefined) {
      const { wholeWalksIn } = await import("./whole-walks.ts");
      this.#walks = wholeWalksIn(this.#heardOf);
    }
    if (!this.#isGraded) return;
    const { reference, of } = this.about;
    this.#card = await cardOf(this.#emulation, this.#heardOf, {
      running: exitCode === undefined || wasKilled(exitCode),
      ...(of && { account: of }),
      ...(reference && { reference }),
    });
  }
}
