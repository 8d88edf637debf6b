import type { Page, TestCase } from "./page.ts";
import { type Markup, markup } from "./xml.ts";

/** A result as JUnit's XML, which every CI system reads. */
export function junitOf({
  tests: { name, seconds, cases },
  verdict,
}: Pick<Page, "tests" | "verdict">): string {
  const count = (outcome: TestCase["outcome"]) =>
    cases.filter((each) => each.outcome === outcome).length;
  const counts = markup`tests="${cases.length}" failures="${count("failed")}" errors="${count("error")}" skipped="${count("skipped")}" time="${seconds.toFixed(3)}"`;
  const { text } = markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts}>
  <testsuite name="${name}" ${counts}>
${cases.map((each) => caseOf(each, name))}
    <system-out>${verdict}</system-out>
  </testsuite>
</testsuites>
`;
  return text;
}

function caseOf({ group, name, outcome, message, lines = [] }: TestCase, suite: string): Markup {
  const open = markup`    <testcase classname="${group ?? suite}" name="${name}"`;
  if (outcome === "passed") return markup`${open}/>`;
  if (outcome === "skipped") return markup`${open}><skipped message="${message}"/></testcase>`;
  if (outcome === "error") return markup`${open}><error message="${message}"/></testcase>`;
  return markup`${open}><failure message="${message}">${lines.join("\n")}</failure></testcase>`;
}
