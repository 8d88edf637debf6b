import {
  boolean,
  described,
  type Infer,
  list,
  nullable,
  object,
  string,
} from "../contract/shape.ts";
import { escaped } from "../report/printed/xml.ts";

export const resultShape = object({
  name: string(),
  passed: boolean(),
  message: described(string(), "What was seen, against what was expected."),
  evidence: list(
    object({
      exchange: described(string(), "Its id in the journal."),
      text: described(string(), "What it was, with its time in the client's seconds."),
    }),
  ),
});

/** What became of a scenario: its steps, and what was expected of it. */
export const verdictShape = object({
  scenario: string(),
  passed: boolean(),
  steps: list(
    object({
      name: string(),
      done: described(boolean(), "Whether its trigger was met, and it could be done."),
      problem: described(nullable(string()), "Why it could not be done."),
    }),
  ),
  expectations: list(resultShape),
});

export type Verdict = Infer<typeof verdictShape>;
export type Result = Infer<typeof resultShape>;

/** A verdict as JUnit's XML, which every CI system reads: a test case for each expectation. */
export function junitOf({ scenario, expectations }: Verdict): string {
  const failures = expectations.filter(({ passed }) => !passed).length;
  const counts = `tests="${expectations.length}" failures="${failures}"`;
  const cases = expectations.map((expectation) => {
    const { name, passed, message, evidence } = expectation;
    const open = `    <testcase classname="${escaped(scenario)}" name="${escaped(name)}"`;
    if (passed) return `${open}/>`;
    const text = escaped(evidence.map((each) => each.text).join("\n"));
    return `${open}>\n      <failure message="${escaped(message)}">${text}</failure>\n    </testcase>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${escaped(scenario)}" ${counts}>`,
    ...cases,
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}
