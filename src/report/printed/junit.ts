import type { Judged } from "../judged.ts";
import { noRequest } from "../no-request.ts";
import { type Markup, markup } from "./xml.ts";

/** A card as JUnit's XML, which every CI system reads: a test case for each rule, and an error where nothing was seen. */
export function junitOf({
  rules,
  run,
}: {
  readonly rules: readonly Judged[];
  readonly run: { readonly seconds: number; readonly requests: number };
}): string {
  const count = (verdict: Judged["verdict"]) =>
    rules.filter((each) => each.verdict === verdict).length;
  const isEmpty = run.requests === 0;
  const counts = markup`tests="${rules.length + Number(isEmpty)}" failures="${count("fail")}" errors="${Number(isEmpty)}" skipped="${count("not exercised") + count("undecided")}" time="${run.seconds.toFixed(3)}"`;
  const { text } = markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts}>
  <testsuite name="report card" ${counts}>
${rules.map(caseOf)}${isEmpty ? [noCase] : []}
  </testsuite>
</testsuites>
`;
  return text;
}

/** All that is skipped looks green. */
const noCase = markup`
    <testcase classname="report card" name="requests"><error message="${noRequest}"/></testcase>`;

function caseOf({ rule, title, verdict, message, failed, evidence }: Judged): Markup {
  const open = markup`    <testcase classname="report card" name="${rule}: ${title}"`;
  if (verdict === "pass") return markup`${open}/>`;
  if (verdict === "not exercised" || verdict === "undecided")
    return markup`${open}><skipped message="${message}"/></testcase>`;
  const failures = evidence.filter(({ result }) => result === "failed").map(({ text }) => text);
  const more = failed - failures.length;
  const lines = [...failures, ...(more > 0 ? [`and ${more} more`] : [])];
  return markup`${open}><failure message="${message}">${lines.join("\n")}</failure></testcase>`;
}
