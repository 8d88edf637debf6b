import { noRequest } from "../report/finding-text.ts";
import { type RoleName, whyUnfilled } from "./roles.ts";
import type { Scenario } from "./types.ts";
import type { Result } from "./verdict.ts";

/** A command that fails is a failure, unless the scenario says something else of it. */
export function exitResult({ expect = [] }: Scenario, exitCode: number | undefined): Result[] {
  if (exitCode === undefined || exitCode === 0) return [];
  if (expect.some(({ exit }) => exit !== undefined)) return [];
  const message = `the command ended with ${exitCode}, expected 0`;
  return [{ name: "the command", passed: false, message, evidence: [] }];
}

/** Nearly all that can be expected holds where nothing happens. */
export const nothingCame: Result = {
  name: "requests",
  passed: false,
  message: noRequest,
  evidence: [],
};

/** Requests came that are not looked at. */
export const tooMany = (missed: number, entriesMax: number): Result => ({
  name: "what was seen",
  passed: false,
  message: `${missed} requests more than the ${entriesMax} that are looked at`,
  evidence: [],
});

/** The client does nothing that could play a role. */
export const unfilled = (name: RoleName): Result => ({
  name: `$${name}`,
  passed: true,
  unmet: true,
  message: `not exercised: ${whyUnfilled[name]}. Name one with --role ${name}=…`,
  evidence: [],
});
