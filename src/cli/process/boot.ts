import { writeSync } from "node:fs";
import { createEmulator } from "../../emulator.ts";
import { isOption, OptionError } from "../../option-shape.ts";
import type { EmulatorOptions } from "../../option-types.ts";
import { DataFolderError } from "../../durable/data-folder-error.ts";
import { FixtureError } from "../../seeding/fixture/error.ts";
import type { OnProgress } from "../../seeding/progress.ts";
import { ListenError } from "../../server/listen-error.ts";
import { Failure, listenFailure, tell } from "../terminal/terminal.ts";
import { ProgressBar } from "../terminal/progress.ts";
import { logFormatOf, type StartValues } from "../options/start-options.ts";
import { constants } from "node:os";
import { within } from "../../world/time/deadline.ts";
import type { LineWriter } from "../terminal/line-writer.ts";
import { resolve } from "node:path";
import { ControlError } from "../../emulation/problem.ts";

export async function optionsOf(values: StartValues): Promise<EmulatorOptions> {
  const { badKeyStatus, tls, tlsCert, tlsKey, tlsCaFile, ...others } = values;
  const secure = [tls, tlsCert, tlsKey, tlsCaFile].some((told) => told !== undefined);
  const onProgress = progressOf({ json: logFormatOf(values) === "json", quiet: values.quiet });
  return {
    ...Object.fromEntries(Object.entries(others).filter(([name]) => isOption(name))),
    badKeyStatus: badKeyStatus === "400" ? 400 : 401,
    ...(onProgress && { onProgress }),
    ...(secure && (await import("./tls.ts")).tlsOf(values)),
  };
}

export function progressOf({
  json,
  quiet,
}: Partial<Record<"json" | "quiet", boolean | undefined>>): OnProgress | undefined {
  if (json || quiet) return undefined;
  return new ProgressBar((text) => writeSync(2, text), process.stderr.isTTY === true).show;
}

/** Boots an emulator for a command. @param sourceOf what gave a value @throws Failure with what, where, what to do */
export async function boot(options: EmulatorOptions, sourceOf: (name: string) => string) {
  try {
    return await createEmulator(options);
  } catch (error) {
    if (error instanceof ListenError)
      throw listenFailure(error.code, error.host, error.port, await emulatorAt(error.port));
    if (error instanceof FixtureError) throw new Failure(error.message, 2);
    if (error instanceof DataFolderError) throw new Failure(error.message, 3);
    if (error instanceof OptionError) {
      const [option = "", ...members] = placeOf(error.path);
      throw new Failure([sourceOf(option), ...members, error.reason].join(": "), 2);
    }
    throw error;
  }
}

async function emulatorAt(port: number): Promise<number | undefined> {
  const { locateAll } = await import("./located.ts");
  return locateAll().find(({ url }) => new URL(url).port === String(port))?.pid;
}

/** An option, and what of it is meant. Members of `tls` are options of their own: `tls.cert` is `tlsCert`. */
const placeOf = (path: string): string[] =>
  path.replace(/^tls\.(\w)/, (_, letter: string) => `tls${letter.toUpperCase()}`).split(".");

export const onError = (error: unknown, id: string): void => tell(mistakeOf(error, id));

export const mistakeOf = (error: unknown, id: string): string => {
  const trace = error instanceof Error ? error.stack : String(error);
  return `service-emulator: internal error (a bug in service-emulator), response ${id}: ${trace}`;
};

/** How long answers under way, and then the last lines, may take. */
const [drainMs, flushMs] = [3000, 300];

/** Ends the process in order at the first signal, with the code of `before`, and at once at the second. @returns ends it */
export function endOnSignals(
  how: { readonly before: () => Promise<number>; readonly drain: () => Promise<void> },
  out: LineWriter,
): () => void {
  let ending = false;
  const end = () => {
    if (ending) return;
    ending = true;
    void how.before().then(async (code) => {
      await within(drainMs, how.drain());
      await out.flush(flushMs);
      quit(code, out);
    });
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (ending) quit(128 + constants.signals[signal], out);
      end();
    });
  }
  return end;
}

/** Exits, come what may: Node waits for ever for the thread that writes to a stopped terminal. A kill does not. */
function quit(code: number, out: LineWriter): never {
  if (out.stuck) {
    process.emit("exit", code);
    process.kill(process.pid, "SIGKILL");
  }
  process.exit(code);
}

/** Told at the start, not at the end. @throws Failure in one line */
export async function requireExportable(folder: string | undefined): Promise<void> {
  if (folder === undefined) return;
  const { standsIn } = await import("../../control/acts/state.ts");
  const why = standsIn(folder);
  if (why !== undefined) throw new Failure(`--export-on-exit: ${why}`, 2);
  const control = await import("../../emulation/export.ts");
  try {
    control.requireExportable(resolve(folder));
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    throw new Failure(notExported(error), 2);
  }
}

/** Why a state was not written, without the name that its folder has in the library. */
export const notExported = (error: unknown): string => {
  const why = error instanceof ControlError ? error.reason : (error as Error).message;
  return `--export-on-exit: ${why}`;
};
