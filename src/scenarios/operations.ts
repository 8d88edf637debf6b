import { count, described, type Infer, list } from "../contract/shape.ts";
import { object, type Shape, string } from "../contract/shape.ts";
import type { Emulation } from "../emulation/emulation.ts";
import { operation } from "../control/act.ts";
import { type ControlCall, type ControlOperation, singleAccount } from "../control/operation.ts";
import { requireNone } from "../control/read.ts";
import { snapshotsOf } from "../control/state/snapshots.ts";
import { ControlError, withId } from "../emulation/problem.ts";
import { accountsProblem, scenarioProblem } from "./check.ts";
import { expectationOperations, watch } from "./expectations.ts";
import type { Reference } from "../report/reference.ts";
import { isOutputRead, printedOf } from "./quiet.ts";
import { type ScenarioDetail, type Verdict, verdictShape } from "./verdict.ts";
import { ScenarioRun } from "./run.ts";
import { scenarioShape } from "./shape.ts";
import type { Expectation, Scenario } from "./types.ts";

const finishShape = object({
  "exitCode?": count("Exit code of the client."),
  "output?": described(list(string()), "Lines that the client printed to stdout."),
});

const runsMax = 100;

/** What the client does without faults (`emulator.reference`), with which it is compared. */
type Compared = { readonly reference?: Reference };

/** The scenarios of one emulator: one runs at a time. */
export class Scenarios {
  readonly #emulation: Emulation;
  readonly #runs = new Map<string, ScenarioRun>();
  #begun = 0;

  constructor(emulation: Emulation) {
    this.#emulation = emulation;
  }

  /** Begins one on the present state. @param of the only account that it is about @throws ControlError */
  begin(input: unknown, { reference }: Compared = {}, of?: string): ScenarioRun {
    const { api, world } = this.#emulation;
    if (of !== undefined) singleAccount(world, of);
    const kept = snapshotsOf(this.#emulation, of).map(({ name }) => name);
    requireNone(
      scenarioProblem(input, api, (name) => kept.includes(name), of) ??
        accountsProblem((input as Scenario).expect ?? [], ["expect"], world, of),
    );
    const rivals = this.#of(of);
    const running = rivals.find(({ over }) => !over);
    if (running !== undefined) {
      const what = `${running.id} is running: finish it, or DELETE it, first`;
      throw new ControlError(what, "", { kind: "conflict" });
    }
    const [oldest] = rivals;
    if (rivals.length >= runsMax && oldest !== undefined) this.#runs.delete(oldest.id);
    this.#begun += 1;
    const id = `scenario-${this.#begun}`;
    const run = new ScenarioRun(id, input as Scenario, this.#emulation, { reference, of });
    this.#runs.set(id, run);
    return run;
  }

  /** The runs that are remembered, the oldest first. @param of only those of this account */
  list(of?: string): ScenarioDetail[] {
    return this.#known(of).map((run) => run.detail());
  }

  /** @param of only those of this account. Default: of any */
  get(id: string, of?: string): ScenarioRun {
    return withId("scenario", this.#known(of), id);
  }

  #known(of: string | undefined): ScenarioRun[] {
    return of === undefined ? [...this.#runs.values()] : this.#of(of);
  }

  /** Those of one account alone, or those of all accounts. */
  #of(of: string | undefined): ScenarioRun[] {
    return [...this.#runs.values()].filter(({ about }) => about.of === of);
  }

  finish(id: string, exitCode?: number, output?: readonly string[]): Verdict {
    const run = this.get(id);
    if (run.over) throw new ControlError(`${id} is over`, "", { kind: "conflict" });
    return run.finish(exitCode, output);
  }

  /** Looks on beside any scenario, and judges what was seen when it is told to. */
  watch(expectations: readonly Expectation[]): (exitCode?: number) => Verdict {
    return watch(this.#emulation, expectations);
  }

  endAll(): void {
    for (const run of this.#runs.values()) run.end();
  }
}

/** Scenarios, as the library has them. */
export interface ScenariosFace {
  /** Begins a scenario, lets the function do its requests, and judges them. What it returns is what it prints. */
  run(scenario: Scenario, act: () => Promise<unknown>, compared?: Compared): Promise<Verdict>;
  /** Begins one on the present state. @returns its id */
  begin(scenario: Scenario, compared?: Compared): string;
  /** Returns the last runs, oldest first, with their steps and verdicts. */
  list(): ScenarioDetail[];
  /** Waits for the steps of one that are under way: a seed is read first. @param exitCode if the client has ended */
  settled(id: string, exitCode?: number): Promise<void>;
  /** Judges one that was begun, and removes its faults. @param output the lines that the client printed */
  finish(id: string, exitCode?: number, output?: readonly string[]): Verdict;
  /** Looks on from now, also over resets. @returns judges what was seen, once */
  watch(expectations: readonly Expectation[]): (exitCode?: number) => Verdict;
}

export const scenariosFace = (scenarios: Scenarios): ScenariosFace => ({
  async run(scenario, act, compared) {
    const run = scenarios.begin(notNamed(scenario), compared);
    try {
      await run.settled();
      const value = await act();
      await run.settled(0);
      return run.finish(0, isOutputRead(scenario) ? printedOf(value) : []);
    } finally {
      run.end();
    }
  },
  begin: (scenario, compared) => scenarios.begin(notNamed(scenario), compared).id,
  list: () => scenarios.list(),
  settled: async (id, exitCode) => scenarios.get(id).settled(exitCode),
  finish: (id, exitCode, output) => scenarios.finish(id, exitCode, output),
  watch: (expectations) => scenarios.watch(expectations),
});

/** @throws ControlError for the name of a scenario: those are files, and to read one takes a while */
function notNamed(scenario: Scenario | string): Scenario {
  if (typeof scenario !== "string") return scenario;
  const name = JSON.stringify(scenario);
  throw new ControlError(`expected a scenario, got its name: pass await readScenario(${name})`);
}

export const scenarioOperations = (scenarios: Scenarios): readonly ControlOperation[] => [
  operation("POST /_emulator/scenarios", {
    does: "begins a scenario, given as JSON, on the present state",
    body: scenarioShape as Shape<ControlCall["body"]>,
    status: 201,
    run: async ({ body, account }) => {
      const run = scenarios.begin(body, {}, account);
      await run.settled();
      return run.view();
    },
  }),
  operation("GET /_emulator/scenarios", {
    does: "the runs of scenarios: their steps, what these met, and the verdicts",
    run: ({ account }) => ({ scenarios: scenarios.list(account) }),
  }),
  operation("GET /_emulator/scenarios/{id}", {
    does: "how far it is",
    run: ({ account, id }) => scenarios.get(id, account).view(),
  }),
  operation("POST /_emulator/scenarios/{id}/finish", {
    does: 'judges it and removes its faults: { "exitCode"?, "output"? }',
    body: finishShape,
    answer: verdictShape,
    run: async ({ account, id, body }) => {
      const { exitCode, output } = body as Infer<typeof finishShape>;
      await scenarios.get(id, account).settled(exitCode ?? 0);
      return scenarios.finish(id, exitCode, output);
    },
  }),
  operation("DELETE /_emulator/scenarios/{id}", {
    does: "ends it unjudged, and removes its faults",
    run: ({ account, id }) => scenarios.get(id, account).end(),
  }),
  ...expectationOperations,
];
