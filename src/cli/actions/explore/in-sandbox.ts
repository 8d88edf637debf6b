import type { Sandbox } from "../../../control/sandboxes.ts";
import type { Emulator } from "../../../emulator.ts";
import type { Act } from "../../../explore/in-sandbox.ts";
import { NoReferenceError } from "../../../explore/no-reference.ts";
import type { CommandEnd } from "../../../explore/observation.ts";
import { emulationOf } from "../../../explorer.ts";
import type { ReportCard } from "../../../report/card-shape.ts";
import { inSession } from "../../card/session.ts";
import type { Asked } from "../../options/configure.ts";
import { logFormatOf, type StartValues } from "../../options/start-options.ts";
import { boot, onError, optionsOf } from "../../process/boot.ts";
import { environmentOf, type Variables } from "../../process/child-environment.ts";
import { chosenVariables } from "../../process/command-environment.ts";
import { proxiesOf, skipping } from "../../process/run-command.ts";
import { quietEnd } from "../../process/quiet-child.ts";
import type { RunPlaces } from "../../process/run-folder.ts";
import type { SkipWaits } from "../../process/skip-waits.ts";
import type { SkippedRuns } from "../../process/skipped.ts";
import type { Trusted } from "../../process/tls.ts";
import { progressLine } from "../../terminal/progress.ts";
import { errorWidth, Failure, tell, terminal, writeError } from "../../terminal/terminal.ts";

/** Boots an emulator whose sandboxes a command runs in: nothing but faults is to refuse it. */
export async function ownEmulator(
  name: string,
  { words, values, sourceOf }: Asked<StartValues>,
  cardOf?: () => ReportCard | undefined,
): Promise<Emulator> {
  const options = { ...(await optionsOf(values)), port: 0, rateLimits: "off", onError } as const;
  return inSession(values, [name, "--", ...words], () => boot(options, sourceOf), cardOf);
}

interface InSandbox {
  readonly emulator: Emulator;
  readonly trusted: Trusted | undefined;
  /** What became of its waits, where they are skipped. */
  readonly skipped: SkippedRuns | undefined;
  readonly timeoutMs: number;
  /** Where hosts are intercepted: each run has a proxy of its own. */
  readonly proxies?: ReturnType<typeof proxiesOf> | undefined;
  /** Where each run keeps its files. Default: where everybody does. */
  readonly places?: RunPlaces | undefined;
}

type How = NonNullable<Parameters<Act>[2]>;

interface ToRun {
  readonly words: readonly string[];
  readonly values: { readonly authScheme: string; readonly env?: Variables };
}

export function inSandbox(
  { words: command, values: { authScheme, env: chosen = {} } }: ToRun,
  { emulator, trusted, skipped, timeoutMs, places, ...more }: InSandbox,
) {
  const { interception } = emulator;
  const proxies = more.proxies ?? (interception && proxiesOf(interception));
  const ended = (
    sandbox: Sandbox,
    stopping: AbortSignal,
    { isAsked, patience = 1 }: How,
    proxy?: string,
  ): Promise<CommandEnd> => {
    const { url, companyId, keys } = sandbox;
    const access = { url, companyId, key: keys.full, authScheme, ...trusted, proxy };
    const { cwd, env: own } = places?.of(sandbox.id) ?? {};
    const env = { ...environmentOf(access), ...own, ...chosenVariables(chosen, access) };
    const run = (others: object, skip?: SkipWaits) =>
      quietEnd({ command, env: { ...env, ...others }, cwd }, timeoutMs * patience, stopping, skip);
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

/** The same until something else has ended, too: nothing is begun then. */
export const until =
  (ending: AbortSignal, act: Act): Act =>
  (sandbox, stopped, how) => {
    ending.throwIfAborted();
    return act(sandbox, AbortSignal.any([ending, stopped]), how);
  };

interface Search {
  readonly emulator: Emulator;
  readonly values: StartValues;
  /** Aborted by the first signal; the second ends this process. */
  readonly ending: AbortController;
  /** Why it has no result, where it was ended. */
  readonly interrupted: () => Failure;
}

/** Runs a command again and again. @param run is handed what shows how far it is, and what says something else */
export async function searching<T>(
  { emulator, values, ending, interrupted }: Search,
  run: (show: ((text: string) => void) | undefined, say: (text: string) => void) => Promise<T>,
): Promise<T> {
  const stop = () => {
    if (ending.signal.aborted) terminal().exit(130);
    ending.abort();
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, stop);
  const line = values.quiet ? undefined : lineFor(values, emulator);
  const say = (text: string) => {
    line?.clear();
    tell(text);
  };
  try {
    return await run(line?.show, say);
  } catch (error) {
    throw ending.signal.aborted ? interrupted() : withOutput(error);
  } finally {
    line?.clear();
    for (const signal of signals) process.off(signal, stop);
  }
}

function lineFor(values: StartValues, emulator: Emulator) {
  const isLog = logFormatOf(values) !== "pretty" || process.env["CI"] !== undefined;
  const { clock } = emulationOf(emulator).world;
  const write = (text: string) => terminal().err(text);
  return progressLine(write, () => clock.realNow(), isLog ? undefined : errorWidth());
}

const outputMax = 20;

/** For a command that fails without faults, what it printed last is printed before. */
export function withOutput(error: unknown): unknown {
  if (!(error instanceof NoReferenceError)) return error;
  for (const line of error.output.slice(-outputMax)) writeError(`  ${line}`);
  return new Failure(error.message, 2);
}
