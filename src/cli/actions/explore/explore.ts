import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Sandbox } from "../../../control/sandboxes.ts";
import { ControlError } from "../../../emulation/problem.ts";
import type { Emulator } from "../../../emulator.ts";
import type { Progress } from "../../../explore/search.ts";
import type { Act } from "../../../explore/in-sandbox.ts";
import type { CommandEnd } from "../../../explore/observation.ts";
import { NoReferenceError } from "../../../explore/no-reference.ts";
import type { ExploreOptions } from "../../../explore/types.ts";
import { searchOf } from "../../../explore/read-options.ts";
import type { Found } from "../../../explore/result-shape.ts";
import { emulationOf, exploreIn } from "../../../explorer.ts";
import { counted, secondsText } from "../../../report/figures.ts";
import { prepareFolder, requireTried, writeFound, foundText } from "../../card/found-files.ts";
import { inSession } from "../../card/session.ts";
import { lostText, ratchetAt } from "../../card/ratchet.ts";
import type { Given } from "../../options/configure.ts";
import { membersOf } from "../../options/values.ts";
import { logFormatOf, type StartValues } from "../../options/start-options.ts";
import { boot, onError, optionsOf } from "../../process/boot.ts";
import { environmentOf } from "../../process/child-environment.ts";
import { quietEnd } from "../../process/quiet-child.ts";
import { carriedBy, type ExploreValues } from "./values.ts";
import { checkBy, shellLine } from "./check.ts";
import { keptIn, keptOf } from "./exploration-log.ts";
import { RunPlaces } from "../../process/run-folder.ts";
import { Proxies, skipping } from "../../process/run-command.ts";
import { SkippedRuns } from "../../process/skipped.ts";
import type { SkipWaits } from "../../process/skip-waits.ts";
import { type Trusted, writeTrust } from "../../process/tls.ts";
import {
  Failure,
  tell,
  writeError,
  printWhole,
  errorWidth,
  screenWidth,
  terminal,
} from "../../terminal/terminal.ts";
import { type ProgressLine, progressLine } from "../../terminal/progress.ts";
import { chosenVariables, requireKnown } from "../../process/command-environment.ts";
import { tellIntercepted } from "../../card/interception.ts";

/** Explores a command: exit code 0 without defects, 1 with some, 2 where there is nothing to compare with. */
export async function exploreCommand(
  command: readonly string[],
  values: ExploreValues,
  { isGiven, sourceOf }: Given,
): Promise<void> {
  if (command.length === 0)
    throw new Failure("explore needs a command: service-emulator explore -- npm run sync", 2);
  const { output, ratchet } = values;
  const kept = keptOf(values);
  if (kept !== undefined && output === undefined)
    throw new Failure(`--${kept} goes with --output`, 2);
  requireKnown(values.env ?? {}, values);
  if (ratchet !== undefined) ratchetAt(ratchet);
  const folder = output === undefined ? undefined : prepareFolder(output, values.force);
  const options = { ...(await optionsOf(values)), ...own, onError };
  const emulator = await inSession(values, ["explore", "--", ...command], () =>
    boot(options, sourceOf),
  );
  try {
    const ending = new AbortController();
    const found = await explored(command, values, { emulator, folder, ending });
    const how = { ...values, command, carried: carriedBy(values, isGiven) };
    const whole = folder === undefined ? found : await writeFound(folder, found, how);
    printWhole(values.json, whole, (all) => foundText(all, screenWidth()));
    if (folder !== undefined && !values.quiet) tell(`see ${join(output ?? "", "explore.html")}`);
    terminal().exitCode = whole.defects.length === 0 ? 0 : 1;
    if (ending.signal.aborted) throw interrupted(folder !== undefined);
    requireTried(found);
    if (ratchet !== undefined) heedRatchet(ratchet, found);
  } finally {
    await emulator.close();
  }
}

/** What the emulator of an exploration is, whatever is asked: nothing but faults is to refuse a command. */
const own = { port: 0, rateLimits: "off" } as const;

/** Where a command is explored, and what ends it. */
interface Exploring {
  readonly emulator: Emulator;
  /** What is found goes there, and what was tried. */
  readonly folder: string | undefined;
  readonly ending: AbortController;
}

/** @throws Failure if it was interrupted before it had a reference to compare with */
async function explored(
  command: readonly string[],
  values: ExploreValues,
  { emulator, folder, ending }: Exploring,
): Promise<Found> {
  const search = readSearch(values, emulator);
  const kept = keptIn(folder, command, values);
  const trusted = await writeTrust(emulator, values);
  const proxies = emulator.interception && new Proxies(emulator.interception);
  const skipped = values.skipWaits === true ? new SkippedRuns() : undefined;
  const { timeoutMs } = search;
  const places = new RunPlaces(values);
  const how = { emulator, trusted, skipped, timeoutMs, proxies, places };
  const ended = inSandbox(command, values, how);
  const unskipped = { ...how, skipped: undefined };
  const stop = onInterrupt(ending);
  if (!values.quiet) tell(`the inspector shows it live: ${emulator.url}/#/explore`);
  const line = progressOf(values, emulator);
  try {
    return await exploreIn(
      emulator,
      (sandbox, stopped, how) => {
        ending.signal.throwIfAborted();
        return ended(sandbox, AbortSignal.any([ending.signal, stopped]), how);
      },
      { ...search, kills: process.platform !== "win32", skipsWaits: skipped !== undefined },
      {
        ending: ending.signal,
        ...(kept && { kept }),
        ...(values.check !== undefined && {
          check: checkBy(inSandbox(shellLine(values.check), values, unskipped), ending.signal),
        }),
        left: (sandbox) => places.leave(sandbox),
        noted: (note) => {
          if (skipped !== undefined) throw new Failure(`--skip-waits: ${note} ${ownKey}`, 2);
          line?.clear();
          tell(note);
        },
        ...(line && { told: (each) => line.show(progressText(each)) }),
        ...(!values.quiet && {
          met: (sentence) => {
            line?.clear();
            tell(`found, not yet confirmed: ${sentence}`);
          },
        }),
      },
    );
  } catch (error) {
    if (ending.signal.aborted) throw interrupted(folder !== undefined);
    if (error instanceof NoReferenceError) throw withOutput(error);
    throw error;
  } finally {
    line?.clear();
    places.close();
    if (skipped?.isAny && !values.quiet) tell(skipped.text());
    if (!values.quiet) tellIntercepted(emulator, command, values, trusted, proxies?.seen());
    stop();
  }
}

/** How a command runs in each sandbox. */
export interface InSandbox {
  readonly emulator: Emulator;
  readonly trusted: Trusted | undefined;
  /** What became of its waits, where they are skipped. */
  readonly skipped: SkippedRuns | undefined;
  readonly timeoutMs: number;
  /** Where hosts are intercepted: each run has a proxy of its own. */
  readonly proxies?: Proxies | undefined;
  /** Where each run keeps its files. Default: where everybody does. */
  readonly places?: RunPlaces | undefined;
}

type How = NonNullable<Parameters<Act>[2]>;

/** Runs the command with the address and the key of a sandbox. */
export function inSandbox(
  command: readonly string[],
  { authScheme, env: chosen = {} }: Pick<ExploreValues, "authScheme" | "env">,
  { emulator, trusted, skipped, timeoutMs, places, ...more }: InSandbox,
) {
  const { interception } = emulator;
  const proxies = more.proxies ?? (interception && new Proxies(interception));
  const ended = (
    sandbox: Sandbox,
    stopping: AbortSignal,
    { isAsked, patience = 1 }: How,
    proxy?: string,
  ): Promise<CommandEnd> => {
    const { url, companyId, keys } = sandbox;
    const access = { url, companyId, key: keys.full, authScheme, ...trusted, proxy };
    const place = places?.of(sandbox.id);
    const env = { ...environmentOf(access), ...place?.env, ...chosenVariables(chosen, access) };
    const run = (others: object, skip?: SkipWaits) =>
      quietEnd(command, { ...env, ...others }, timeoutMs * patience, stopping, {
        skip,
        cwd: place?.cwd,
      });
    if (skipped === undefined || isAsked) return run({});
    const time = emulationOf(emulator).sandboxes.timeOf(sandbox.id);
    const urls = [url, proxy].flatMap((each) => each ?? []);
    return skipped.note(skipping({ time, urls, env }, (skip, others) => run(others, skip)));
  };
  return (sandbox: Sandbox, stopping: AbortSignal, how: How = {}) =>
    proxies === undefined
      ? ended(sandbox, stopping, how)
      : proxies.with(sandbox.id, (proxy) => ended(sandbox, stopping, how, proxy));
}

const ownKey =
  "Its waits cannot be skipped. Let it read SERVICE_EMULATOR_API_KEY, or leave out --skip-waits";

/** What the library is told in the same words. */
const passedOn = [
  "seed",
  "soak",
  "only",
  "include",
  "depth",
  "oracles",
  "timeout",
  "confirm",
  "shard",
] as const;

/** @throws Failure for an option that is wrong */
function readSearch(values: ExploreValues, emulator: Emulator): ReturnType<typeof searchOf> {
  const { budget, mustSurvive, probability, jobs = 2 * availableParallelism() } = values;
  const asked: Record<string, unknown> = {
    ...Object.fromEntries(passedOn.map((name) => [name, values[name]])),
    budget: budget !== undefined && /^\d+$/.test(budget) ? Number(budget) : budget,
    jobs: Math.min(64, jobs),
    probability: probability && membersOf(probability, Number),
    mustSurvive: mustSurvive?.join() === "none" ? [] : mustSurvive,
  };
  const said = Object.entries(asked).filter(([, value]) => value !== undefined);
  try {
    return searchOf(Object.fromEntries(said) as ExploreOptions, emulationOf(emulator).api.targets);
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    const [option = ""] = error.path.split(/[[.]/);
    const flag = `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    throw new Failure(`${flag}: ${error.reason}`, 2);
  }
}

export function onInterrupt(ending: AbortController): () => void {
  const stop = () => {
    if (ending.signal.aborted) terminal().exit(130);
    ending.abort();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  return () => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.off(signal, stop);
  };
}

const interrupted = (isKept: boolean): Failure =>
  new Failure(
    `interrupted. ${isKept ? "The same command with --resume goes on from here" : "With --output, --resume could go on from here"}`,
    130,
  );

export function withOutput({ message, output }: NoReferenceError): Failure {
  for (const line of output.slice(-outputMax)) writeError(`  ${line}`);
  return new Failure(message, 2);
}

const outputMax = 20;

export function progressOf(values: StartValues, emulator: Emulator): ProgressLine | undefined {
  if (values.quiet) return undefined;
  const isLog = logFormatOf(values) !== "pretty" || process.env["CI"] !== undefined;
  const { clock } = emulationOf(emulator).world;
  const columns = isLog ? undefined : errorWidth();
  return progressLine(
    (text) => terminal().err(text),
    () => clock.realNow(),
    columns,
  );
}

function progressText({ doing, runs, of, found, leftMs }: Progress): string {
  if (doing === "reference") return "explore: without faults";
  const left = Number.isFinite(leftMs) ? `, ${secondsText(Math.ceil(leftMs / 1000))} left` : "";
  const what = doing === "shrinking" ? ", making them small" : "";
  return `explore: ${runs} of ${of} runs, ${counted(found, "defect")}${what}${left}`;
}

/** What was survived once is to be survived from then on. */
function heedRatchet(path: string, { coverage }: Found): void {
  const pairs = coverage.map((pair) => ({ ...pair, undecided: 0 }));
  const lost = lostText(path, { pairs });
  for (const each of lost) tell(each);
  if (lost.length > 0) terminal().exitCode = 1;
}
