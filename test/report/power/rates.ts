import type { Attempt } from "../../../src/report/calls/attempt.ts";
import type { Dice } from "../../../src/world/dice.ts";
import { answered, throttled } from "../../support/report.ts";
import { between, noise, type Row, times } from "./simulated.ts";

/** Rows of the rules about rates and crowds: `slows`, `stampede`, `budget`. */

/** How long until a client's next request, by its own habit. Milliseconds. */
type Pace = (dice: Dice, nth: number) => number;

const paces: readonly (readonly [name: string, pace: Pace])[] = [
  ["20 a second, evenly", () => 50],
  ["20 a second, at random", (dice) => -50 * Math.log(1 - dice.fraction())],
  ["3 a second, at random", (dice) => -333 * Math.log(1 - dice.fraction())],
  ["1 a second, evenly", () => 1000],
  ["8 at once, every half second", (_, nth) => (nth % 8 === 7 ? 500 : 1)],
  ["20 in a second, then 3 s of rest", (_, nth) => (nth % 20 === 19 ? 3000 : 50)],
];

/** What a client makes of its next wait while it is told to hold back. */
type Heed = (ms: number, leftMs: number, dice: Dice) => number;

const asBefore: Heed = (ms) => ms;

/** Requests for some time; now and then one is refused, and what comes meanwhile is refused as well. */
const traffic =
  (pace: Pace, heed: Heed, { ms, refusals }: { ms: number; refusals: number }) =>
  (dice: Dice): Attempt[] => {
    const due = times(refusals, (index) => ((index + between(dice, 0.3, 0.9)) * ms) / refusals);
    const promiseMs = dice.pick([1000, 2000, 5000]);
    const attempts: Attempt[] = [];
    let shutUntil = 0;
    let next = due.shift();
    for (let [at, nth] = [0, 0]; at < ms; nth += 1) {
      const said = { likeness: `request ${nth}`, end: at + 1 + noise(dice) };
      const isShut = at < shutUntil;
      if (isShut || at >= (next ?? Number.POSITIVE_INFINITY)) {
        const leftMs = isShut ? Math.ceil((shutUntil - at) / 1000) * 1000 : promiseMs;
        if (!isShut) [shutUntil, next] = [at + promiseMs, due.shift()];
        attempts.push(throttled(at, leftMs, said));
      } else attempts.push(answered(at, said));
      const ownMs = pace(dice, nth);
      const leftMs = shutUntil - at;
      at += leftMs > 0 ? heed(ownMs, leftMs, dice) : ownMs;
    }
    return attempts;
  };

/** Workers who do one call after the other, and try again themselves what was refused when they were told to. */
const workers =
  (pauses: "each for itself" | "all", thinkMs: readonly number[]) =>
  (dice: Dice): Attempt[] => {
    const all = thinkMs.map((ms, index) => ({ ms, name: `worker ${index}`, at: index, call: 0 }));
    const refusals = dice.integer(2, 8);
    const due = times(refusals, (index) => (index + between(dice, 0.3, 0.9)) * 15_000);
    // Either everything is refused for a while, or one request alone.
    const isShutForAll = dice.fraction() < 0.5;
    const promiseMs = dice.pick([1000, 2000, 5000]);
    const attempts: Attempt[] = [];
    let shutUntil = 0;
    for (;;) {
      const [worker] = all.toSorted((a, b) => a.at - b.at);
      if (worker === undefined || worker.at > (refusals + 1) * 15_000) return attempts;
      const { at, name, call } = worker;
      const end = at + between(dice, 20, 200);
      const isShut = isShutForAll && at < shutUntil;
      const said = { likeness: `${name} ${call}`, end };
      if (isShut || at >= (due[0] ?? Number.POSITIVE_INFINITY)) {
        if (!isShut) [shutUntil] = [end + promiseMs, due.shift()];
        const leftMs = isShut ? Math.ceil((shutUntil - end) / 1000) * 1000 : promiseMs;
        attempts.push(throttled(at, leftMs, said));
        worker.at = end + leftMs + noise(dice);
        if (pauses === "all") for (const each of all) each.at = Math.max(each.at, worker.at);
      } else {
        attempts.push(answered(at, said));
        worker.at = end + noise(dice) - worker.ms * Math.log(1 - dice.fraction());
        worker.call += 1;
      }
    }
  };

const often = { ms: 120_000, refusals: 8 };

export const slows: readonly Row[] = [
  ...paces.flatMap(([name, pace]): Row[] => [
    {
      lacks: `${name}, whatever is refused`,
      mutant: (dice) =>
        traffic(pace, asBefore, { ms: dice.integer(2, 120) * 1000, refusals: dice.integer(1, 8) })(
          dice,
        ),
      mended: traffic(pace, (ms, leftMs) => Math.max(ms, leftMs + 5), often),
    },
  ]),
  ...[
    { crew: "one worker", thinkMs: [0] },
    { crew: "one worker that takes its time", thinkMs: [300] },
    { crew: "two workers", thinkMs: [0, 100] },
    { crew: "four workers", thinkMs: [0, 50, 50, 100] },
    { crew: "one that is quick and three that are slow", thinkMs: [0, 3000, 3000, 3000] },
  ].map(({ crew, thinkMs }): Row => ({
    lacks: `${crew}, each waits for itself`,
    mutant: workers("each for itself", thinkMs),
    mended: workers(
      "all",
      times(12, () => 100),
    ),
  })),
  ...[0.9, 0.97].map((share): Row => ({
    lacks: `20 a second, and ${Math.round(share * 100)} % of that after a 429`,
    mutant: traffic(
      (dice) => -50 * Math.log(1 - dice.fraction()),
      (ms) => ms / share,
      often,
    ),
    mended: traffic(
      (dice) => -50 * Math.log(1 - dice.fraction()),
      (ms) => ms * 4,
      often,
    ),
  })),
];

/** How far apart the workers of a crowd are refused, and when each comes back. */
const crowd =
  (refusedWithinMs: number, delay: (dice: Dice) => number, crowds = 3) =>
  (dice: Dice): Attempt[] =>
    times(crowds, (nth) =>
      times(dice.integer(8, 30), (worker) => {
        const at = nth * 60_000 + between(dice, 0, refusedWithinMs);
        const said = { likeness: `worker ${nth} ${worker}` };
        const end = at + 20 + noise(dice);
        const back = end + 2000 + delay(dice) + noise(dice);
        return [throttled(at, 2000, { ...said, end }), answered(back, { ...said, end: back + 20 })];
      }).flat(),
    )
      .flat()
      .toSorted((a, b) => a.at - b.at);

export const stampede: readonly Row[] = [
  ...[0, 20, 60, 120, 240].flatMap((refusedWithinMs): Row[] =>
    [0, 500].map((laterMs) => ({
      lacks: `all ${laterMs} ms after Retry-After, refused within ${refusedWithinMs} ms`,
      mutant: crowd(refusedWithinMs, () => laterMs),
      mended: crowd(refusedWithinMs, (dice) => laterMs + between(dice, 0, 2000)),
    })),
  ),
  {
    lacks: "within 20 ms, at random",
    mutant: crowd(10, (dice) => between(dice, 0, 20)),
    mended: crowd(10, (dice) => between(dice, 0, 1000)),
  },
];

const limit = 60;

/** Requests of which a window takes so many a minute, and says what is left. */
const windowed =
  (pace: Pace, heed: Heed, requests: (dice: Dice) => number) =>
  (dice: Dice): Attempt[] => {
    const attempts: Attempt[] = [];
    const shift = between(dice, 0, 30_000);
    let [used, window] = [0, 0];
    let at = shift;
    for (let nth = 0, all = requests(dice); nth < all; nth += 1) {
      const end = at + 1 + noise(dice);
      const now = Math.floor(at / 60_000);
      if (now !== window) [used, window] = [0, now];
      const leftMs = Math.ceil(((now + 1) * 60_000 - at) / 1000) * 1000;
      const said = { likeness: `request ${nth}`, end };
      if (used >= limit) attempts.push(throttled(at, leftMs, said));
      else {
        used += 1;
        const budget = { limit, remaining: limit - used, resetMs: leftMs };
        attempts.push(answered(at, { ...said, budget }));
      }
      const ownMs = pace(dice, nth);
      const remaining = limit - used;
      at += remaining <= limit * 0.2 ? heed(ownMs, leftMs / (remaining + 1), dice) : ownMs;
    }
    return attempts;
  };

const fast = paces.filter(([name]) => !/^1 a second|8 at once/.test(name));

export const budget: readonly Row[] = fast.map(([name, pace]): Row => ({
  lacks: `${name}, whatever is left`,
  mutant: windowed(pace, asBefore, (dice) => dice.integer(40, 200)),
  mended: windowed(
    pace,
    (ms, shareMs) => Math.max(ms, shareMs),
    () => 200,
  ),
}));
