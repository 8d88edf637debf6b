import type { Asked } from "../../options/configure.ts";
import { ControlError } from "../../../emulation/problem.ts";
import type { Emulator } from "../../../emulator.ts";
import type { Act, Check } from "../../../explore/in-sandbox.ts";
import { searchOf } from "../../../explore/read-options.ts";
import type { Found } from "../../../explore/result-shape.ts";
import type { Progress } from "../../../explore/search.ts";
import type { ExploreOptions } from "../../../explore/types.ts";
import { emulationOf, exploreIn } from "../../../explorer.ts";
import { counted, secondsText } from "../../../report/figures.ts";
import { foundText, prepareFolder, requireTried, writeFound } from "../../card/found-files.ts";
import { tellIntercepted } from "../../card/interception.ts";
import { lostText, ratchetAt } from "../../card/ratchet.ts";
import { membersOf } from "../../options/values.ts";
import { carriedBy, type ExploreValues, keptIn, keptOf } from "./values.ts";
import { runPlaces } from "../../process/run-folder.ts";
import { proxiesOf } from "../../process/run-command.ts";
import { requireKnown } from "../../process/command-environment.ts";
import { SkippedRuns } from "../../process/skipped.ts";
import { writeTrust } from "../../process/tls.ts";
import { Failure, printWhole, screenWidth, shellLine, tell } from "../../terminal/terminal.ts";
import { terminal } from "../../terminal/terminal.ts";
import { flagOf } from "../../terminal/texts.ts";
import { inSandbox, ownEmulator, searching, until } from "./in-sandbox.ts";
import { availableParallelism } from "node:os";
import { join } from "node:path";

/** Explores a command: exit code 0 without defects, 1 with some, 2 where there is nothing to compare with. */
export async function exploreCommand(asked: Asked<ExploreValues>): Promise<void> {
  const { words: command, values } = asked;
  if (command.length === 0)
    throw new Failure("explore needs a command: service-emulator explore -- npm run sync", 2);
  const { output, ratchet } = values;
  const kept = keptOf(values);
  if (kept !== undefined && output === undefined)
    throw new Failure(`--${kept} goes with --output`, 2);
  requireKnown(values.env ?? {}, values);
  if (ratchet !== undefined) ratchetAt(ratchet);
  const emulator = await ownEmulator("explore", asked);
  try {
    const ending = new AbortController();
    const search = readSearch(values, emulator);
    const folder = output === undefined ? undefined : prepareFolder(output, values.force);
    const found = await explored(asked, { emulator, search, folder, ending });
    const how = { ...values, command, carried: carriedBy(values, asked.isGiven) };
    const whole = folder === undefined ? found : await writeFound(folder, found, how);
    printWhole(values.json, whole, (all) => foundText(all, screenWidth()));
    if (folder !== undefined && !values.quiet) tell(`see ${join(output ?? "", "explore.html")}`);
    terminal().exitCode = whole.defects.length === 0 ? 0 : 1;
    if (ending.signal.aborted) throw interrupted(folder);
    requireTried(found);
    if (ratchet !== undefined) heedRatchet(ratchet, found);
  } finally {
    await emulator.close();
  }
}

interface Exploring {
  readonly emulator: Emulator;
  readonly search: ReturnType<typeof searchOf>;
  readonly folder: string | undefined;
  readonly ending: AbortController;
}

/** @throws Failure if it was interrupted before it had a reference to compare with */
async function explored(asked: Asked<ExploreValues>, exploring: Exploring) {
  const { words: command, values } = asked;
  const { emulator, search, folder, ending } = exploring;
  const kept = keptIn(folder, asked);
  const trusted = await writeTrust(emulator, values);
  const proxies = emulator.interception && proxiesOf(emulator.interception);
  const skipped = values.skipWaits === true ? new SkippedRuns() : undefined;
  const { timeoutMs } = search;
  const places = runPlaces(values);
  const how = { emulator, trusted, skipped, timeoutMs, proxies, places };
  const act = inSandbox(asked, how);
  const { check } = values;
  const checked =
    check && inSandbox({ words: shellLine(check), values }, { ...how, skipped: undefined });
  const { signal } = ending;
  const asSearched = { ...search, kills: process.platform !== "win32", skipsWaits: !!skipped };
  try {
    const going = { emulator, values, ending, interrupted: () => interrupted(folder) };
    return await searching(going, (show, say) => {
      if (!values.quiet) tell(`the inspector shows it live: ${emulator.url}/#/explore`);
      return exploreIn(emulator, until(signal, act), asSearched, {
        ending: signal,
        ...(kept && { kept }),
        ...(checked && { check: checkBy(checked, signal) }),
        left: (sandbox) => places.leave(sandbox),
        noted: (note) => {
          if (skipped !== undefined) throw new Failure(`--skip-waits: ${note} ${ownKey}`, 2);
          say(note);
        },
        ...(show && { told: (each) => show(progressText(each)) }),
        ...(!values.quiet && { met: (text) => say(`found, not yet confirmed: ${text}`) }),
      });
    });
  } finally {
    places.close();
    if (skipped?.isAny && !values.quiet) tell(skipped.text());
    if (!values.quiet) tellIntercepted(emulator, command, values, trusted, proxies?.seen());
  }
}

/** The user's own test of the state, run where a command has ended. @param ending ends it at once */
const checkBy =
  (run: Act, ending: AbortSignal): Check =>
  async (sandbox) => {
    const { exitCode, isKilled, error } = await run(sandbox, AbortSignal.any([ending]));
    if (exitCode === 0 || ending.aborted) return undefined;
    return isKilled ? "it does not end" : (error ?? `exit code ${exitCode}`);
  };

const ownKey =
  "Its waits cannot be skipped. Let it read SERVICE_EMULATOR_API_KEY, or leave out --skip-waits";

/** What the library is told in the same words. */
const passedOn = [
  ...(["seed", "soak", "only", "include", "depth", "oracles"] as const),
  ...(["timeout", "confirm", "shard"] as const),
];

function readSearch(values: ExploreValues, emulator: Emulator): Exploring["search"] {
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
    throw new Failure(`${flagOf(option)}: ${error.reason}`, 2);
  }
}

function interrupted(folder: string | undefined): Failure {
  const kept = "The same command with --resume goes on from here";
  const advice = folder === undefined ? "With --output, --resume could go on from here" : kept;
  return new Failure(`interrupted. ${advice}`, 130);
}

function progressText({ doing, runs, of, found, leftMs }: Progress): string {
  if (doing === "reference") return "explore: without faults";
  const left = Number.isFinite(leftMs) ? `, ${secondsText(Math.ceil(leftMs / 1000))} left` : "";
  const what = doing === "shrinking" ? ", making them small" : "";
  return `explore: ${runs} of ${of} runs, ${counted(found, "defect")}${what}${left}`;
}

function heedRatchet(path: string, { coverage }: Found): void {
  const lost = lostText(path, { pairs: coverage.map((pair) => ({ ...pair, undecided: 0 })) });
  for (const each of lost) tell(each);
  if (lost.length > 0) terminal().exitCode = 1;
}
