import type { CardAttempt, CardCall, ReportCard } from "../card-shape.ts";
import { type Span, spansOf, ticksOf } from "../scale.ts";
import { answerOf, earlyOf } from "./card-words.ts";
import { counted, plain, secondsText } from "../figures.ts";
import { type Markup, markup } from "./xml.ts";

const rowHeight = 36;
const barTop = 17;
const barHeight = 12;
const axisHeight = 24;

/** How wide a timeline is at least, on a telephone and elsewhere, and a letter at most, in pixels. */
const narrow = 290;
const wide = 560;
const letter = 7;

/** The patterns that the bars are filled with: once a page, in a picture without an extent. */
export const patterns: Markup = markup`<svg width="0" height="0" aria-hidden="true" class="patterns">
<defs>
<pattern id="promised" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="promised-ground" width="6" height="6"/><line class="promised-line" x1="1" y1="0" x2="1" y2="6"/></pattern>
<pattern id="lost" width="5" height="5" patternUnits="userSpaceOnUse"><rect class="lost-ground" width="5" height="5"/><circle class="lost-dot" cx="2" cy="2" r="1.2"/></pattern>
</defs>
</svg>`;

/**
 * A call as a picture: a row for each attempt, over one axis of the client's seconds. Places are shares of
 * the width and letters keep their size, so that it is as wide as its page and still to be read.
 */
export function timelineSvg(call: CardCall, card: ReportCard): Markup {
  const { spans, edge } = spansOf(call);
  const early = earlyOf(call, card);
  const height = call.attempts.length * rowHeight + axisHeight;
  const share = (seconds: number) => round((Math.min(Math.max(seconds, 0), edge) / edge) * 100);
  const rows = call.attempts.map((attempt, index) => {
    const span = spans[index] ?? { start: 0, end: 0, promised: null };
    const before = spans[index - 1];
    const top = index * rowHeight + barTop;
    const middle = top + barHeight / 2;
    return markup`<g>
${labelOf(wordsOf(attempt, index, early[index] ?? 0), share(span.start), share(span.end), top - 5, (early[index] ?? 0) > 0)}
${before === undefined ? "" : markup`<line class="wait" x1="${share(before.end)}%" x2="${share(span.start)}%" y1="${middle}" y2="${middle}"/>`}
${span.promised === null ? "" : promisedOf(span, share, top, call.attempts.length)}
<rect class="bar ${attempt.outcome}" x="${share(span.start)}%" width="${Math.max(0.4, round(share(span.end) - share(span.start)))}%" y="${top}" height="${barHeight}" rx="2"/>
</g>`;
  });
  const id = `call-${call.id}`;
  return markup`<svg class="timeline" width="100%" height="${height}" role="img" aria-labelledby="${id}-title ${id}-desc">
<title id="${id}-title">Timeline of call ${call.id}, ${call.about}</title>
<desc id="${id}-desc">${described(call, early)}</desc>
${axisOf(edge, share, height)}
${rows}
</svg>`;
}

/** All that the picture shows, for those who do not see it. */
function described(call: CardCall, early: readonly number[]): string {
  const begin = call.attempts[0]?.at ?? 0;
  const attempts = call.attempts.map(
    (attempt, index) =>
      `Attempt ${wordsOf(attempt, index, early[index] ?? 0).join(", ")}, at ${secondsText(attempt.at - begin)}`,
  );
  return `${counted(call.attempts.length, "attempt")}. ${attempts.join(". ")}.`;
}

/** What is written at an attempt, the most important first. */
function wordsOf(attempt: CardAttempt, index: number, early: number): string[] {
  const { retryAfter } = attempt;
  return [
    `${index + 1}: ${answerOf(attempt)}`,
    ...(early > 0 ? [`${secondsText(early)} early`] : []),
    ...(retryAfter === null ? [] : [`Retry-After ${secondsText(retryAfter)}`]),
  ];
}

/**
 * A label where it fits; where that is another place or another text on a narrow page, once for each, of
 * which one is shown.
 */
function labelOf(
  words: readonly string[],
  start: number,
  end: number,
  y: number,
  isEarly: boolean,
) {
  const placeIn = (text: string, page: number) =>
    placeOf(((text.length * letter) / page) * 100, start, end);
  const drawn = (text: string, { x, anchor }: LabelPosition, where: string) =>
    markup`<text class="${isEarly ? "label early" : "label"}${where}" x="${x}%" y="${y}" text-anchor="${anchor}">${text}</text>`;
  const long = words.join(", ");
  const short = long.length * letter <= narrow ? long : words.slice(0, 2).join(", ");
  const [onNarrow, onWide] = [placeIn(short, narrow), placeIn(long, wide)];
  if (short === long && onNarrow.x === onWide.x && onNarrow.anchor === onWide.anchor)
    return drawn(long, onWide, "");
  return markup`${drawn(short, onNarrow, " on-narrow")}${drawn(long, onWide, " on-wide")}`;
}

interface LabelPosition {
  readonly x: number;
  readonly anchor: "start" | "end";
}

/** Right of where its bar begins if it fits, else left of where it ends, else as far right as there is. */
function placeOf(width: number, start: number, end: number): LabelPosition {
  if (start + width <= 100) return { x: start, anchor: "start" };
  return { x: end >= width ? end : 100, anchor: "end" };
}

/** The span in which nothing should have been sent, with its end drawn through what came within it. */
function promisedOf(
  { end, promised }: Span,
  share: (seconds: number) => number,
  top: number,
  attempts: number,
): Markup {
  const [from, to] = [share(end), share(promised ?? end)];
  const until =
    to >= 100 || attempts === 1
      ? ""
      : markup`<line class="until" x1="${to}%" x2="${to}%" y1="${top}" y2="${top + rowHeight + barHeight - barTop + 5}"/>`;
  return markup`<rect class="promised" x="${from}%" width="${round(to - from)}%" y="${top}" height="${barHeight}"/>${until}`;
}

function axisOf(edge: number, share: (seconds: number) => number, height: number): Markup[] {
  const foot = height - axisHeight + 4;
  return ticksOf(edge).map((tick) => {
    const x = share(tick);
    const anchor = x === 0 ? "start" : x > 92 ? "end" : "middle";
    return markup`<line class="grid" x1="${x}%" x2="${x}%" y1="0" y2="${foot}"/><text class="tick" x="${x}%" y="${foot + 14}" text-anchor="${anchor}">${plain(tick)} s</text>`;
  });
}

const round = (share: number): number => Number(share.toFixed(3));
