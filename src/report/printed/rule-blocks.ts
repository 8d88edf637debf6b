import { exerciseOf, partsOf, withMore, noRequest } from "../finding-text.ts";
import type { Judged, JudgedCard, JudgedEvidence } from "../judged.ts";
import { code, fold, heading, only, said, type Blocks, type Cell } from "../page/page.ts";
import type { Fold, Page, TestCase } from "../page/page.ts";
import { failedOf, headline, marks, rulesByNeed, shortened, waysToDecide } from "./card-words.ts";

/** How much evidence is shown: a report stays on one and a half screens, and a comment below 65,536 characters. */
const evidenceMax = { text: 3, markdown: 8, html: 100 };
/** Of more rules that failed a terminal shows one finding each. */
const fullMax = 4;

const tones = { pass: "good", fail: "bad", undecided: "doubt", "not exercised": "idle" } as const;
const outcomes: Readonly<Record<Judged["verdict"], TestCase["outcome"]>> = {
  pass: "passed",
  fail: "failed",
  undecided: "skipped",
  "not exercised": "skipped",
};

type Timed = { readonly seconds: number; readonly from: string | null };
type Card = JudgedCard & { readonly run: Timed };

export const pageOf = (card: Card, title: string, summary: string, blocks: Blocks): Page => ({
  title,
  verdict: headline(card),
  tone: card.run.requests === 0 ? "idle" : card.passed ? "good" : "bad",
  summary: card.run.requests === 0 ? "" : summary,
  since: card.run.from,
  blocks,
  tests: { name: "report card", seconds: card.run.seconds, cases: casesOf(card) },
});

type Abouts = readonly { readonly id: number; readonly about: string }[];

export function ruleBlocks(card: Card, calls: Abouts = []): Blocks {
  const rules = rulesByNeed(card);
  const isEmpty = card.run.requests === 0;
  const found = rules.filter(({ evidence }) => evidence.length > 0);
  const failed = failedOf(card);
  const ways = new Set(rules.flatMap(({ message }) => exerciseOf(message).how ?? []));
  // No line ends within what is to be typed.
  const typed = [...ways].map((way) => way.replaceAll(" ", "\u00A0")).join(", ");
  return [
    ...only(["html"], heading("Rules")),
    ...only(isEmpty ? ["html", "markdown"] : ["text", "html", "markdown"], {
      kind: "table",
      label: "Rules",
      isProse: true,
      heads: ["", "Rule", "Found"],
      rows: rules.map((rule) => rowOf(rule, calls)),
    }),
    ...only(["text"], !isEmpty && ways.size > 0 && said(`To exercise the rest: ${typed}`, "idle")),
    ...only(["html"], found.length > 0 && heading("Evidence"), ...found.map(findings)),
    ...only(["markdown"], ...failed.map(failures)),
    ...only(["text"], ...failed.map(failed.length > fullMax ? inShort : failures)),
  ];
}

const markOf = (verdict: Judged["verdict"]): Cell => ({
  text: `${marks[verdict]} ${verdict}`,
  short: marks[verdict],
  tone: tones[verdict],
  isMark: true,
});

function rowOf({ rule, title, verdict, message, evidence }: Judged, calls: Abouts): Cell[] {
  const { seen, remedy } = partsOf(message);
  const about = calls.find(({ id }) => id === evidence[0]?.call)?.about;
  const short =
    about !== undefined && seen.startsWith(`${about}:`)
      ? `${shortened(about)}${seen.slice(about.length)}`
      : exerciseOf(seen).why;
  const tone = tones[verdict];
  const found = { text: seen, short, below: remedy, tone };
  return [markOf(verdict), { text: title, id: rule, tone }, found];
}

const failuresOf = ({ evidence }: Judged): readonly JudgedEvidence[] =>
  evidence.filter(({ result }) => result === "failed");

const failures = (rule: Judged): Fold => foldOf(rule, failuresOf(rule), rule.failed);
const findings = (rule: Judged): Fold =>
  foldOf(rule, rule.evidence, rule.passed + rule.failed + rule.undecided);

function foldOf(rule: Judged, evidence: readonly JudgedEvidence[], total: number): Fold {
  const items = evidence.map(({ text, result, call, exchanges = [] }) => {
    const { seen, remedy } = partsOf(text);
    const exchange = exchanges.at(-1);
    return { text: seen, result, call, below: remedy, ...(exchange !== undefined && { exchange }) };
  });
  const list = { kind: "list", items, total, most: evidenceMax } as const;
  return fold(rule.title, [list, ...adviceBlocks(rule)], {
    id: rule.rule,
    mark: markOf(rule.verdict),
    brief: `Evidence: ${rule.rule} (${total})`,
    isOpen: rule.verdict === "fail",
  });
}

/** Where much failed, one finding for each rule is what fits. */
function inShort(rule: Judged): Fold {
  const { seen, remedy } = partsOf(failuresOf(rule)[0]?.text ?? rule.message);
  const blocks = [remedy !== "" && said(remedy, "idle"), ...adviceBlocks(rule)];
  const more = { id: rule.rule, mark: markOf("fail"), isShort: true };
  return fold(withMore(seen, rule.failed - 1), blocks, more);
}

const adviceBlocks = ({ advice = null }: Judged): Blocks =>
  advice === null ? [] : [said(advice.text, "idle"), code(advice.language, advice.option)];

export const noteBlocks = (card: JudgedCard, ...others: readonly string[]): Blocks =>
  [...waysToDecide(card), ...others].map((text) => said(text, "doubt", "note"));

/** A test case for each rule, and an error where nothing was seen: all that is skipped looks green. */
function casesOf({ rules, run }: Card): Page["tests"]["cases"] {
  const cases = rules.map((each) => {
    const { rule, title, verdict, message, failed } = each;
    const lines = failuresOf(each).map(({ text }) => text);
    const { advice = null } = each;
    if (advice !== null) lines.push(`${advice.text} ${advice.option}`);
    const more = failed > lines.length ? [`and ${failed - lines.length} more`] : [];
    const outcome = outcomes[verdict];
    return { name: `${rule}: ${title}`, outcome, message, lines: [...lines, ...more] };
  });
  const none = { name: "requests", outcome: "error", message: noRequest } as const;
  return run.requests === 0 ? [...cases, none] : cases;
}
