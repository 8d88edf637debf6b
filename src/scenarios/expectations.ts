import { count, list, object, whether, type Infer, type Shape } from "../contract/shape.ts";
import { operation } from "../control/act.ts";
import { type ControlCall, type ControlOperation, singleAccount } from "../control/operation.ts";
import { requireNone } from "../control/read.ts";
import type { Emulation } from "../emulation/emulation.ts";
import { ControlError } from "../emulation/problem.ts";
import { shapeProblem } from "../world/read-shape.ts";
import { accountsProblem, expectationsProblem } from "./check.ts";
import { judged } from "./expect.ts";
import { ScenarioRun } from "./run.ts";
import { expectationsShape } from "./shape.ts";
import type { Expectation } from "./types.ts";
import { resultShape, type Verdict } from "./verdict.ts";

const checksShape = object({
  passed: whether("Whether all of them did."),
  requests: count("How many requests the journal has."),
  checks: list(resultShape),
});

export type Checks = Infer<typeof checksShape>;

const elsewhere = {
  rules: "goes with a scenario. With exec, use --require",
  prints: "goes with a scenario: see scenario run",
  exit: "goes with a command: in a scenario or exec",
};

/** A copy of expectations that are right. @param asked whether there is an exit code, and of which account alone */
function readExpectations(
  { api, world }: Emulation,
  input: unknown,
  { ofCommand, of }: { readonly ofCommand: boolean; readonly of?: string | undefined },
) {
  const misshapen = shapeProblem(expectationsShape, input);
  requireNone(
    (misshapen && { ...misshapen, path: ["expect", ...misshapen.path] }) ??
      expectationsProblem(input as readonly Expectation[], ["expect"], [], api) ??
      accountsProblem(input as readonly Expectation[], ["expect"], world, of),
  );
  const expectations = structuredClone(input) as readonly Expectation[];
  for (const name of ["rules", "prints", "exit"] as const) {
    const index = expectations.findIndex((each) => each[name] !== undefined);
    if (index >= 0 && !(name === "exit" && ofCommand))
      throw new ControlError(elsewhere[name], `expect[${index}].${name}`);
  }
  return expectations;
}

/** Judges what the journal has now. @param of only what is said of this account */
function checkNow(emulation: Emulation, input: unknown, of: string | undefined): Checks {
  if (of !== undefined) singleAccount(emulation.world, of);
  const expectations = readExpectations(emulation, input, { ofCommand: false, of });
  const received = emulation.world.journal
    .received(of === undefined ? {} : { account: of })
    .toSorted((a, b) => a.entry.arrivedReal - b.entry.arrivedReal);
  const none = { hits: new Map<string, number>(), exitCode: undefined, output: undefined };
  const checks = expectations.map((each) => judged(each, { emulation, of, received, ...none }));
  const passed = checks.every((check) => check.passed);
  return { passed, requests: received.length, checks };
}

/** Looks on from now, also over resets, and judges what was seen when it is told to. @throws ControlError */
export function watch(emulation: Emulation, input: unknown): (exitCode?: number) => Verdict {
  const expect = readExpectations(emulation, input, { ofCommand: true });
  const run = new ScenarioRun("expectations", { name: "expectations", expect }, emulation);
  return (exitCode) => run.finish(exitCode);
}

export const expectationOperations: readonly ControlOperation[] = [
  operation("POST /_emulator/expectations", {
    does: 'judges the journal: { "expect": [{ "requests": { "operation": "create_event", "count": 2 } }] }, as in scenarios',
    body: object({ expect: expectationsShape }) as Shape<ControlCall["body"]>,
    answer: checksShape,
    run: ({ emulation, body, account }) => checkNow(emulation, body["expect"], account),
  }),
];
