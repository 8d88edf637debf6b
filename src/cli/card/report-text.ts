import type { ReportCard, RuleResult } from "../../report/card-shape.ts";
import {
  brokenOf,
  byRefusals,
  callsByNeed,
  coverageText,
  headline,
  marks,
  matrixOf,
  notesOf,
  policyLines,
  runText,
  whatIfText,
} from "../../report/card-words.ts";
import { counted } from "../../report/figures.ts";
import { colours } from "../terminal/colours.ts";
import { printable } from "../terminal/printable.ts";
import { legendOf, timelinesText } from "./report-timeline.ts";
import { tableOf } from "../terminal/table.ts";
import { wrapped } from "../terminal/wrapped.ts";

/** What is shown of each, so that a report stays on about one and a half screens. */
const evidenceMax = 3;
const fullMax = 4;
const timelinesMax = 6;
const operationsMax = 8;
/** Columns that an operation's id is left at least. */
const operationMin = 24;
const whatIfMax = 2;
/** Narrower than that there is no table. */
const widthMin = 40;
const neverMetMax = 10;

const paints = { pass: colours.green, fail: colours.red, "not exercised": colours.dim } as const;

/** A report card as a person reads it in a terminal of so many columns; undefined: it is none. */
export function reportText(
  card: ReportCard,
  { width: screen }: { readonly width?: number | undefined } = {},
): string {
  // Terminals that know nothing of their width say 0.
  const width = Math.max(widthMin, screen || 80);
  const sections = [
    head(card, width),
    verdicts(card, width),
    ...evidence(card, width),
    timelines(card, width),
    notes(card, width),
    coverage(card, width),
    whatIf(card, width),
    policy(card, width),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");
}

function head(card: ReportCard, width: number): string[] {
  const paint = card.passed
    ? card.run.requests > 0
      ? colours.green
      : colours.yellow
    : colours.red;
  return [
    ...wrapped(headline(card), width).map((line) => colours.bold(paint(line))),
    ...(card.run.requests === 0
      ? []
      : wrapped(runText(card), width).map((line) => colours.dim(line))),
  ];
}

function verdicts({ rules, run }: ReportCard, width: number): string[] {
  if (run.requests === 0) return [];
  const table = tableOf(
    [
      { head: "", cell: ({ verdict }: RuleResult) => marks[verdict] },
      { head: "RULE", cell: ({ rule }: RuleResult) => rule },
      {
        head: "FOUND",
        cell: ({ message }: RuleResult) => printable(message),
        // What is broken is said below in full.
        elastic: "cut",
      },
    ],
    rules,
    width,
  );
  // Painted when the widths are known, since colours are not columns.
  return table.split("\n").map((line, index) => {
    const verdict = rules[index - 1]?.verdict;
    return verdict === undefined ? line : paints[verdict](line);
  });
}

function evidence(card: ReportCard, width: number): string[][] {
  const broken = brokenOf(card);
  if (broken.length > fullMax) return [broken.flatMap((rule) => inShort(rule, width))];
  return broken.map((rule) => inFull(rule, width));
}

function inFull(result: RuleResult, width: number): string[] {
  const texts = failuresOf(result);
  const more = result.failed - Math.min(texts.length, evidenceMax);
  const sentences = texts.slice(0, evidenceMax).flatMap((text) => {
    const [first = "", ...others] = wrapped(printable(text), width - 4);
    return [`  · ${first}`, ...others.map((line) => `    ${line}`)];
  });
  return [
    ...wrapped(`✗ ${result.rule}: ${result.title}`, width).map((line) => paints.fail(line)),
    ...sentences,
    ...(more > 0 ? [colours.dim(`    and ${more} more`)] : []),
  ];
}

/** Where much was broken, one sentence for each rule is what fits. */
function inShort(result: RuleResult, width: number): string[] {
  const [text = result.message, ...others] = failuresOf(result);
  const more = others.length > 0 ? ` (and ${others.length} more)` : "";
  return wrapped(`✗ ${result.rule}: ${printable(text)}${more}`, width).map((line, index) =>
    index === 0 ? paints.fail(line) : line,
  );
}

const failuresOf = ({ evidence }: RuleResult): string[] =>
  evidence.filter(({ result }) => result === "failed").map(({ text }) => text);

/** The calls that the evidence is about; without any, those that did not end well. */
function timelines(card: ReportCard, width: number): string[] {
  const broken = new Set(
    brokenOf(card).flatMap(({ evidence }) => evidence.map(({ call }) => call)),
  );
  const meant = callsByNeed(card).filter(({ id, outcome }) =>
    broken.size > 0 ? broken.has(id) : outcome !== "succeeded",
  );
  if (meant.length === 0) return [];
  const shown = meant.slice(0, timelinesMax);
  const more = meant.length - shown.length;
  return [
    colours.bold("Timelines"),
    ...wrapped(legendOf(shown), width).map((line) => colours.dim(line)),
    ...timelinesText(shown, card, width),
    ...(more > 0 ? [colours.dim(`and ${more} more`)] : []),
  ];
}

const notes = (card: ReportCard, width: number): string[] =>
  notesOf(card).flatMap((note) =>
    wrapped(printable(note), width).map((line) => colours.yellow(line)),
  );

function coverage({ coverage, run }: ReportCard, width: number): string[] {
  const { faults, rows } = matrixOf(coverage);
  if (run.requests === 0 && coverage.neverMet.length === 0) return [];
  const shown = fitting(faults, width);
  const columns = [
    {
      head: "OPERATION",
      cell: ({ operation }: (typeof rows)[number]) => printable(operation),
      elastic: true,
    },
    ...shown.map((fault, index) => ({
      head: printable(fault),
      cell: ({ cells }: (typeof rows)[number]) => {
        const cell = cells[index];
        return cell === undefined ? "–" : `${cell.survived}/${cell.met}`;
      },
    })),
  ];
  const more = rows.length - operationsMax;
  const hidden = faults.length - shown.length;
  return [
    `${colours.bold("Fault coverage")}${rows.length > 0 ? colours.dim("  survived/met") : ""}`,
    ...wrapped(coverageText(coverage), width),
    ...(rows.length === 0 ? [] : [tableOf(columns, rows.slice(0, operationsMax), width)]),
    ...(more > 0 ? [colours.dim(`and ${counted(more, "more operation")}`)] : []),
    ...(hidden > 0 ? [colours.dim(`and ${counted(hidden, "more kind")} of fault`)] : []),
    ...neverMet(coverage.neverMet, width),
  ];
}

/** As many kinds of fault as there is room for beside the operations. */
function fitting(faults: readonly string[], width: number): readonly string[] {
  let room = width - operationMin;
  const missing = faults.findIndex((fault) => {
    room -= Math.max(fault.length, 5) + 2;
    return room < 0;
  });
  return missing === -1 ? faults : faults.slice(0, Math.max(1, missing));
}

function neverMet(ids: readonly string[], width: number): string[] {
  if (ids.length === 0) return [];
  const more = ids.length - neverMetMax;
  const text = `Never met: ${ids.slice(0, neverMetMax).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return wrapped(printable(text), width).map((line) => colours.yellow(line));
}

function whatIf({ whatIf }: ReportCard, width: number): string[] {
  const shown = byRefusals(whatIf).slice(0, whatIfMax);
  if (shown.length === 0) return [];
  const more = whatIf.operations.length - shown.length;
  return [
    colours.bold("At this pace"),
    ...shown.flatMap((operation) => wrapped(printable(whatIfText(operation)), width)),
    ...(more > 0 ? [colours.dim(`and ${counted(more, "more operation")}`)] : []),
  ];
}

function policy({ policy, run }: ReportCard, width: number): string[] {
  if (run.requests === 0) return [];
  const { reasons } = policy;
  return [
    colours.bold("A policy that would do"),
    ...[...policyLines(policy), ...reasons.slice(0, evidenceMax)].flatMap((line) =>
      wrapped(printable(line), width),
    ),
  ];
}
