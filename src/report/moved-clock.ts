import type { Run } from "./calls/logical-call.ts";
import type { Sleep } from "../world/time/machine-time.ts";
import type { Attempt, Attempts } from "./calls/attempt.ts";
import { forEach, type Slices, mapped, sorted } from "./slices.ts";

/**
 * What of its machine's sleeps no client has waited. One that counts the time awake comes back late, one that looks
 * at the date at once: a sleep counts as long as a promise goes on that it meets.
 * @returns by how many milliseconds an instant is earlier, in the client's time
 */
function* leftOutOf(sleeps: readonly Sleep[], attempts: Attempts): Slices<(at: number) => number> {
  const all: { readonly from: number; readonly ms: number }[] = [];
  for (const { at, ms } of sleeps) {
    let promisedUntil = at - ms;
    yield* forEach(attempts, ({ end, retryAfterMs = 0 }) => {
      if (end < at) promisedUntil = Math.max(promisedUntil, end + retryAfterMs);
    });
    if (promisedUntil < at) all.push({ from: promisedUntil, ms: at - promisedUntil });
  }
  return (at) => all.reduce((sum, { from, ms }) => sum + Math.min(Math.max(at - from, 0), ms), 0);
}

/** An instant in both times, and by what the clock was moved until then, as its client would have waited it. */
interface Anchor {
  readonly real: number;
  readonly world: number;
  readonly pace: number;
  readonly shiftMs: number;
}

type Lived = Pick<Run, "attempts" | "now"> & { readonly sleeps?: readonly Sleep[] };

type Waited = { readonly attempts: Attempts; readonly movedMs: number };

/**
 * As if the client had waited wherever the clock was moved forward, and had not slept with its machine. Each account
 * has its own time; one that is seen first later begins with what the others have been moved by.
 */
export function* asWaited({ attempts, sleeps = [], now }: Lived): Slices<Waited> {
  const leftOutMs = yield* leftOutOf(sleeps, attempts);
  const instants: { index: number; side: "at" | "end"; real: number; world: number }[] = [];
  yield* forEach(attempts.entries(), ([index, { at, atWorld, end, endWorld }]) => {
    instants.push({ index, side: "at", real: at, world: atWorld });
    if (Number.isFinite(end)) instants.push({ index, side: "end", real: end, world: endWorld });
  });
  const anchors = new Map<string, Anchor>();
  const waited = new Map<number, { at: number; end: number }>();
  let movedMs = 0;
  const inOrder = yield* sorted(instants, (a, b) => a.real - b.real);
  yield* forEach(inOrder, ({ index, side, real, world }) => {
    const attempt = attempts[index] as Attempt;
    const { account, pace } = attempt;
    const anchor = moved(anchors.get(account), { real, world, pace, shiftMs: movedMs });
    anchors.set(account, anchor);
    movedMs = Math.max(movedMs, anchor.shiftMs);
    const ms = anchor.shiftMs - leftOutMs(real);
    if (ms === 0) return;
    const { at, end } = waited.get(index) ?? attempt;
    waited.set(index, { at, end, [side]: real + ms });
  });
  const all = yield* mapped(attempts.entries(), ([index, attempt]) => {
    const times = waited.get(index);
    return times === undefined ? attempt : { ...attempt, ...times };
  });
  return { attempts: yield* sorted(all, (a, b) => a.at - b.at), movedMs: movedMs - leftOutMs(now) };
}

/** The anchor stays where both times run alike: what rounding takes away at one instant it gives back at another. */
function moved(anchor: Anchor | undefined, now: Anchor): Anchor {
  if (anchor === undefined) return now;
  const faster = Math.max(anchor.pace, now.pace);
  const aheadMs = (now.world - anchor.world) / faster - (now.real - anchor.real);
  const isAlike = Math.abs(aheadMs) <= 2 + 2 / faster;
  if (isAlike && anchor.pace === now.pace) return anchor;
  return { ...now, shiftMs: anchor.shiftMs + (isAlike ? 0 : Math.max(0, aheadMs)) };
}
