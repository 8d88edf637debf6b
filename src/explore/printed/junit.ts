import { type Markup, markup } from "../../report/printed/xml.ts";
import { emptiness, headline, momentText } from "./found-words.ts";
import type { Cell, Found } from "../result-shape.ts";

/** What an exploration found, as JUnit's XML: a test case for each defect, and for each kind of fault at an operation. */
export function junitOf(found: Found): string {
  const { defects, matrix, seconds } = found;
  const clean = matrix.filter((cell) => cell.defects === 0);
  const skipped = clean.filter(isSkipped).length;
  const empty = emptiness(found);
  const errors = empty === undefined ? [] : [errorCase(empty)];
  const tests = defects.length + clean.length + errors.length;
  const counts = markup`tests="${tests}" failures="${defects.length}" errors="${errors.length}" skipped="${skipped}" time="${seconds.toFixed(3)}"`;
  const { text } = markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts}>
  <testsuite name="explore" ${counts}>
${defects.map(defectCase)}
${clean.map(cellCase)}${errors}
    <system-out>${headline(found)}</system-out>
  </testsuite>
</testsuites>
`;
  return text;
}

const defectCase = ({ name, sentence, timeline }: Found["defects"][number]): Markup =>
  markup`    <testcase classname="explore" name="${name}"><failure message="${sentence}">${timeline.map(momentText).join("\n")}</failure></testcase>`;

const errorCase = (why: string): Markup => markup`
    <testcase classname="explore" name="schedules"><error message="${why}"/></testcase>`;

const isSkipped = ({ survived, gaveUp }: Cell): boolean => survived + gaveUp === 0;

function cellCase(cell: Cell): Markup {
  const open = markup`    <testcase classname="explore ${cell.operation}" name="${cell.kind}"`;
  if (!isSkipped(cell)) return markup`${open}/>`;
  const why = cell.unmet > 0 ? "no request met it" : "not tried";
  return markup`${open}><skipped message="${why}"/></testcase>`;
}
