import { stripVTControlCharacters } from "node:util";
import type { Emulator } from "../emulator.ts";
import { boot, mistakeOf, optionsOf } from "./boot.ts";
import { childEnd } from "./child.ts";
import { type Access, accessOf, environmentOf, environmentOfApp } from "./child-environment.ts";
import { Failure, tell, writeError } from "./failure.ts";
import { type LogFormat, logFormatOf, type StartValues } from "./start-options.ts";
import { writeTrust } from "./tls.ts";
import { Summary } from "./summary.ts";
import { ControlError } from "../control/problem.ts";
import type { Expectation } from "../scenarios/shape.ts";
import { FixtureError } from "../seeding/fixture-error.ts";
import { checksText } from "./verdict-text.ts";
import { nearest } from "../world/nearest.ts";

export interface ExecValues extends StartValues {
  /** Variables of the user's choice: the name, and what it holds. */
  readonly env?: Readonly<Record<string, string>>;
  readonly expect?: readonly string[];
  readonly expectFile?: string;
}

/**
 * Boots an emulator, runs a command against it, and ends both. The exit code is the command's, or 1 if
 * it ended with 0 and an expectation failed.
 *
 * @param sourceOf the flag or variable that gave a value
 */
export async function exec(
  command: readonly string[],
  values: ExecValues,
  sourceOf: (name: string) => string,
): Promise<void> {
  if (command.length === 0) {
    throw new Failure("exec needs a command: service-emulator exec -- npm test", 2);
  }
  const { env: chosen = {}, ...started } = values;
  requireKnown(chosen);
  const expected = await expectationsOf(values);
  const onError = (error: unknown, id: string) => tell(mistakeOf(error, id));
  let isLost = false;
  const onLost = (message: string) => {
    tell(message);
    isLost = true;
  };
  const emulator = await boot(
    { ...(await optionsOf(started)), onError, onNote: tell, onLost },
    sourceOf,
  );
  try {
    const caFile = writeTrust(emulator, values);
    const summary = new Summary(emulator);
    const judge = watched(emulator, expected);
    const exitCode = await childEnd(command, variablesOf(emulator, values, caFile), false);
    process.exitCode = exitCode;
    if (isLost) process.exitCode ||= 1;
    const format = logFormatOf(values);
    if (!values.quiet) writeError(told(summary, format));
    if (expected.length > 0) {
      const { passed, expectations } = judge(exitCode);
      if (!passed) process.exitCode ||= 1;
      if (format === "json") {
        writeError(JSON.stringify({ event: "expectations", passed, checks: expectations }));
      } else if (!values.quiet || !passed) writeError(checksText(expectations));
    }
    if (values.exportOnExit !== undefined) {
      await emulator.state.export(values.exportOnExit).catch((error: Error) => {
        throw new Failure(`--export-on-exit: ${error.message}`, exitCode || 1);
      });
    }
  } finally {
    await emulator.close();
  }
}

function told(summary: Summary, format: LogFormat): string {
  if (format === "json") return summary.json();
  return format === "plain" ? stripVTControlCharacters(summary.text()) : summary.text();
}

/** What is expected of the command, in the order of the flags before the file. */
async function expectationsOf({ expect = [], expectFile }: ExecValues) {
  if (expect.length === 0 && expectFile === undefined) return [];
  const [{ readExpectation }, { readExpectations }] = await Promise.all([
    import("./expectation-flags.ts"),
    import("../scenarios/read.ts"),
  ]);
  const ofFlags = expect.map(readExpectation);
  if (expectFile === undefined) return ofFlags;
  const ofFile = await readExpectations(expectFile).catch((error: unknown) => {
    throw error instanceof FixtureError ? new Failure(error.message, 2) : error;
  });
  return [...ofFlags, ...ofFile];
}

function watched(emulator: Emulator, expected: readonly Expectation[]) {
  try {
    return emulator.scenarios.watch(expected);
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    const near = error.nearest === undefined ? "" : `; did you mean ${error.nearest}?`;
    throw new Failure(`${error.path}: ${error.message}${near}`, 2);
  }
}

/** What a variable of the user's choice may hold. */
const known = {
  url: ({ url }: Access) => url,
  key: ({ key }: Access) => key,
  "company-id": ({ companyId }: Access) => companyId,
  "ca-file": ({ caFile = "" }: Access) => caFile,
  "auth-scheme": ({ authScheme = "" }: Access) => authScheme,
} as const;

function requireKnown(chosen: Readonly<Record<string, string>>): void {
  for (const [name, what] of Object.entries(chosen)) {
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
  caFile: string | undefined,
) {
  const access = accessOf(emulator, authScheme, caFile);
  const own = Object.entries(env).map(([name, what]) => [
    name,
    known[what as keyof typeof known](access),
  ]);
  const { controlToken } = emulator;
  return {
    ...environmentOf(access),
    ...environmentOfApp(emulator, "lasting"),
    ...(controlToken !== undefined && { SERVICE_EMULATOR_CONTROL_TOKEN: controlToken }),
    ...Object.fromEntries(own),
  };
}
