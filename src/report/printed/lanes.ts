import type { CardAttempt, CardCall, ReportCard } from "../card-shape.ts";
import { counted, secondsText } from "../figures.ts";
import { type Blocks, type Cell, heading, type Lane, only, type Table } from "../page/page.ts";
import { spansOf } from "../scale.ts";
import { answerOf, callsByNeed, earlyOf, isSuggested, outcomeWords } from "./card-words.ts";

/** What a screen has room for, and what a person can look through. */
const most = { text: 6, html: 50 };

export function laneBlocks(card: ReportCard): Blocks {
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
