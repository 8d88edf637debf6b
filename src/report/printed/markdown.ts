import type { ReportCard } from "../card-shape.ts";
import {
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
} from "./card-words.ts";
import { counted } from "../figures.ts";
import { groupsOf, partsOf } from "../finding-text.ts";
import type { Judged, JudgedCard } from "../judged.ts";

/** How much is shown: GitHub takes comments of up to 65,536 characters. */
const evidenceMax = 10;
const missingMax = 20;
const lettersMax = 300;

/** A card as a comment on a pull request, in GitHub's Markdown. */
export function markdownOf(card: ReportCard): string {
  const { run, coverage, policy } = card;
  const isEmpty = run.requests === 0;
  const mark = isEmpty ? "–" : card.passed ? "✓" : "✗";
  const notes = notesOf(card).map((note) => `- ${plainText(note)}`);
  const sections = [
    `### ${mark} Report card: ${plainText(headline(card))}`,
    ...(isEmpty ? [] : [plainText(runText(card))]),
    ...rulesText(card),
    ...(notes.length > 0 ? [notes.join("\n")] : []),
    ...(isEmpty && coverage.neverMet.length === 0 ? [] : [coverageOf(card)]),
    ...(isEmpty
      ? []
      : [
          folded(headings.policy, [
            ...policyLines(policy).map(item),
            ...(policy.reasons.length === 0 ? [] : ["", `${headings.reasons}:`, ""]),
            ...policy.reasons.map(item),
          ]),
        ]),
  ];
  return `${sections.join("\n\n")}\n`;
}

/** The verdicts as a table, and what was found of the rules that failed. */
export const rulesText = (card: JudgedCard): string[] => [
  ["| | Rule | Found |", "| --- | --- | --- |", ...rulesByNeed(card).map(rowOf)].join("\n"),
  ...failedOf(card).map(evidenceOf),
];

const rowOf = ({ rule, verdict, message }: Judged): string =>
  `| ${marks[verdict]} ${verdict} | \`${rule}\` | ${inParts(message)} |`;

/** Each part is cut on its own, so that a long call does not hide the remedy. */
function inParts(text: string): string {
  const { seen, remedy } = partsOf(text);
  return [seen, remedy]
    .filter((part) => part !== "")
    .map(plainText)
    .join(" ");
}

const item = (text: string): string => `- ${plainText(text)}`;

function evidenceOf({ rule, failed, evidence }: Judged): string {
  const failures = evidence.filter(({ result }) => result === "failed").slice(0, evidenceMax);
  const more = failed - failures.length;
  return folded(`Evidence: ${rule} (${failed})`, [
    ...groupsOf(failures).flatMap(({ findings, remedy }) => [
      ...findings.map(({ seen }) => item(seen)),
      ...(remedy === "" ? [] : ["", plainText(remedy), ""]),
    ]),
    ...(more > 0 ? [`- and ${more} more`] : []),
  ]);
}

function coverageOf({ coverage }: ReportCard): string {
  const { rows } = matrixOf(coverage);
  const { missing, neverMet } = coverage;
  const more = missing.length - missingMax;
  const text = `Fault coverage: ${coverageText(coverage)}`;
  const never =
    neverMet.length === 0 ? "" : ` No request met these planned faults: ${neverMet.join(", ")}.`;
  const head = plainText(text + never);
  if (rows.length === 0 || missing.length === 0) return head;
  const lines = missing
    .slice(0, missingMax)
    .map(({ operation, fault }) => item(`${operation}: ${fault}`));
  return [
    head,
    folded(`${counted(missing.length, "pair")} not handled`, [
      ...lines,
      ...(more > 0 ? [`- and ${more} more`] : []),
    ]),
  ].join("\n\n");
}

/** Without the empty lines the list would be read as HTML. */
const folded = (summary: string, lines: readonly string[]): string =>
  [`<details><summary>${plainText(summary)}</summary>`, "", ...lines, "", "</details>"].join("\n");

/**
 * A text that stays one: on one line, without markup, without a table's borders; and it mentions no user,
 * links nowhere and refers to no issue, which GitHub reads out of plain text too.
 */
export const plainText = (text: string): string =>
  (text.length > lettersMax ? `${text.slice(0, lettersMax)}…` : text)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/[\\`*_[\]|~!$]/g, "\\$&")
    .replace(/[@#]|:(?=\/\/)|\bwww(?=\.)|\bGH(?=-)/gi, "$&<!-- -->")
    .replace(/^([-+=]|\d+(?=[.)]))/, "&#8203;$1");
