import type { Command } from "commander";
import { controlled } from "../controlled.ts";
import { expecting } from "../expectation-flags.ts";

const examples = `
Examples:
  expect create-event --email ada@example.com --times 2
  expect create-event --status 429 --never
  expect --path '/api/profiles*' --method GET --at-most 10

Exit codes: 0 it is so, 1 it is not, 2 wrong usage, 3 no emulator can be reached.`;

/** `expect`, as it is declared: what it does is loaded when it runs. */
export function addExpect(program: Command): void {
  expecting(controlled(program, "expect", "say how many such requests were answered, or fail"))
    .action(async (operation, values) =>
      (await import("../expect.ts")).expectRequests(operation, values),
    )
    .addHelpText("after", examples);
}
