import { zoneNamed } from "../../domain/time-zone.ts";

const dayMs = 86_400_000;

/** A span of time in which a zone has one offset from UTC, and the instant from which on. In milliseconds. */
export type Offset = readonly [from: number, offset: number];

/** The offsets of a zone between two instants: a start has no time to ask the system for them. */
export function offsetsOf(timezone: string, from: number, to: number): Offset[] {
  const zone = zoneNamed(timezone);
  const offsetAt = (at: number) => zone.wallOf(at) - at;
  const found: [number, number][] = [[from, offsetAt(from)]];
  for (let at = from; at < to; at += dayMs) {
    const [, known] = found.at(-1) as Offset;
    if (offsetAt(at + dayMs) === known) continue;
    let [before, after] = [at, at + dayMs];
    while (after - before > 1000) {
      const middle = before + Math.floor((after - before) / 2000) * 1000;
      if (offsetAt(middle) === known) before = middle;
      else after = middle;
    }
    found.push([after, offsetAt(after)]);
  }
  return found;
}

/** By whole days, so that nine o'clock stays nine o'clock: `end` comes to the last midnight before `now`. Order is kept: a time that is skipped comes when the next one does, of one that comes twice it is the first. */
export function movedTo(now: number, end: number, offsets: readonly Offset[]) {
  const shift = shiftTo(now, end, offsets);
  return (wall: number): number => {
    const moved = wall + shift;
    const at = offsets.findIndex(([, offset], index) => {
      const next = offsets[index + 1]?.[0] ?? Infinity;
      return moved < next + offset;
    });
    const [from, offset] = offsets[at] as Offset;
    return at === 0 ? moved - offset : Math.max(moved - offset, from);
  };
}

/** By how much wall times are moved, in milliseconds: whole days. */
function shiftTo(now: number, end: number, offsets: readonly Offset[]): number {
  const [, present] = offsets.findLast(([from]) => from <= now) ?? (offsets[0] as Offset);
  return Math.floor((now + present - end) / dayMs) * dayMs;
}

/** The spans of wall times that are all moved to one instant: they are skipped where they come to. */
export function skippedAt(now: number, end: number, offsets: readonly Offset[]) {
  const shift = shiftTo(now, end, offsets);
  return offsets.flatMap(([from, offset], index) => {
    const [, before = offset] = offsets[index - 1] ?? [];
    return before < offset ? [[from + before - shift, from + offset - shift] as const] : [];
  });
}
