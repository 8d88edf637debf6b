import type { Command } from "commander";
import { controlled } from "../options/controlled.ts";
import { expecting } from "../options/expectation-flags.ts";

/** `expect`, as it is declared: what it does is loaded when it runs. */
export function addExpect(program: Command): void {
  expecting(
    controlled(program, "expect", "Assert how many matching requests were answered"),
  ).action(async (operation, values) =>
    (await import("../actions/expect.ts")).expectRequests(operation, values),
  );
}
