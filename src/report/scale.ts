import type { CardCall } from "./card-shape.ts";

/** How many times longer than its attempts a call's axis may get by a Retry-After. */
const stretchMax = 20;

export interface Span {
  readonly start: number;
  readonly end: number;
  readonly promised: number | null;
}

/** A call on a time axis of its own, from 0 to the edge; an attempt that is still open goes on to there. */
export function spansOf({ attempts }: CardCall): { spans: readonly Span[]; edge: number } {
  const begin = attempts[0]?.at ?? 0;
  const spans: Span[] = [];
  for (const { at, took, waited, retryAfter } of attempts) {
    // Over a clock that was moved, what was waited is more than what went by.
    const start = Math.max(at - begin, (spans.at(-1)?.end ?? 0) + (waited ?? 0));
    const end = start + (took ?? 0);
    spans.push({ start, end, promised: retryAfter === null ? null : end + retryAfter });
  }
  const done = Math.max(...spans.map(({ end }) => end));
  const promised = Math.max(...spans.map((each) => each.promised ?? 0));
  const most = attempts.length > 1 ? done * stretchMax : Infinity;
  const edge = Math.max(done, Math.min(promised, most)) || 1;
  const isOpen = (index: number) => attempts[index]?.outcome === "open";
  return { spans: spans.map((span, at) => (isOpen(at) ? { ...span, end: edge } : span)), edge };
}

export function ticksOf(edge: number): number[] {
  const rough = edge / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5].map((each) => each * power).find((each) => each >= rough) ?? 10 * power;
  const count = Math.floor(edge / step + 1e-9);
  // Marks have two decimal places: nearer ones would look alike.
  return Array.from({ length: step < 0.01 ? 1 : count + 1 }, (_, index) =>
    Number((index * step).toPrecision(6)),
  );
}
