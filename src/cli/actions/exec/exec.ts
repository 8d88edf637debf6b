import { stripVTControlCharacters } from "node:util";
import { boot, onError, optionsOf, notExported, requireExportable } from "../../process/boot.ts";
import { compiled } from "../../process/compiled.ts";
import type { Asked } from "../../options/configure.ts";
import { commandEnvironment, requireKnown } from "../../process/command-environment.ts";
import { Failure, failureOf, tell, writeError, terminal } from "../../terminal/terminal.ts";
import { type LogFormat, logFormatOf, type StartValues } from "../../options/start-options.ts";
import type { Told } from "../../options/start-options.ts";
import { referenceRuns, runCommand, wantedSettings } from "../../process/run-command.ts";
import { timeoutOf } from "../../process/child.ts";
import { sweepTemporary } from "../../process/locator.ts";
import { writeTrust } from "../../process/tls.ts";
import { tellIntercepted } from "../../card/interception.ts";
import { inSession } from "../../card/session.ts";
import { Summary } from "../../card/summary.ts";
import { type JudgingValues, prepare } from "./judges.ts";

export interface ExecValues
  extends StartValues, JudgingValues, Told<"compare" | "skipWaits", boolean> {
  readonly env?: Readonly<Record<string, string>>;
  readonly timeout?: string;
}

/** Boots an emulator, runs a command against it, and ends both. The exit code is the command's, or 1 by what is asked of it. */
export async function exec(asked: Asked<ExecValues>): Promise<void> {
  const { words: command, values } = asked;
  if (command.length === 0)
    throw new Failure("exec needs a command: service-emulator exec -- npm test", 2);
  const { env: chosen = {}, timeout: longest, ...started } = values;
  requireKnown(chosen, values);
  const timeout = longest === undefined ? undefined : timeoutOf(longest);
  await requireExportable(values.exportOnExit);
  const judgment = await prepare(values);
  let isLost = false;
  const onLost = (message: string) => {
    tell(message);
    isLost = true;
  };
  const settings = wantedSettings(judgment.wanted, asked);
  const options = { ...(await optionsOf(started)), ...settings };
  const emulator = await inSession(
    values,
    ["exec", "--", ...command],
    () => boot({ ...options, onError, onNote: tell, onLost }, asked.sourceOf),
    judgment.card,
  );
  compiled.holdYoungSpace(emulator);
  compiled.hear(emulator);
  const swept = sweepTemporary();
  try {
    const trusted = await writeTrust(emulator, values);
    const env = commandEnvironment(emulator, values, trusted);
    const running = { command, env, timeout, skipWaits: values.skipWaits === true };
    const reference = values.compare
      ? await referenceRuns(
          emulator,
          (output) => runCommand(emulator, running, output),
          values.quiet,
        )
      : undefined;
    const summary = new Summary(emulator);
    const judges = await judgment.begin(emulator, reference);
    const exitCode = await runCommand(emulator, running, "shown", values.quiet ? undefined : tell);
    terminal().exitCode = exitCode;
    if (!values.quiet) tellIntercepted(emulator, command, values, trusted);
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
