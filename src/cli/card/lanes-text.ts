import { plain } from "../../report/figures.ts";
import type { Lane, Lanes, Mark } from "../../report/page/page.ts";
import { ticksOf } from "../../report/scale.ts";
import { colours, ofStatus } from "../terminal/colours.ts";
import { printable, truncated, wrapped } from "../terminal/texts.ts";

const labelMax = 26;

/** Calls along one axis of seconds: `429──!429────────·202`. An attempt that would cover another moves to the right. */
export function lanesText({ lanes: all, telling, most }: Lanes, width: number): string[] {
  const lanes = all.slice(0, Math.min(telling, most?.text ?? telling));
  const isDoubtful = lanes.some(({ marks }) => marks.some((mark) => mark.isDoubtful));
  const doubt = isDoubtful ? ", ? may belong to another call" : "";
  const legend = wrapped(`─ Retry-After, · waiting, ! too early${doubt}`, width);
  const labels = lanes.map(({ id, about }) => truncated(`#${id} ${printable(about)}`, labelMax));
  const gutter = Math.max(...labels.map(({ length }) => length)) + 2;
  const room = Math.max(12, width - gutter);
  const edge = Math.max(...lanes.map((lane) => lane.edge));
  // The last answer still fits behind the end of the axis.
  const scale = (seconds: number) => Math.round((Math.min(seconds, edge) / edge) * (room - 4));
  const more = telling - lanes.length;
  return [
    ...legend.map((line) => colours.dim(line)),
    `${" ".repeat(gutter)}${colours.dim(axis(edge, scale, room))}`,
    ...lanes.map((lane, index) => (labels[index] ?? "").padEnd(gutter) + line(lane, scale, room)),
    ...(more > 0 ? [colours.dim(`and ${more} more`)] : []),
  ];
}

function axis(edge: number, scale: (seconds: number) => number, room: number): string {
  let drawn = "";
  for (const tick of ticksOf(edge)) {
    const [text, at] = [`${plain(tick)} s`, scale(tick)];
    if (at >= drawn.length && at + text.length <= room) drawn = `${drawn.padEnd(at)}${text} `;
  }
  return drawn.trimEnd();
}

function line({ marks }: Lane, scale: (seconds: number) => number, room: number): string {
  let drawn = "";
  let [column, promisedTo] = [0, 0];
  // A Retry-After goes on behind an attempt that did not wait for it.
  const waitTo = (to: number) => {
    const promised = Math.max(0, Math.min(to, promisedTo) - column);
    drawn += colours.dim("─".repeat(promised) + "·".repeat(Math.max(0, to - column - promised)));
    column = Math.max(column, to);
  };
  for (const [index, mark] of marks.entries()) {
    const text = `${mark.early > 0 ? "!" : ""}${mark.answer}${mark.isDoubtful ? "?" : ""}`;
    const left = marks.length - index;
    const rest = left > 1 ? ` +${left - 1}`.length : 0;
    const at = Math.max(scale(mark.start), index === 0 ? 0 : column + 1);
    if (at + text.length + rest > room) return `${drawn} +${left}`;
    waitTo(at);
    drawn += painted(mark, text);
    column += text.length;
    promisedTo = Math.max(promisedTo, mark.promised === null ? 0 : scale(mark.promised));
  }
  const last = marks.at(-1);
  if (last !== undefined && last.retryAfter !== null) waitTo(Math.min(promisedTo, room));
  return drawn;
}

const painted = ({ status, outcome }: Mark, text: string): string =>
  ofStatus(outcome === "lost" || outcome === "spoilt" ? 500 : (status ?? 300))(text);
