import type { CardCall, Coverage, ReportCard, WhatIf } from "../card-shape.ts";
import { style } from "./style.ts";
import { patterns, timelineSvg } from "./svg.ts";
import {
  answerOf,
  byRefusals,
  callsByNeed,
  coverageText,
  headings,
  headline,
  marks,
  cellMark,
  isSuggested,
  matrixOf,
  notesOf,
  outcomeWords,
  policyLines,
  rulesByNeed,
  runText,
  whatIfText,
} from "./card-words.ts";
import { counted, plain, secondsText } from "../figures.ts";
import { groupsOf, partsOf } from "../finding-text.ts";
import type { Judged, JudgedCard } from "../judged.ts";
import { Markup, markup } from "./xml.ts";

/** How much is shown: what a person can look through, and a browser shows at once. */
const callsMax = 50;
const attemptsMax = 60;
const evidenceMax = 100;

/** Nothing is loaded, nothing is run, nothing is sent. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const nothing = new Markup("");

/** A report card as one page that needs nothing but itself. */
export function htmlOf(card: ReportCard): string {
  const isEmpty = card.run.requests === 0;
  const drawn = new Set(drawnOf(card).map(({ id }) => id));
  return pageOf(
    headline(card),
    headOf(card),
    markup`${rulesOf(card)}
${evidenceOf(card, drawn)}
${timelinesOf(card)}
${isEmpty && card.coverage.neverMet.length === 0 ? nothing : coverageOf(card.coverage)}
${whatIfOf(card.whatIf)}
${isEmpty ? nothing : policyOf(card)}
${thresholdsOf(card)}`,
  );
}

/** A page that needs nothing but itself. @param heading above its verdict */
export function pageOf(title: string, head: Markup, main: Markup, heading = "Report card"): string {
  const { text } = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Markup(style)}</style>
</head>
<body>
${patterns}
<header>
<h1>${heading}</h1>
${head}
</header>
<main>
${main}
</main>
</body>
</html>
`;
  return text;
}

function headOf(card: ReportCard): Markup {
  const tone = card.run.requests === 0 ? "" : card.passed ? "good" : "bad";
  const notes = notesOf(card).map((note) => markup`<li>${note}</li>`);
  return markup`<p class="verdict ${tone}">${headline(card)}</p>
${card.run.requests === 0 ? nothing : markup`<p class="soft">${runText(card)}${card.run.from === null ? "" : `, started ${card.run.from}`}</p>`}
${notes.length === 0 ? nothing : markup`<ul class="notes">${notes}</ul>`}`;
}

const markOf = (verdict: Judged["verdict"]): Markup =>
  markup`<span class="mark ${verdict === "not exercised" ? "idle" : verdict}">${marks[verdict]} ${verdict}</span>`;

export function rulesOf(card: JudgedCard): Markup {
  const rows = rulesByNeed(card).map(
    ({ rule, title, verdict, message, wouldDecide }) =>
      markup`<tr><th scope="row">${title}<br><code class="soft">${rule}</code></th><td>${markOf(verdict)}</td><td>${foundOf(message)}${decisionOf(wouldDecide)}</td></tr>`,
  );
  return markup`<h2>Rules</h2>
<table class="rules">
<thead><tr><th scope="col">Rule</th><th scope="col">Verdict</th><th scope="col">Found</th></tr></thead>
<tbody>
${rows}
</tbody>
</table>`;
}

function foundOf(message: string): Markup {
  const { seen, remedy } = partsOf(message);
  return markup`${seen}${remedyOf(remedy)}`;
}

const remedyOf = (remedy: string): Markup =>
  remedy === "" ? nothing : markup`<p class="remedy">${remedy}</p>`;

const decisionOf = (way: string | null): Markup =>
  way === null ? nothing : markup`<p class="remedy">To decide it: ${way}.</p>`;

const resultMarks = {
  passed: "✓ passed:",
  failed: "✗ failed:",
  undecided: "? undecided:",
} as const;

/**
 * What was found of each rule: a failed one is open, the rest folded.
 *
 * @param drawn the calls that the page draws
 */
export function evidenceOf(card: JudgedCard, drawn: ReadonlySet<number>): Markup {
  const found = rulesByNeed(card).filter(({ evidence }) => evidence.length > 0);
  if (found.length === 0) return nothing;
  const linkOf = (call: number | null): Markup =>
    call !== null && drawn.has(call) ? markup` <a href="#call${call}">call ${call}</a>` : nothing;
  return markup`<h2>Evidence</h2>
${found.map(({ title, verdict, evidence, passed, failed, undecided }) => {
  const groups = groupsOf(evidence.slice(0, evidenceMax)).map(({ result, findings, remedy }) => {
    const items = findings.map(
      ({ seen, call }) => markup`<li><b>${resultMarks[result]}</b> ${seen}${linkOf(call)}</li>`,
    );
    return markup`<ul>
${items}
</ul>
${remedyOf(remedy)}`;
  });
  const more = passed + failed + undecided - Math.min(evidence.length, evidenceMax);
  return markup`<details${new Markup(verdict === "fail" ? " open" : "")}>
<summary><h3>${title}</h3> ${markOf(verdict)}</summary>
${groups}
${more > 0 ? markup`<p class="soft">And ${more} more.</p>` : nothing}
</details>`;
})}`;
}

const drawnOf = (card: ReportCard): CardCall[] => callsByNeed(card).slice(0, callsMax);

function timelinesOf(card: ReportCard): Markup {
  const calls = drawnOf(card);
  if (calls.length === 0) return nothing;
  const more = card.calls.length - calls.length;
  return markup`<h2>Timelines</h2>
<p class="soft">Each call in the client’s seconds since its first attempt.</p>
<ul class="legend">
${legend("answered", "success")}${legend("refused", "error response")}${legend("lost", "lost or corrupt")}${legend("open", "pending")}${legend("promised", "Retry-After")}
<li><svg width="26" height="12" aria-hidden="true"><line class="wait" x1="2" x2="24" y1="6" y2="6"/></svg>between attempts</li>
</ul>
${calls.map((call) => figureOf(call, card))}
${more > 0 ? markup`<p class="soft">And ${counted(more, "more call")}. The report’s JSON has all of them.</p>` : nothing}`;
}

const legend = (name: string, text: string): Markup =>
  markup`<li><svg width="26" height="12" aria-hidden="true"><rect class="bar ${name}" x="1" y="1" width="24" height="10" rx="2"/></svg>${text}</li>`;

function figureOf(call: CardCall, card: ReportCard): Markup {
  const { id, about, method, target, attempts, outcome, knownBy, named } = call;
  const shown = { ...call, attempts: attempts.slice(0, attemptsMax) };
  const more = attempts.length - shown.attempts.length;
  const tone = outcome === "gave up" || outcome === "refused" ? "bad" : "soft";
  return markup`<figure id="call${id}">
<figcaption>
<h3>${id}. ${about}</h3>
<p class="soft"><code>${method} ${target}</code></p>
<p class="soft"><strong class="${tone}">${outcomeWords[outcome]}</strong> after ${counted(attempts.length, "attempt")}, started ${secondsText(attempts[0]?.at ?? 0)} into the run, identified by ${named ?? knownBy}.${isSuggested(call) ? " Some of its attempts may belong to another call." : ""}</p>
</figcaption>
${timelineSvg(shown, card)}
${attemptsOf(shown)}
${more > 0 ? markup`<p class="soft">And ${counted(more, "more attempt")}.</p>` : nothing}
</figure>`;
}

/** The same as a table, with the ids by which the journal has them. */
function attemptsOf({ id, attempts }: CardCall): Markup {
  const rows = attempts.map((attempt, index) => {
    const { at, atProduction, waited, retryAfter, faults, injected, exchange } = attempt;
    const cells = [
      secondsText(at),
      secondsText(atProduction),
      answerOf(attempt),
      waited === null ? "–" : secondsText(waited),
      retryAfter === null ? "–" : secondsText(retryAfter),
      [...new Set([...faults, ...injected])].join(", ") || "–",
    ].map((text) => markup`<td>${text}</td>`);
    return markup`<tr><th scope="row">${index + 1}</th>${cells}<td><code>${exchange}</code></td></tr>`;
  });
  const heads = ["Attempt", "At", "Emulator time", "Response", "Waited", "Retry-After", "Faults"];
  return markup`<details>
<summary>Attempts of call ${id}</summary>
<div class="scroll" tabindex="0" role="group" aria-label="Attempts of call ${id}">
<table class="matrix">
<thead><tr>${[...heads, "Journal id"].map((head) => markup`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>
${rows}
</tbody>
</table>
</div>
</details>`;
}

function coverageOf(coverage: Coverage): Markup {
  const { faults, rows } = matrixOf(coverage);
  const never = coverage.neverMet;
  const body = rows.map(({ operation, cells }) => {
    const row = cells.map((cell) => {
      if (cell === undefined) return markup`<td class="soft">– not met</td>`;
      const mark = cellMark(cell);
      const tone = { "✓": "good", "✗": "bad", "?": "soft" }[mark];
      return markup`<td class="${tone}">${mark} ${cell.survived} of ${cell.met}</td>`;
    });
    return markup`<tr><th scope="row"><code>${operation}</code></th>${row}</tr>`;
  });
  const table = markup`<div class="scroll" tabindex="0" role="group" aria-label="Fault coverage">
<table class="matrix">
<caption>Attempts that were handled, of those that met each kind of fault.</caption>
<thead><tr><th scope="col">Operation</th>${faults.map((fault) => markup`<th scope="col">${fault}</th>`)}</tr></thead>
<tbody>
${body}
</tbody>
</table>
</div>`;
  return markup`<h2>Fault coverage</h2>
<p>${coverageText(coverage)}</p>
${rows.length === 0 ? nothing : table}
${never.length === 0 ? nothing : markup`<p>No request met these planned faults: ${never.join(", ")}.</p>`}`;
}

function whatIfOf(whatIf: WhatIf): Markup {
  const operations = byRefusals(whatIf);
  if (operations.length === 0) return nothing;
  return markup`<h2>${headings.whatIf}</h2>
<ul>
${operations.map((each) => markup`<li>${whatIfText(each)}</li>`)}
</ul>`;
}

const policyOf = ({ policy }: ReportCard): Markup => markup`<h2>${headings.policy}</h2>
${listOf(policyLines(policy))}
${
  policy.reasons.length === 0
    ? nothing
    : markup`<h3>${headings.reasons}</h3>
${listOf(policy.reasons)}`
}`;

const listOf = (lines: readonly string[]): Markup => markup`<ul>
${lines.map((line) => markup`<li>${line}</li>`)}
</ul>`;

/** The thresholds of this report, so that the page can be understood later. */
function thresholdsOf({ preset, thresholds }: ReportCard): Markup {
  const rows = Object.entries(thresholds).map(
    ([name, value]) =>
      markup`<tr><th scope="row"><code>${name}</code></th><td>${typeof value === "number" ? plain(value) : value.join(", ")}</td></tr>`,
  );
  return markup`<h2>Thresholds</h2>
<details>
<summary>Preset ${preset}</summary>
<table>
<thead><tr><th scope="col">Threshold</th><th scope="col">Value</th></tr></thead>
<tbody>
${rows}
</tbody>
</table>
</details>`;
}
