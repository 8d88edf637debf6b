import { FixtureError } from "../../seeding/fixture/error.ts";
import { InputError, readInputSync } from "../../seeding/input/input-file.ts";
import { Failure } from "../terminal/terminal.ts";

/** What is wrong in a file is its user's mistake. @param option which named it */
export const failureOfInput = (error: unknown, option = ""): unknown =>
  error instanceof FixtureError ? new Failure(option + error.message, 2) : error;

/** The text of a file that was named; undefined: there is none. @param said its name in a failure @throws Failure */
export function textIfThere(file: string, bytesMax: number, said = file, exitCode = 2) {
  try {
    return readInputSync(file, bytesMax).toString();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    if (error.code === "ENOENT") return undefined;
    throw new Failure(`${said}: ${error.message}`, exitCode);
  }
}

/** The same of one that must be there. */
export function textOf(file: string, bytesMax: number, said = file, exitCode = 2): string {
  try {
    return readInputSync(file, bytesMax).toString();
  } catch (error) {
    throw error instanceof InputError ? new Failure(`${said}: ${error.message}`, exitCode) : error;
  }
}
