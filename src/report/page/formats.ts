import type { Suite, TestCase, Page } from "./page.ts";
import { type Markup, markup } from "./xml.ts";
import type { FormatName } from "../names.ts";
import { htmlOf } from "./html.ts";
import { markdownOf } from "./markdown.ts";

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

interface Format<R> {
  readonly type: string;
  readonly endings: readonly string[];
  /** @param also other results of the same run, where the format has room for them */
  readonly write: (result: R, also?: readonly Suite[]) => string;
}

/** The formats of a result by name, as a URL and a command line say it. @param pageOf makes its page */
export const formatsOf = <R>(pageOf: (result: R) => Page): Record<FormatName, Format<R>> => ({
  json: {
    type: "application/json",
    endings: ["json"],
    write: (result) => `${JSON.stringify(result, null, 2)}\n`,
  },
  markdown: {
    type: "text/markdown; charset=utf-8",
    endings: ["md", "markdown"],
    write: (result) => markdownOf(pageOf(result)),
  },
  junit: {
    type: "application/xml",
    endings: ["xml"],
    write: (result, also = []) => {
      const { tests, verdict } = pageOf(result);
      return junitOf([{ ...tests, said: verdict }, ...also]);
    },
  },
  html: {
    type: "text/html; charset=utf-8",
    endings: ["html", "htm"],
    write: (result) => htmlOf(pageOf(result)),
  },
});
