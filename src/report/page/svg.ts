import { counted, plain, secondsText } from "../figures.ts";
import { ticksOf } from "../scale.ts";
import type { Lane, Mark } from "./page.ts";
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

const legend = (name: string, text: string): Markup =>
  markup`<li><svg width="26" height="12" aria-hidden="true"><rect class="bar ${name}" x="1" y="1" width="24" height="10" rx="2"/></svg>${text}</li>`;

export const laneLegend: Markup = markup`<ul class="legend">
${legend("answered", "success")}${legend("refused", "error response")}${legend("lost", "lost or corrupt")}${legend("open", "pending")}${legend("promised", "Retry-After")}
<li><svg width="26" height="12" aria-hidden="true"><line class="wait" x1="2" x2="24" y1="6" y2="6"/></svg>between attempts</li>
</ul>`;

/** A row for each attempt over one axis. Places are shares of the width, and letters keep their size. */
export function laneSvg({ id, about, marks, edge }: Lane): Markup {
  const height = marks.length * rowHeight + axisHeight;
  const share = (seconds: number) => round((Math.min(Math.max(seconds, 0), edge) / edge) * 100);
  const rows = marks.map((mark, index) => {
    const before = marks[index - 1];
    const top = index * rowHeight + barTop;
    const middle = top + barHeight / 2;
    const [start, end] = [share(mark.start), share(mark.end)];
    return markup`<g>
${labelOf(wordsOf(mark, index), start, end, top - 5, mark.early > 0)}
${before === undefined ? "" : markup`<line class="wait" x1="${share(before.end)}%" x2="${start}%" y1="${middle}" y2="${middle}"/>`}
${mark.promised === null ? "" : promisedOf(mark, share, top, marks.length)}
<rect class="bar ${mark.outcome}" x="${start}%" width="${Math.max(0.4, round(end - start))}%" y="${top}" height="${barHeight}" rx="2"/>
</g>`;
  });
  return markup`<svg class="timeline" width="100%" height="${height}" role="img" aria-labelledby="call-${id}-title call-${id}-desc">
<title id="call-${id}-title">Timeline of call ${id}, ${about}</title>
<desc id="call-${id}-desc">${described(marks)}</desc>
${axisOf(edge, share, height)}
${rows}
</svg>`;
}

function described(marks: readonly Mark[]): string {
  const attempts = marks.map(
    (mark, index) => `Attempt ${wordsOf(mark, index).join(", ")}, at ${secondsText(mark.start)}`,
  );
  return `${counted(marks.length, "attempt")}. ${attempts.join(". ")}.`;
}

function wordsOf({ answer, early, retryAfter }: Mark, index: number): string[] {
  return [
    `${index + 1}: ${answer}`,
    ...(early > 0 ? [`${secondsText(early)} early`] : []),
    ...(retryAfter === null ? [] : [`Retry-After ${secondsText(retryAfter)}`]),
  ];
}

/** A label where it fits; where a narrow page wants another, one for each, of which one is shown. */
function labelOf(words: string[], start: number, end: number, y: number, isEarly: boolean) {
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

type LabelPosition = { readonly x: number; readonly anchor: "start" | "end" };

/** Right of where its bar begins if it fits, else left of where it ends, else as far right as there is. */
function placeOf(width: number, start: number, end: number): LabelPosition {
  if (start + width <= 100) return { x: start, anchor: "start" };
  return { x: end >= width ? end : 100, anchor: "end" };
}

type Share = (seconds: number) => number;

/** The span in which nothing should have been sent, with its end drawn through what came within it. */
function promisedOf({ end, promised }: Mark, share: Share, top: number, attempts: number): Markup {
  const [from, to] = [share(end), share(promised ?? end)];
  const until =
    to >= 100 || attempts === 1
      ? ""
      : markup`<line class="until" x1="${to}%" x2="${to}%" y1="${top}" y2="${top + rowHeight + barHeight - barTop + 5}"/>`;
  return markup`<rect class="promised" x="${from}%" width="${round(to - from)}%" y="${top}" height="${barHeight}"/>${until}`;
}

function axisOf(edge: number, share: Share, height: number): Markup[] {
  const foot = height - axisHeight + 4;
  return ticksOf(edge).map((tick) => {
    const x = share(tick);
    const anchor = x === 0 ? "start" : x > 92 ? "end" : "middle";
    return markup`<line class="grid" x1="${x}%" x2="${x}%" y1="0" y2="${foot}"/><text class="tick" x="${x}%" y="${foot + 14}" text-anchor="${anchor}">${plain(tick)} s</text>`;
  });
}

const round = (share: number): number => Number(share.toFixed(3));
