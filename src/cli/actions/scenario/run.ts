import type { Readable } from "node:stream";
import { wholeApi } from "../../../areas/index.ts";
import { scenarioProblem } from "../../../scenarios/check.ts";
import type { Roles } from "../../../scenarios/roles.ts";
import { isOutputRead } from "../../../scenarios/quiet.ts";
import { readScenario } from "../../../scenarios/read.ts";
import { fitsAny } from "../../../scenarios/relative.ts";
import type { Emulator } from "../../../emulator.ts";
import type { Reference } from "../../../report/reference.ts";
import type { Scenario } from "../../../scenarios/types.ts";
import { junitOf, type Verdict } from "../../../scenarios/verdict.ts";
import { boot, onError, optionsOf } from "../../process/boot.ts";
import { childEnd, interrupted, type Output, linesOf, timeoutOf } from "../../process/child.ts";
import { referenceRuns, runCommand, wantedSettings } from "../../process/run-command.ts";
import { type RunPlaces, runPlaces } from "../../process/run-folder.ts";
import { callControl, type ControlValues } from "../../process/control-client.ts";
import { environmentOf } from "../../process/child-environment.ts";
import { chosenVariables, commandEnvironment } from "../../process/command-environment.ts";
import { requireKnown } from "../../process/command-environment.ts";
import { writeTrust } from "../../process/tls.ts";
import { tellIntercepted } from "../../card/interception.ts";
import { shapingNames } from "../../options/command-options.ts";
import { failureOfInput } from "../../options/input-failure.ts";
import { Failure, tell, print, terminal, thrownAs } from "../../terminal/terminal.ts";
import { flagOf } from "../../terminal/texts.ts";
import { locateAll } from "../../process/located.ts";
import { readPort } from "../../options/values.ts";
import { inSession } from "../../card/session.ts";
import { requireWritable, writeText } from "../../card/written-file.ts";
import type { Asked } from "../../options/configure.ts";
import type { RunValues } from "./receiver.ts";
import { verdictText } from "../../card/verdict-text.ts";

interface Target {
  readonly control: ControlValues;
  readonly env: Readonly<Record<string, string>>;
  /** What was started for it alone. */
  readonly emulator?: Emulator;
  readonly close: () => Promise<void>;
}

/** Runs a scenario, with a command or until it is interrupted. Sets the exit code: 0 passed, 1 failed. */
export async function runScenario(file: string, asked: Asked<RunValues>): Promise<void> {
  if (file === "receiver") return (await import("./receiver.ts")).runReceiver(asked);
  const { values } = asked;
  requireNoReceiver(values);
  requireOwn(asked);
  requireKnown(values.env ?? {}, values);
  for (const path of [values.output, values.junit])
    if (path !== undefined) requireWritable(path, values.force);
  const read = await readScenario(file, { driven: values.url !== undefined }).catch(
    thrownAs(failureOfInput),
  );
  const scenario = cast(read, values.role);
  const target = values.url === undefined ? await own(scenario, asked) : await running(values);
  const places = runPlaces(values);
  let verdict: Verdict;
  try {
    verdict = await judged(scenario, asked, target, places);
  } finally {
    places.close();
    await target.close();
  }
  if (values.output !== undefined)
    writeText(values.output, `${JSON.stringify(verdict, null, 2)}\n`);
  if (values.junit !== undefined) writeText(values.junit, junitOf(verdict));
  print(values.json, verdict, verdictText);
  const isMet = verdict.exercised || values.requireMet !== true;
  terminal().exitCode = verdict.passed && isMet ? 0 : 1;
}

/** The scenario with roles as its user gives them. @throws Failure for what cannot play one */
function cast(scenario: Scenario, role: Roles | undefined): Scenario {
  if (role === undefined) return scenario;
  const given = { ...scenario, roles: { ...scenario.roles, ...role } };
  const problem = scenarioProblem(given, wholeApi(), () => true);
  if (problem === undefined) return given;
  const near = problem.nearest === undefined ? "" : ` Did you mean ${problem.nearest}?`;
  throw new Failure(`--role ${problem.path.at(-1)}: ${problem.message}.${near}`, 2);
}

async function judged(
  scenario: Scenario,
  { words: command, values }: Asked<RunValues>,
  target: Target,
  places: RunPlaces,
): Promise<Verdict> {
  const { control, env, emulator } = target;
  const { json = false, quiet = false, skipWaits = false, timeout: longest, compare } = values;
  const timeout = longest === undefined ? undefined : timeoutOf(longest);
  let runs = 0;
  const run = (output: Output, told?: (line: string) => void) => {
    const { cwd, env: own } = places.of(String((runs += 1)));
    const running = { command, env: { ...env, ...own }, timeout, cwd };
    return emulator === undefined
      ? childEnd(running, output)
      : runCommand(emulator, { ...running, skipWaits }, output, told);
  };
  const lines: string[] = [];
  const isRead = isOutputRead(scenario);
  const shown = json ? "aside" : "shown";
  const output = isRead ? readInto(lines, json ? terminal().err : terminal().out) : shown;
  const isCompared = command.length > 0 && (compare === true || fitsAny(scenario));
  const why = compare === true ? "--compare" : scenario.name;
  const reference =
    isCompared && emulator ? await referenceRuns(emulator, run, quiet, why) : undefined;
  // Fixtures and settings are for an emulator of its own.
  const { fixtures: _fixtures, settings: _settings, ...body } = scenario;
  const id = await begun(body, target, reference);
  try {
    const exitCode = await (command.length === 0
      ? interrupted(`${scenario.name} runs on ${control.url}: Ctrl-C judges it`)
      : run(output, tell));
    const known = exitCode === undefined ? {} : { exitCode, ...(isRead && { output: lines }) };
    return await callControl<Verdict>(control, "POST", `scenarios/${id}/finish`, known);
  } catch (error) {
    await callControl(control, "DELETE", `scenarios/${id}`).catch(() => {});
    throw error;
  }
}

const readInto =
  (lines: string[], show: (text: string) => void) =>
  async (stdout: Readable): Promise<void> => {
    stdout.setEncoding("utf8").on("data", show);
    lines.push(...(await linesOf(stdout)));
  };

const ofReceiver = ["webhook", "readBack", "killAfterAck", "require"] as const;

/** @throws Failure for what only a receiver is judged by */
function requireNoReceiver(values: RunValues): void {
  const wrong = ofReceiver.find((name) => values[name] !== undefined);
  if (wrong !== undefined)
    throw new Failure(`${flagOf(wrong)} is for scenario run receiver: leave it out`, 2);
}

/** What only an emulator of its own can do: set the state back after each run, or skip the time. */
function requireOwn({ words: command, values, isGiven, sourceOf }: Asked<RunValues>): void {
  const { compare, skipWaits, url } = values;
  const asked = compare ? "--compare" : skipWaits ? "--skip-waits" : undefined;
  const shaping = url === undefined ? undefined : shapingNames().find(isGiven);
  const needing = shaping === undefined ? asked : sourceOf(shaping);
  if (url !== undefined && needing !== undefined)
    throw new Failure(`${needing} needs an emulator of its own: leave out --url`, 2);
  if (asked !== undefined && command.length === 0)
    throw new Failure(`${asked} needs a command to run, after --`, 2);
}

/** Begins it: of a reference only the emulator of this process knows. @returns its id */
async function begun(scenario: Scenario, { control, emulator }: Target, reference?: Reference) {
  if (emulator === undefined || reference === undefined)
    return (await callControl<{ id: string }>(control, "POST", "scenarios", scenario)).id;
  const id = emulator.scenarios.begin(scenario, { reference });
  await emulator.scenarios.settled(id);
  return id;
}

async function own(scenario: Scenario, asked: Asked<RunValues>): Promise<Target> {
  const { words: command, values } = asked;
  const { fixtures = ["small"], settings = {} } = scenario;
  const port = readPort(values.port ?? "0");
  const wanted = wantedSettings({ ...settings, fixtures }, asked);
  const options = { ...(await optionsOf({ ...values, port })), ...wanted };
  const words = ["scenario", "run", scenario.name, "--", ...command];
  const emulator = await inSession(values, words, () =>
    boot({ ...options, onError, onNote: tell }, (name) =>
      asked.isGiven(name) ? asked.sourceOf(name) : `settings.${name}`,
    ),
  );
  const trusted = await writeTrust(emulator, values);
  const { authScheme } = options;
  const env = commandEnvironment(emulator, { ...values, authScheme }, trusted, "fresh");
  const close = async () => {
    if (!values.quiet) tellIntercepted(emulator, command, values, trusted);
    await emulator.close();
  };
  return { control: { url: emulator.url }, env, emulator, close };
}

/** One that runs already: its keys are for its user to know. */
async function running({ url = "", token, env: chosen = {} }: RunValues): Promise<Target> {
  const control = { url, ...(token !== undefined && { token }) };
  type Health = { readonly accounts: { companyId: string }[] };
  const { accounts } = await callControl<Health>(control, "GET", "health");
  const { SERVICE_EMULATOR_API_KEY = "", SERVICE_EMULATOR_AUTH_SCHEME } = process.env;
  if (SERVICE_EMULATOR_API_KEY === "")
    tell("SERVICE_EMULATOR_API_KEY is not set: the command gets no key of the running emulator");
  const { caFile, trust } = locateAll().find((each) => each.url === url) ?? {};
  const access = {
    url,
    companyId: accounts[0]?.companyId ?? "",
    key: SERVICE_EMULATOR_API_KEY,
    authScheme: SERVICE_EMULATOR_AUTH_SCHEME,
    caFile,
    trust,
  };
  const env = { ...environmentOf(access), ...chosenVariables(chosen, access) };
  return { control, env, close: async () => {} };
}
