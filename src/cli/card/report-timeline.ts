import type { CardAttempt, CardCall, ReportCard } from "../../report/card-shape.ts";
import { spansOf, ticksOf } from "../../report/scale.ts";
import { answerOf, earlyOf, isSuggested } from "../../report/printed/card-words.ts";
import { plain } from "../../report/figures.ts";
import { colours, ofStatus } from "../terminal/colours.ts";
import { printable, truncated } from "../terminal/printable.ts";

const labelMax = 26;

/** What the signs of these timelines mean. */
export const legendOf = (calls: readonly CardCall[]): string =>
  [
    "─ Retry-After, · waiting, ! too early",
    ...(calls.some(isSuggested) ? ["? may belong to another call"] : []),
  ].join(", ");

/**
 * Calls as lines under one axis of seconds since each one's first attempt: `429──!429────────·202`.
 * An attempt that would cover another moves to the right.
 */
export function timelinesText(
  calls: readonly CardCall[],
  card: ReportCard,
  width: number,
): string[] {
  const labels = calls.map(({ id, about }) => truncated(`#${id} ${printable(about)}`, labelMax));
  const gutter = Math.max(...labels.map(({ length }) => length)) + 2;
  const room = Math.max(12, width - gutter);
  const edge = Math.max(...calls.map((call) => spansOf(call).edge));
  // The last answer still fits behind the end of the axis.
  const scale = (seconds: number) => Math.round((Math.min(seconds, edge) / edge) * (room - 4));
  return [
    `${" ".repeat(gutter)}${colours.dim(axis(edge, scale, room))}`,
    ...calls.map(
      (call, index) => (labels[index] ?? "").padEnd(gutter) + line(call, card, scale, room),
    ),
  ];
}

function axis(edge: number, scale: (seconds: number) => number, room: number): string {
  return ticksOf(edge)
    .reduce((drawn, tick) => {
      const text = `${plain(tick)} s`;
      const at = scale(tick);
      return at < drawn.length || at + text.length > room ? drawn : `${drawn.padEnd(at)}${text} `;
    }, "")
    .trimEnd();
}

function line(
  call: CardCall,
  card: ReportCard,
  scale: (seconds: number) => number,
  room: number,
): string {
  const { spans } = spansOf(call);
  const early = earlyOf(call, card);
  let drawn = "";
  let column = 0;
  let promisedTo = 0;
  // A Retry-After goes on behind an attempt that did not wait for it.
  const waitTo = (to: number) => {
    const promised = Math.max(0, Math.min(to, promisedTo) - column);
    drawn += colours.dim("─".repeat(promised) + "·".repeat(Math.max(0, to - column - promised)));
    column = Math.max(column, to);
  };
  for (const [index, attempt] of call.attempts.entries()) {
    const span = spans[index] ?? { start: 0, end: 0, promised: null };
    const text = `${(early[index] ?? 0) > 0 ? "!" : ""}${answerOf(attempt)}${isSuggested(call) ? "?" : ""}`;
    const left = call.attempts.length - index;
    const rest = left > 1 ? ` +${left - 1}`.length : 0;
    const at = Math.max(scale(span.start), index === 0 ? 0 : column + 1);
    if (at + text.length + rest > room) return `${drawn} +${left}`;
    waitTo(at);
    drawn += painted(attempt, text);
    column += text.length;
    promisedTo = Math.max(promisedTo, span.promised === null ? 0 : scale(span.promised));
  }
  const last = call.attempts.at(-1);
  if (last !== undefined && last.retryAfter !== null) waitTo(Math.min(promisedTo, room));
  return drawn;
}

const painted = ({ status, outcome }: CardAttempt, text: string): string =>
  ofStatus(outcome === "lost" || outcome === "spoilt" ? 500 : (status ?? 300))(text);
