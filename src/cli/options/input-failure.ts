import { FixtureError } from "../../seeding/fixture/error.ts";
import { Failure } from "../terminal/terminal.ts";

/** What is wrong in a file is its user's mistake. @param option which named it */
export const failureOfInput = (error: unknown, option = ""): unknown =>
  error instanceof FixtureError ? new Failure(option + error.message, 2) : error;
