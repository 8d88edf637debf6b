import { FixtureError } from "../../seeding/fixture/error.ts";
import { Failure } from "../terminal/terminal.ts";

/**
 * What to throw for a file that could not be read: what is wrong in it is its user's mistake, told in one line.
 *
 * @param option which named it
 */
export const failureOfInput = (error: unknown, option = ""): unknown =>
  error instanceof FixtureError ? new Failure(option + error.message, 2) : error;
