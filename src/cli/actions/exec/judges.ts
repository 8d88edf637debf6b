import { stripVTControlCharacters } from "node:util";
import { ControlError } from "../../../emulation/problem.ts";
import type { Emulator } from "../../../emulator.ts";
import type { EmulatorOptions } from "../../../option-types.ts";
import type { ReportCard } from "../../../report/card-shape.ts";
import { wasKilled } from "../../../report/killed.ts";
import type { Suite } from "../../../report/page/page.ts";
import type { Reference } from "../../../report/reference.ts";
import type { Expectation, Scenario } from "../../../scenarios/types.ts";
import { suiteOf } from "../../../scenarios/verdict.ts";
import { checksText, verdictText } from "../../card/verdict-text.ts";
import { failureOfInput } from "../../options/input-failure.ts";
import type { VerdictValues } from "../../options/command-options.ts";
import { logFormatOf, type StartValues, type Told } from "../../options/start-options.ts";
import { named } from "../../process/control-refusal.ts";
import { errorWidth, Failure, tell, thrownAs, writeError } from "../../terminal/terminal.ts";
import { fitted } from "../../terminal/texts.ts";

export interface JudgingValues
  extends VerdictValues, Told<"expectFile" | "scenario" | "har", string> {
  readonly expect?: readonly string[];
  /** Files; true: the terminal. */
  readonly report?: readonly (string | true)[];
}

type Values = JudgingValues & StartValues;

/** Tells what it makes of a command that has ended. @returns whether all is well */
type Judge = (exitCode: number) => Promise<boolean>;

/** What is to be judged, read and found right before anything is started. */
export interface Judgment {
  /** The emulator that the scenario wants, by the options of `createEmulator`. */
  readonly wanted: EmulatorOptions;
  readonly begin: (emulator: Emulator, reference?: Reference) => Promise<Judge[]>;
  /** The report card, if one was asked for, once the command was judged. */
  readonly card: () => ReportCard | undefined;
}

/** Reads all that the command is to be judged by. @throws Failure for the first thing that is wrong */
export async function prepare(values: Values): Promise<Judgment> {
  const expected = await expectationsOf(values);
  const scenario = values.scenario === undefined ? undefined : await scenarioOf(values.scenario);
  const writer = await reportWriter(values);
  const har = await harWriter(values);
  let graded: (() => ReportCard | undefined) | undefined;
  return {
    wanted: scenario ? { fixtures: scenario.fixtures ?? ["small"], ...scenario.settings } : {},
    card: () => graded?.(),
    begin: async (emulator, reference) => {
      const suites: Suite[] = [];
      const card = await writer?.(emulator, reference, suites);
      graded = card?.made;
      const judges = [
        har?.(emulator),
        // Before the scenario: what that planned is taken away with it.
        card?.judge,
        scenario && (await played(emulator, scenario, values, suites, reference)),
        expected.length === 0 ? undefined : watched(emulator, expected, values, suites),
        // Last: its files have what came of the others, too.
        card?.end,
      ];
      return judges.filter((each) => each !== undefined);
    },
  };
}

/** What is expected of the command, in the order of the flags before the file. */
async function expectationsOf({ expect = [], expectFile }: Values): Promise<Expectation[]> {
  if (expect.length === 0 && expectFile === undefined) return [];
  const [{ readExpectation }, { readExpectations }] = await Promise.all([
    import("../../options/expectation-flags.ts"),
    import("../../../scenarios/read.ts"),
  ]);
  const ofFlags = await Promise.all(expect.map(readExpectation));
  if (expectFile === undefined) return ofFlags;
  return [...ofFlags, ...(await readExpectations(expectFile).catch(thrownAs(failureOfInput)))];
}

async function scenarioOf(name: string): Promise<Scenario> {
  if (name === "exam") throw new Failure("exam is a command: service-emulator exam -- COMMAND", 2);
  const { readScenario } = await import("../../../scenarios/read.ts");
  return readScenario(name).catch(thrownAs(failureOfInput));
}

function watched(
  emulator: Emulator,
  expected: readonly Expectation[],
  values: Values,
  suites: Suite[],
): Judge {
  const finish = planned(() => emulator.scenarios.watch(expected));
  return async (exitCode) => {
    const { passed, expectations } = finish(exitCode);
    suites.push(suiteOf("expectations", expectations));
    const event = { event: "expectations", passed, checks: expectations };
    show(values, event, () => checksText(expectations), passed);
    return passed;
  };
}

/** Fixtures and settings are the emulator's already. @param suites gets what came of it */
async function played(
  emulator: Emulator,
  { fixtures: _fixtures, settings: _settings, ...scenario }: Scenario,
  values: Values,
  suites: Suite[],
  reference?: Reference,
): Promise<Judge> {
  const id = planned(() => emulator.scenarios.begin(scenario, { ...(reference && { reference }) }));
  await emulator.scenarios.settled(id);
  return async (exitCode) => {
    await emulator.scenarios.settled(id, exitCode);
    const verdict = emulator.scenarios.finish(id, exitCode);
    suites.push(suiteOf(verdict.scenario, verdict.expectations));
    show(values, { event: "scenario", ...verdict }, () => verdictText(verdict), verdict.passed);
    return verdict.passed;
  };
}

function planned<T>(begin: () => T): T {
  try {
    return begin();
  } catch (error) {
    throw mistakeIn(error);
  }
}

function mistakeIn(error: unknown): unknown {
  if (!(error instanceof ControlError)) return error;
  const near = error.nearest === undefined ? "" : `; did you mean ${error.nearest}?`;
  return new Failure(`${typed(error.path)}: ${error.reason}${near}`, 2);
}

/** What stands in a scenario's file is named by its path, and what stands on the line by its flag. */
function typed(path: string): string {
  const steps = path.match(/[^.[\]]+/g) ?? [];
  if (steps[0] === "expect") return `--expect: ${named(steps)}`;
  return steps[0] === "thresholds" ? named(steps) : path;
}

/** Writes all that an emulator is asked into a file, each exchange as it ends. @throws Failure for one that it may not write */
async function harWriter({ har: path, force }: Values) {
  if (path === undefined) return undefined;
  const [{ requireWritable }, { HarFile }] = await Promise.all([
    import("../../card/written-file.ts"),
    import("../../../control/requests/har.ts"),
  ]);
  requireWritable(path, force);
  return ({ requests }: Emulator): Judge => {
    const file = new HarFile(path, "w");
    const add = (id: string) => {
      for (const each of requests.har({ id }).log.entries) file.add(each);
    };
    const underWay = new Set<string>();
    const stop = requests.listen(({ id, durationMs }) => {
      if (durationMs === null) underWay.add(id);
      else add(id);
    });
    return async () => {
      stop();
      for (const id of underWay) add(id);
      const problem = file.close();
      if (problem !== undefined) throw new Failure(`--har ${path}: ${problem.message}`, 1);
      return true;
    };
  };
}

const reportFlags = [
  ...(["preset", "threshold", "require", "minFaultCoverage"] as const),
  ...(["report", "ratchet", "allFaultsMet"] as const),
];

/** Writes the report card, if anything is asked of it. @param suites what else came of the run, once `end` is called */
async function reportWriter(values: Values) {
  if (reportFlags.every((flag) => values[flag] === undefined)) return undefined;
  const { report = [] } = values;
  const paths = report.filter((path) => path !== true);
  const { endOf, reportOptionsOf, reportText, written } = await import("../../card/report-card.ts");
  const end = endOf(paths, values);
  const options = reportOptionsOf(values);
  return async (emulator: Emulator, reference: Reference | undefined, suites: readonly Suite[]) => {
    const compared = { ...options, ...(reference && { reference }) };
    const observed = Promise.resolve(emulator.observe(compared));
    const write = await observed.catch(thrownAs(mistakeIn));
    let card: ReportCard | undefined;
    const judge: Judge = async (exitCode) => {
      const killed = wasKilled(exitCode);
      // What it would have done next nobody knows.
      const made = await write({ ...(killed && { running: true }) });
      card = made;
      const text = () => {
        const shown = report.includes(true) ? [reportText(made, { width: errorWidth() })] : [];
        return [...shown, ...(paths.length > 0 ? [written(made, paths)] : [])].join("\n");
      };
      // Who asks for it is not told in vain.
      show(values, { event: "report", ...made }, text, values.report === undefined);
      if (killed)
        tell(`the command was killed (${exitCode}): none of its calls counts as given up`);
      return true;
    };
    return {
      judge,
      made: () => card,
      end: async () => {
        if (card === undefined) return false;
        end.write(card, suites);
        return end.passed(card);
      },
    };
  };
}

/** For a program as JSON, else for a person: if it is quiet, failures alone. */
function show(values: Values, event: object, text: () => string, passed: boolean): void {
  const format = logFormatOf(values);
  if (format === "json") return writeError(JSON.stringify(event));
  if (values.quiet && passed) return;
  const shown = text();
  if (shown === "") return;
  const plain = format === "plain";
  const fitting = plain ? stripVTControlCharacters(shown) : fitted(shown, errorWidth());
  // Behind the summary.
  writeError(values.quiet ? fitting : `\n${fitting}`);
}
