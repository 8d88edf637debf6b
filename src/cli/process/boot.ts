import { writeSync } from "node:fs";
import { createEmulator, type Emulator } from "../../emulator.ts";
import { isOption, OptionError } from "../../option-shape.ts";
import type { EmulatorOptions } from "../../option-types.ts";
import { DataFolderError } from "../../durable/data-folder-error.ts";
import { FixtureError } from "../../seeding/fixture/error.ts";
import type { OnProgress } from "../../seeding/progress.ts";
import { ListenError } from "../../server/listen-error.ts";
import { Failure, listenFailure, tell } from "../terminal/terminal.ts";
import { ProgressBar } from "../terminal/progress.ts";
import { logFormatOf, type StartValues } from "../options/start-options.ts";

/** The part of what was told that the emulator itself asks for. */
export async function optionsOf(values: StartValues): Promise<EmulatorOptions> {
  const { badKeyStatus, tls, tlsCert, tlsKey, tlsCaFile, ...others } = values;
  const secure = [tls, tlsCert, tlsKey, tlsCaFile].some((told) => told !== undefined);
  const onProgress = progressOf({
    json: logFormatOf(values) === "json",
    quiet: values.quiet,
  });
  return {
    ...Object.fromEntries(Object.entries(others).filter(([name]) => isOption(name))),
    badKeyStatus: badKeyStatus === "400" ? 400 : 401,
    ...(onProgress && { onProgress }),
    ...(secure && (await import("./tls.ts")).tlsOf(values)),
  };
}

/** Shows how far a start is, or what is generated. */
export function progressOf({
  json = false,
  quiet = false,
}: {
  readonly json?: boolean | undefined;
  readonly quiet?: boolean | undefined;
}): OnProgress | undefined {
  if (json || quiet) return undefined;
  return new ProgressBar((text) => writeSync(2, text), process.stderr.isTTY === true).show;
}

/**
 * Boots an emulator for a command.
 *
 * @param sourceOf the flag, variable or file that gave a value
 * @throws Failure in one line: what, where, and what to do
 */
export async function boot(
  options: EmulatorOptions,
  sourceOf: (name: string) => string,
): Promise<Emulator> {
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

/** The process of the emulator of this user's that listens at a port. */
async function emulatorAt(port: number): Promise<number | undefined> {
  const { locateAll } = await import("./located.ts");
  return locateAll().find(({ url }) => new URL(url).port === String(port))?.pid;
}

/** An option, and what of it is meant. Members of `tls` are options of their own: `tls.cert` is `tlsCert`. */
const placeOf = (path: string): string[] =>
  path.replace(/^tls\.(\w)/, (_, letter: string) => `tls${letter.toUpperCase()}`).split(".");

/** Tells of a mistake of the emulator's own. */
export const onError = (error: unknown, id: string): void => tell(mistakeOf(error, id));

/** Such a mistake, for whoever reports it. */
export const mistakeOf = (error: unknown, id: string): string => {
  const trace = error instanceof Error ? error.stack : String(error);
  return `service-emulator: internal error (a bug in service-emulator), response ${id}: ${trace}`;
};
