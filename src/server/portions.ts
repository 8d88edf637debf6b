import type { Delivery } from "../pipeline/incoming.ts";

/** A part of a body, and when it is sent, in world time from the head on. */
interface Portion {
  readonly bytes: Buffer;
  readonly atMs: number;
}

/** How many parts a body is cut into at most, and how far apart they come at least. */
const portionsMax = 1000;
const gapMs = 50;

/**
 * Sends a body in its portions, as the clock goes: all of it or, where it is to be cut, its first
 * half.
 *
 * @returns stops it
 */
export function sendPortions(
  body: string | Buffer,
  delivery: Delivery,
  { send, done }: { send: (bytes: Buffer) => void; done: () => void },
): () => void {
  const cancels: (() => void)[] = [];
  const portions = portionsOf(body, delivery);
  for (const { bytes, atMs } of portions) {
    if (atMs === 0) send(bytes);
    else cancels.push(delivery.clock.after(atMs, () => send(bytes)));
  }
  const end = portions.at(-1)?.atMs ?? 0;
  if (end === 0) done();
  else cancels.push(delivery.clock.after(end, done));
  return () => {
    for (const cancel of cancels) cancel();
  };
}

function portionsOf(body: string | Buffer, { ending, pace }: Delivery): Portion[] {
  const whole = Buffer.from(body);
  if (ending?.sends === "head" || whole.length === 0) return [];
  const bytes = ending?.sends === "half" ? whole.subarray(0, Math.floor(whole.length / 2)) : whole;
  if (pace === undefined) return [{ bytes, atMs: 0 }];
  // The pace is the whole body's, also if only half of it is sent.
  const overMs =
    "overMs" in pace
      ? (pace.overMs * bytes.length) / whole.length
      : (bytes.length / pace.bytesPerSecond) * 1000;
  const count = Math.max(1, Math.min(portionsMax, bytes.length, Math.ceil(overMs / gapMs)));
  const edge = (index: number) => Math.floor((bytes.length * index) / count);
  return Array.from({ length: count }, (_, index) => ({
    bytes: bytes.subarray(edge(index), edge(index + 1)),
    atMs: (overMs * (index + 1)) / count,
  }));
}
