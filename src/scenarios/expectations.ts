import {
  boolean,
  count,
  described,
  type Infer,
  list,
  object,
  type Shape,
} from "../contract/shape.ts";
import { ofAccount } from "../control/act.ts";
import { type ControlOperation, singleAccount } from "../control/operation.ts";
import type { Emulation } from "../emulation/emulation.ts";
import { ControlError } from "../emulation/problem.ts";
import { shapeProblem, textOfPath } from "../world/read-shape.ts";
import { accountsProblem, expectationsProblem } from "./check.ts";
import { judged } from "./expect.ts";
import { ScenarioRun } from "./run.ts";
import { expectationsShape } from "./shape.ts";
import type { Expectation } from "./types.ts";
import { resultShape, type Verdict } from "./verdict.ts";

const askedShape = object({ expect: expectationsShape });

const checksShape = object({
  passed: described(boolean(), "Whether all of them did."),
  requests: count("How many requests the journal has."),
  checks: list(resultShape),
});

/** What became of expectations. */
export type Checks = Infer<typeof checksShape>;

/** A copy of expectations that are right. @param asked whether there is an exit code, and of which account alone */
function readExpectations(
  { api, world }: Emulation,
  input: unknown,
  { ofCommand, of }: { readonly ofCommand: boolean; readonly of?: string | undefined },
) {
  const misshapen = shapeProblem(expectationsShape, input);
  const problem =
    (misshapen && { ...misshapen, path: ["expect", ...misshapen.path] }) ??
    expectationsProblem(input as readonly Expectation[], ["expect"], [], api) ??
    accountsProblem(input as readonly Expectation[], ["expect"], world, of);
  if (problem !== undefined) {
    const { message, path, nearest } = problem;
    throw new ControlError(message, textOfPath(path), { nearest });
  }
  const expectations = structuredClone(input) as readonly Expectation[];
  const graded = expectations.findIndex((each) => each.rules !== undefined);
  if (graded >= 0) {
    const message = "goes with a scenario. With exec, use --require";
    throw new ControlError(message, `expect[${graded}].rules`);
  }
  const printing = expectations.findIndex((each) => each.prints !== undefined);
  if (printing >= 0) {
    throw new ControlError("goes with a scenario: see scenario run", `expect[${printing}].prints`);
  }
  const exit = expectations.findIndex((each) => each.exit !== undefined);
  if (exit < 0 || ofCommand) return expectations;
  throw new ControlError("goes with a command: in a scenario or exec", `expect[${exit}].exit`);
}

/** Judges what the journal has now. @param of only what is said of this account */
function checkNow(emulation: Emulation, input: unknown, of: string | undefined): Checks {
  if (of !== undefined) singleAccount(emulation.world, of);
  const expectations = readExpectations(emulation, input, { ofCommand: false, of });
  const received = emulation.world.journal
    .received(of === undefined ? {} : { account: of })
    .toSorted((a, b) => a.entry.arrivedReal - b.entry.arrivedReal);
  const seen = {
    emulation,
    of,
    received,
    hits: new Map<string, number>(),
    exitCode: undefined,
    output: undefined,
  };
  const checks = expectations.map((each) => judged(each, seen));
  return {
    passed: checks.every(({ passed }) => passed),
    requests: received.length,
    checks,
  };
}

/**
 * Looks on from now, also over resets, and judges what was seen when it is told to.
 *
 * @throws ControlError for what is wrong with the expectations
 */
export function watch(emulation: Emulation, input: unknown): (exitCode?: number) => Verdict {
  const expect = readExpectations(emulation, input, { ofCommand: true });
  const run = new ScenarioRun("expectations", { name: "expectations", expect }, emulation);
  return (exitCode) => run.finish(exitCode);
}

export const expectationOperations: readonly ControlOperation[] = [
  {
    method: "POST",
    path: "/_emulator/expectations",
    does: 'judges the journal: { "expect": [{ "requests": { "operation": "create_event", "count": 2 } }] }, as in scenarios',
    body: askedShape as Shape,
    query: object(ofAccount),
    answer: checksShape,
    run: ({ emulation, body, account }) => checkNow(emulation, body["expect"], account),
  },
];
