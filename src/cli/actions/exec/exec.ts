import { stripVTControlCharacters } from "node:util";
import type { Emulator } from "../../../emulator.ts";
import type { EmulatorOptions } from "../../../option-types.ts";
import { boot, mistakeOf, optionsOf } from "../../process/boot.ts";
import { compiled } from "../../process/compiled.ts";
import { youngSpace } from "../../process/young-space.ts";
import {
  type Access,
  accessOf,
  environmentOf,
  environmentOfApp,
} from "../../process/child-environment.ts";
import { notExported, requireExportable } from "../../process/export-on-exit.ts";
import { Failure, failureOf, tell, writeError } from "../../terminal/failure.ts";
import { type LogFormat, logFormatOf, type StartValues } from "../../options/start-options.ts";
import { terminal } from "../../terminal/terminal.ts";
import { referenceRuns } from "../../process/reference-runs.ts";
import { runCommand } from "../../process/run-command.ts";
import { timeoutOf } from "../../process/timeout.ts";
import { sweepTemporary } from "../../process/temporary.ts";
import { type Trusted, writeTrust } from "../../process/tls.ts";
import { Summary } from "../../card/summary.ts";
import { type JudgingValues, prepare } from "./judges.ts";
import { nearest } from "../../../world/nearest.ts";

export interface ExecValues extends StartValues, JudgingValues {
  /** Variables of the user's choice: the name, and what it holds. */
  readonly env?: Readonly<Record<string, string>>;
  /** How long the command may take. */
  readonly timeout?: string;
  /** Whether it runs twice without faults first. */
  readonly compare?: boolean;
  /** Whether the waits of its processes of Node take no time. */
  readonly skipWaits?: boolean;
}

/**
 * Boots an emulator, runs a command against it, and ends both. The exit code is the command's, or 1 if
 * it ended with 0 and something that was asked for is not so.
 *
 * @param sourceOf the flag or variable that gave a value
 * @param isGiven whether somebody gave it at all
 */
export async function exec(
  command: readonly string[],
  values: ExecValues,
  sourceOf: (name: string) => string,
  isGiven: (name: string) => boolean,
): Promise<void> {
  if (command.length === 0) {
    throw new Failure("exec needs a command: service-emulator exec -- npm test", 2);
  }
  const { env: chosen = {}, timeout: longest, ...started } = values;
  requireKnown(chosen, values);
  const timeout = longest === undefined ? undefined : timeoutOf(longest);
  await requireExportable(values.exportOnExit);
  const judgment = await prepare(values);
  const onError = (error: unknown, id: string) => tell(mistakeOf(error, id));
  let isLost = false;
  const onLost = (message: string) => {
    tell(message);
    isLost = true;
  };
  const settings = settingsOf(judgment.wanted, values, sourceOf, isGiven);
  const options = { ...(await optionsOf(started)), ...settings };
  const emulator = await boot({ ...options, onError, onNote: tell, onLost }, sourceOf);
  youngSpace.holdOnceAsked(emulator);
  compiled.hear(emulator);
  const swept = sweepTemporary();
  try {
    const trusted = await writeTrust(emulator, values);
    const env = variablesOf(emulator, values, trusted);
    const running = { command, env, timeout, skipWaits: values.skipWaits === true };
    const reference = values.compare
      ? await referenceRuns(emulator, (output) => runCommand(emulator, running, output), values)
      : undefined;
    const summary = new Summary(emulator);
    const judges = await judgment.begin(emulator, reference);
    const exitCode = await runCommand(emulator, running, "shown", values.quiet ? undefined : tell);
    terminal().exitCode = exitCode;
    if (isLost) terminal().exitCode ||= 1;
    if (!values.quiet) writeError(told(summary, logFormatOf(values)));
    for (const judge of judges) {
      const verdict = await judge(exitCode).then((passed) => (passed ? 0 : 1), toldFailure);
      terminal().exitCode ||= verdict;
    }
    if (values.exportOnExit !== undefined) {
      await emulator.state.export(values.exportOnExit).catch((error: Error) => {
        throw new Failure(notExported(error), exitCode || 1);
      });
    }
  } finally {
    await Promise.all([emulator.close(), swept]);
    compiled.keep();
  }
}

/** What the scenario wants of the emulator, as far as the user wants nothing else: that is said, since it may be forgotten. */
function settingsOf(
  wanted: EmulatorOptions,
  { quiet = false }: ExecValues,
  sourceOf: (name: string) => string,
  isGiven: (name: string) => boolean,
): EmulatorOptions {
  const settings: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(wanted)) {
    // A state is all that there is: it takes the place of fixtures.
    const given = name === "fixtures" && isGiven("state") ? "state" : name;
    if (!isGiven(given)) settings[name] = value;
    else if (!quiet) tell(`${sourceOf(given)} takes the place of the scenario's ${name}`);
  }
  return settings;
}

/** What fails after the command is told, and takes nothing from what is still to be judged. */
function toldFailure(error: unknown): number {
  const { message, exitCode } = failureOf(error);
  tell(message);
  return exitCode;
}

function told(summary: Summary, format: LogFormat): string {
  if (format === "json") return summary.json();
  return format === "plain" ? stripVTControlCharacters(summary.text()) : summary.text();
}

/** What a variable of the user's choice may hold. */
const known = {
  url: ({ url }: Access) => url,
  key: ({ key }: Access) => key,
  "company-id": ({ companyId }: Access) => companyId,
  "ca-file": ({ caFile = "" }: Access) => caFile,
  "auth-scheme": ({ authScheme = "" }: Access) => authScheme,
} as const;

/** @throws Failure for a name that no shell can use, and for what there is not */
export function requireKnown(
  chosen: Readonly<Record<string, string>>,
  { tls, tlsCert }: Pick<StartValues, "tls" | "tlsCert">,
): void {
  for (const [name, what] of Object.entries(chosen)) {
    if (!/^[A-Za-z_]\w*$/.test(name)) {
      throw new Failure(`--env '${name}=${what}': expected letters, digits and _ before the =`, 2);
    }
    if (what === "ca-file" && !tls && tlsCert === undefined) {
      throw new Failure(`--env ${name}=ca-file: there is nothing to trust without --tls`, 2);
    }
    if (Object.hasOwn(known, what)) continue;
    const near = nearest(what, Object.keys(known));
    const advice = near === undefined ? Object.keys(known).join(", ") : `did you mean ${near}?`;
    throw new Failure(`--env ${name}=${what}: there is no '${what}': ${advice}`, 2);
  }
}

/** What the command finds, also under names of the user's choice. */
function variablesOf(
  emulator: Emulator,
  { env = {}, authScheme }: ExecValues,
  trusted: Trusted | undefined,
) {
  const access = { ...accessOf(emulator, authScheme), ...trusted };
  const { controlToken } = emulator;
  return {
    ...environmentOf(access),
    ...environmentOfApp(emulator, "lasting"),
    ...(controlToken !== undefined && { SERVICE_EMULATOR_CONTROL_TOKEN: controlToken }),
    ...chosenVariables(env, access),
  };
}

/** What variables of the user's choice hold. */
export const chosenVariables = (
  chosen: Readonly<Record<string, string>>,
  access: Access,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(chosen).map(([name, what]) => [name, known[what as keyof typeof known](access)]),
  );
