import type { Coverage, ReportCard, CardAttempt, CardCall } from "../card-shape.ts";
import { counted, plain, secondsText } from "../figures.ts";
import { formatsOf } from "../page/formats.ts";
import { code, fold, heading, listOf, only, said, type Blocks, type Page } from "../page/page.ts";
import type { Table, Cell, Lane } from "../page/page.ts";
import { spansOf } from "../scale.ts";
import { byRefusals, cellMark, coverageText, matrixOf, policyLines } from "./card-words.ts";
import { runText, whatIfText, answerOf, callsByNeed, earlyOf, isSuggested } from "./card-words.ts";
import { outcomeWords } from "./card-words.ts";
import { noteBlocks, pageOf, ruleBlocks } from "./rule-blocks.ts";

const neverMetMax = 10;

export function cardPage(card: ReportCard): Page {
  const { coverage, whatIf, run } = card;
  const isEmpty = run.requests === 0;
  const gone = `The journal no longer has ${counted(run.dropped, "request")}, so the card leaves them out.`;
  return pageOf(card, "Report card", runText(card), [
    ...ruleBlocks(card, card.calls),
    ...laneBlocks(card),
    ...noteBlocks(card, ...(run.dropped > 0 ? [gone] : [])),
    ...(isEmpty && coverage.neverMet.length === 0 ? [] : coverageBlocks(coverage)),
    ...whatIfBlocks(whatIf),
    ...(isEmpty ? [] : policyBlocks(card)),
    ...thresholdBlocks(card),
  ]);
}

function coverageBlocks(coverage: Coverage): Blocks {
  const { missing, neverMet } = coverage;
  const table = matrixTable(coverage);
  const isMet = table.rows.length > 0;
  const pairs = missing.map(({ operation, fault }) => `${operation}: ${fault}`);
  const title = `${counted(missing.length, "pair")} not handled`;
  const never = `No request met these planned faults: ${neverMet.join(", ")}.`;
  const more = neverMet.length - neverMetMax;
  const first = `Never met: ${neverMet.slice(0, neverMetMax).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  const text = coverageText(coverage);
  return [
    ...only(
      ["text", "html"],
      { ...heading("Fault coverage"), hint: isMet ? "handled/met" : "" },
      said(text),
      isMet && table,
    ),
    ...only(["markdown"], said(`Fault coverage: ${text}`)),
    ...only(["text"], neverMet.length > 0 && said(first, "doubt")),
    ...only(["markdown", "html"], neverMet.length > 0 && said(never)),
    ...only(
      ["markdown"],
      isMet && pairs.length > 0 && fold(title, [listOf(pairs, { most: { markdown: 20 } })]),
    ),
  ];
}

const tones = { "✓": "good", "✗": "bad", "?": "doubt" } as const;

function matrixTable(coverage: Coverage): Table {
  const { faults, rows } = matrixOf(coverage);
  return {
    kind: "table",
    label: "Fault coverage",
    caption: "Attempts that were handled, of those that met each kind of fault.",
    heads: ["Operation", ...faults],
    columnNoun: "kind",
    noun: "operation",
    most: { text: 8 },
    rows: rows.map(({ operation, cells }) => [
      { text: operation, isCode: true },
      ...cells.map((cell) => {
        if (cell === undefined) return { text: "– not met", short: "–", tone: "idle" } as const;
        const mark = cellMark(cell);
        const { survived, met } = cell;
        const short = `${survived}/${met}${mark === "?" ? mark : ""}`;
        return { text: `${mark} ${survived} of ${met}`, short, tone: tones[mark] };
      }),
    ]),
  };
}

function whatIfBlocks(whatIf: ReportCard["whatIf"]): Blocks {
  const list = listOf(byRefusals(whatIf).map(whatIfText), { noun: "operation", most: { text: 2 } });
  return list.items.length === 0
    ? []
    : only(["text", "html"], heading("Rate limits at this pace"), list);
}

function policyBlocks({ policy }: ReportCard): Blocks {
  const { reasons, ...values } = policy;
  const title = "Suggested retry policy";
  const why = [listOf(reasons, { most: { text: 3 } })];
  const blocks: Blocks = [
    listOf(policyLines(policy)),
    reasons.length > 0 && fold("Why", why, { isOpen: true }),
  ];
  const json = [code("json", JSON.stringify(values, null, 2))];
  return [
    ...only(["text", "html"], heading(title), ...blocks),
    ...only(["html"], fold("The policy as JSON", json)),
    ...only(["markdown"], fold(title, blocks)),
  ];
}

function thresholdBlocks({ preset, thresholds }: ReportCard): Blocks {
  const rows = Object.entries(thresholds).map(([name, value]) => [
    { text: name, isCode: true },
    { text: typeof value === "number" ? plain(value) : value.join(", ") },
  ]);
  const table: Table = { kind: "table", label: "Thresholds", heads: ["Threshold", "Value"], rows };
  return only(["html"], heading("Thresholds"), fold(`Preset ${preset}`, [table]));
}

/** What a screen has room for, and what a person can look through. */
const most = { text: 6, html: 50 };

function laneBlocks(card: ReportCard): Blocks {
  const { calls, telling } = callsByNeed(card);
  const lanes = calls.slice(0, most.html).map((call) => laneOf(call, card));
  return only(
    telling === 0 ? ["html"] : ["html", "text"],
    calls.length > 0 && heading("Timelines"),
    calls.length > 0 && { kind: "lanes", lanes, total: calls.length, telling, most },
  );
}

function laneOf(call: CardCall, card: ReportCard): Lane {
  const { id, about, method, target, attempts, outcome, knownBy, named } = call;
  const { spans, edge } = spansOf(call);
  const early = earlyOf(call, card);
  const isDoubtful = isSuggested(call);
  const doubt = isDoubtful ? " Some of its attempts may belong to another call." : "";
  const tone = outcome === "gave up" || outcome === "refused" ? "bad" : "idle";
  return {
    id,
    about,
    edge,
    target: `${method} ${target}`,
    outcome: { text: outcomeWords[outcome], tone },
    how: `after ${counted(attempts.length, "attempt")}, started ${secondsText(attempts[0]?.at ?? 0)} into the run, identified by ${named ?? knownBy}.${doubt}`,
    marks: attempts.map((attempt, index) => ({
      ...(spans[index] ?? { start: 0, end: 0, promised: null }),
      status: attempt.status,
      outcome: attempt.outcome,
      retryAfter: attempt.retryAfter,
      answer: answerOf(attempt),
      early: early[index] ?? 0,
      isDoubtful,
    })),
    attempts: attemptsTable(call),
  };
}

const heads = ["Attempt", "At", "Emulator time", "Response", "Waited", "Retry-After", "Faults"];

const attemptsTable = ({ id, attempts }: CardCall): Table => ({
  kind: "table",
  label: `Attempts of call ${id}`,
  heads: [...heads, "Journal id"],
  most: { html: 60 },
  noun: "attempt",
  rows: attempts.map(cellsOf),
});

function cellsOf(attempt: CardAttempt, index: number): Cell[] {
  const { at, atProduction, waited, retryAfter, faults, injected, exchange } = attempt;
  const texts = [
    String(index + 1),
    secondsText(at),
    secondsText(atProduction),
    answerOf(attempt),
    waited === null ? "–" : secondsText(waited),
    retryAfter === null ? "–" : secondsText(retryAfter),
    [...new Set([...faults, ...injected])].join(", ") || "–",
  ];
  return [...texts.map((text) => ({ text })), { text: exchange, isCode: true }];
}

export const formats = formatsOf<ReportCard>(cardPage);

export const { write: htmlOf } = formats.html;
export const { write: markdownOf } = formats.markdown;
export const { write: junitOf } = formats.junit;
