import {
  boolean,
  described,
  type Infer,
  list,
  nullable,
  object,
  string,
} from "../contract/shape.ts";
import { escaped } from "../report/page/xml.ts";

export const resultShape = object({
  name: string(),
  passed: boolean(),
  "unmet?": described(boolean(), "Whether it was not exercised: then it has not failed."),
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
  exercised: described(boolean(), "Whether the client came to all of it."),
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
  const skipped = expectations.filter(({ unmet }) => unmet).length;
  const skips = skipped === 0 ? "" : ` skipped="${skipped}"`;
  const counts = `tests="${expectations.length}" failures="${failures}"${skips}`;
  const cases = expectations.map((expectation) => {
    const { name, passed, unmet, message, evidence } = expectation;
    const open = `    <testcase classname="${escaped(scenario)}" name="${escaped(name)}"`;
    if (unmet) return `${open}><skipped message="${escaped(message)}"/></testcase>`;
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
