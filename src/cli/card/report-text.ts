import type { ReportCard } from "../../report/card-shape.ts";
import {
  byRefusals,
  cellMark,
  callsByNeed,
  coverageText,
  failedOf,
  headings,
  headline,
  marks,
  matrixOf,
  notesOf,
  policyLines,
  rulesByNeed,
  runText,
  whatIfText,
} from "../../report/printed/card-words.ts";
import { counted } from "../../report/figures.ts";
import { exerciseOf, groupsOf, partsOf, withMore } from "../../report/finding-text.ts";
import type { Judged, JudgedCard } from "../../report/judged.ts";
import { colours } from "../terminal/colours.ts";
import { printable, truncated } from "../terminal/printable.ts";
import { legendOf, timelinesText } from "./report-timeline.ts";
import { tableOf } from "../terminal/table.ts";
import { wrapped, wrappedWithin } from "../terminal/wrapped.ts";

/** What is shown of each, so that a report stays on about one and a half screens. */
const evidenceMax = 3;
const fullMax = 4;
const timelinesMax = 6;
const operationsMax = 8;
/** Columns that an operation's id is left at least. */
const operationMin = 24;
const whatIfMax = 2;
/** Columns that a call takes in the table at most, so that what it did is seen. */
const callMax = 26;
/** Narrower than that there is no table. */
const widthMin = 40;
const neverMetMax = 10;

const paints = {
  pass: colours.green,
  fail: colours.red,
  undecided: colours.yellow,
  "not exercised": colours.dim,
} as const;

/** The columns that a card is written for. Terminals that know nothing of their width say 0. */
export const widthOf = (screen: number | undefined): number => Math.max(widthMin, screen || 80);

/** A report card as text for a terminal of this width. Default: 80 columns. */
export function reportText(
  card: ReportCard,
  { width: screen }: { readonly width?: number | undefined } = {},
): string {
  const width = widthOf(screen);
  const sections = [
    head(card, runText(card), width),
    verdicts(card, card.calls, width),
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

/** The verdict in a sentence, and how much was seen. */
export function head(card: JudgedCard, run: string, width: number): string[] {
  const paint = card.passed
    ? card.run.requests > 0
      ? colours.green
      : colours.yellow
    : colours.red;
  return [
    ...wrapped(headline(card), width).map((line) => colours.bold(paint(line))),
    ...(card.run.requests === 0 ? [] : wrapped(run, width).map((line) => colours.dim(line))),
  ];
}

/** The calls by which findings begin, as far as they are known. */
type Abouts = readonly Pick<ReportCard["calls"][number], "id" | "about">[];

/** The verdict of each rule as a table. */
export function verdicts(card: JudgedCard, calls: Abouts, width: number): string[] {
  if (card.run.requests === 0) return [];
  const rules = rulesByNeed(card);
  const table = tableOf(
    [
      { head: "", cell: ({ verdict }: Judged) => marks[verdict] },
      { head: "RULE", cell: ({ rule }: Judged) => rule },
      {
        head: "FOUND",
        cell: (rule: Judged) => printable(foundOf(rule, calls)),
        elastic: true,
      },
    ],
    rules,
    width,
  );
  // Painted when the widths are known, since colours are not columns.
  let index = -1;
  const painted = table.split("\n").map((line, at) => {
    // A sentence may go on in more lines, which begin with nothing.
    if (at > 0 && !line.startsWith(" ")) index += 1;
    const verdict = rules[index]?.verdict;
    return verdict === undefined ? line : paints[verdict](line);
  });
  return [...painted, ...exercises(rules, width)];
}

/** What was found, with what counts in the columns that a narrow table leaves it. */
function foundOf({ message, evidence }: Judged, calls: Abouts): string {
  const { seen } = partsOf(message);
  const about = calls.find(({ id }) => id === evidence[0]?.call)?.about;
  return about !== undefined && seen.startsWith(`${about}:`)
    ? `${truncated(about, callMax)}${seen.slice(about.length)}`
    : exerciseOf(seen).why;
}

/** How to exercise the rules that were not. */
function exercises(rules: readonly Judged[], width: number): string[] {
  const ways = new Set(rules.flatMap(({ message }) => exerciseOf(message).how ?? []));
  if (ways.size === 0) return [];
  // No line ends within what is to be typed.
  const whole = [...ways].map((way) => way.replaceAll(" ", "\u00A0")).join(", ");
  return wrapped(`To exercise the rest: ${whole}`, width).map((line) =>
    colours.dim(line.replaceAll("\u00A0", " ")),
  );
}

/** What was found of the rules that failed. */
export function evidence(card: JudgedCard, width: number): string[][] {
  const failed = failedOf(card);
  if (failed.length > fullMax) return [failed.flatMap((rule) => inShort(rule, width))];
  return failed.map((rule) => inFull(rule, width));
}

function inFull(result: Judged, width: number): string[] {
  const failures = failuresOf(result).slice(0, evidenceMax);
  const more = result.failed - failures.length;
  return [
    ...wrappedWithin(`✗ ${result.rule}: ${result.title}`, width).map((line) => paints.fail(line)),
    ...groupsOf(failures).flatMap(({ findings, remedy }) => [
      ...findings.flatMap(({ seen }) => indented(seen, "  · ", width)),
      ...remedyLines(remedy, width),
    ]),
    ...(more > 0 ? [colours.dim(`    and ${more} more`)] : []),
  ];
}

/** Where much failed, one finding for each rule is what fits. */
function inShort(result: Judged, width: number): string[] {
  const [text = result.message] = failuresOf(result).map((each) => each.text);
  const { seen, remedy } = partsOf(text);
  const found = withMore(printable(seen), result.failed - 1);
  const lines = wrappedWithin(`✗ ${result.rule}: ${found}`, width);
  return [
    ...lines.map((line, index) => (index === 0 ? paints.fail(line) : line)),
    ...remedyLines(remedy, width),
  ];
}

function indented(text: string, begin: string, width: number): string[] {
  const [first = "", ...others] = wrappedWithin(printable(text), width - begin.length);
  return [`${begin}${first}`, ...others.map((line) => " ".repeat(begin.length) + line)];
}

const remedyLines = (remedy: string, width: number): string[] =>
  remedy === "" ? [] : indented(remedy, "    ", width).map((line) => colours.dim(line));

const failuresOf = ({ evidence }: Judged): Judged["evidence"] =>
  evidence.filter(({ result }) => result === "failed");

/** The calls that the evidence is about; without any, those that did not end well. */
function timelines(card: ReportCard, width: number): string[] {
  const failed = new Set(
    failedOf(card).flatMap(({ evidence }) => evidence.map(({ call }) => call)),
  );
  const meant = callsByNeed(card).filter(({ id, outcome }) =>
    failed.size > 0 ? failed.has(id) : outcome !== "succeeded",
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
    wrappedWithin(printable(note), width).map((line) => colours.yellow(line)),
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
        if (cell === undefined) return "–";
        return `${cell.survived}/${cell.met}${cellMark(cell) === "?" ? "?" : ""}`;
      },
    })),
  ];
  const more = rows.length - operationsMax;
  const hidden = faults.length - shown.length;
  return [
    `${colours.bold("Fault coverage")}${rows.length > 0 ? colours.dim("  handled/met") : ""}`,
    ...wrapped(coverageText(coverage), width),
    ...(rows.length === 0 ? [] : [tableOf(columns, rows.slice(0, operationsMax), width)]),
    ...(more > 0 ? [colours.dim(`and ${counted(more, "more operation")}`)] : []),
    ...(hidden > 0 ? [colours.dim(`and ${counted(hidden, "more kind")} of fault`)] : []),
    ...neverMet(coverage.neverMet, width),
  ];
}

/** As many kinds of fault as there is room for next to the operations. */
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
  return wrappedWithin(printable(text), width).map((line) => colours.yellow(line));
}

function whatIf({ whatIf }: ReportCard, width: number): string[] {
  const shown = byRefusals(whatIf).slice(0, whatIfMax);
  if (shown.length === 0) return [];
  const more = whatIf.operations.length - shown.length;
  return [
    colours.bold(headings.whatIf),
    ...shown.flatMap((operation) => wrappedWithin(printable(whatIfText(operation)), width)),
    ...(more > 0 ? [colours.dim(`and ${counted(more, "more operation")}`)] : []),
  ];
}

function policy({ policy, run }: ReportCard, width: number): string[] {
  if (run.requests === 0) return [];
  const { reasons } = policy;
  return [
    colours.bold(headings.policy),
    ...policyLines(policy).flatMap((line) => wrapped(line, width)),
    ...(reasons.length === 0 ? [] : [`${headings.reasons}:`]),
    ...reasons.slice(0, evidenceMax).flatMap((reason) => indented(reason, "  · ", width)),
  ];
}
