import type { Suite, TestCase } from "./page.ts";
import { type Markup, markup } from "./xml.ts";

export function junitOf(suites: readonly Suite[]): string {
  const { text } = markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${countsOf(suites)}>
${suites.map(suiteMarkup)}
</testsuites>
`;
  return text;
}

function suiteMarkup(suite: Suite): Markup {
  const { name, cases, said } = suite;
  return markup`  <testsuite name="${name}" ${countsOf([suite])}>
${cases.map((each) => caseOf(each, name))}${
    said === undefined
      ? ""
      : markup`
    <system-out>${said}</system-out>`
  }
  </testsuite>`;
}

function countsOf(suites: readonly Suite[]): Markup {
  const all = suites.flatMap(({ cases }) => cases);
  const count = (outcome: TestCase["outcome"]) =>
    all.filter((each) => each.outcome === outcome).length;
  const timed = suites.flatMap(({ seconds = [] }) => seconds);
  const time = timed.length === 0 ? "" : markup` time="${Math.max(...timed).toFixed(3)}"`;
  return markup`tests="${all.length}" failures="${count("failed")}" errors="${count("error")}" skipped="${count("skipped")}"${time}`;
}

function caseOf({ group, name, outcome, message, lines = [] }: TestCase, suite: string): Markup {
  const open = markup`    <testcase classname="${group ?? suite}" name="${name}"`;
  if (outcome === "passed") return markup`${open}/>`;
  if (outcome === "skipped") return markup`${open}><skipped message="${message}"/></testcase>`;
  if (outcome === "error") return markup`${open}><error message="${message}"/></testcase>`;
  return markup`${open}><failure message="${message}">${lines.join("\n")}</failure></testcase>`;
}
