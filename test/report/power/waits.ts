import type { Dice } from "../../../src/world/dice.ts";
import {
  type Answer,
  between,
  calls,
  type Failure,
  type Row,
  times,
  type Wait,
} from "./simulated.ts";

/** Rows of the rules about waits: `retry-after`, `growing`, `jitter`. */

const secondsTried = [0.5, 1, 2, 3, 5] as const;

const spread = (dice: Dice, ms: number, share: number): number =>
  ms * between(dice, 1 - share, 1 + share);

/** Waits that nothing sets but the client itself. */
const own: readonly (readonly [name: string, wait: Wait])[] = [
  ...secondsTried.flatMap((seconds): [string, Wait][] => [
    [`fixed ${seconds} s`, () => seconds * 1000],
    [`${seconds} s and a tenth more or less`, (_, dice) => spread(dice, seconds * 1000, 0.1)],
    [`${seconds} to ${seconds * 1.5} s`, (_, dice) => between(dice, seconds, seconds * 1.5) * 1000],
  ]),
  ["0 to 10 s at random", (_, dice) => between(dice, 0, 10_000)],
  ["2 to 6 s at random", (_, dice) => between(dice, 2000, 6000)],
  ["5 to 7 s at random", (_, dice) => between(dice, 5000, 7000)],
  ["5 s, and often much longer", (_, dice) => 5000 - 2000 * Math.log(1 - dice.fraction())],
  ["2 s, then 5 s, and on by 2.5", ({ step }) => 2000 * 2.5 ** step],
  ["1 s, doubled each time", ({ step }) => 1000 * 2 ** step],
  ["5 s, doubled each time", ({ step }) => 5000 * 2 ** step],
  ["5 s after a 429, half a second else", ({ status }) => (status === 429 ? 5000 : 500)],
  [
    "2 s, and by 2.5 more with each failure of all",
    ({ nth }) => Math.min(60_000, 2000 * 2.5 ** nth),
  ],
];

const promised = (seconds: number, form: Answer["form"] = "seconds", status = 429): Answer => ({
  status,
  promiseMs: seconds * 1000 - (form === "date" ? 137 : 0),
  form,
});

/** Promises as somebody may plan them. */
const plans: readonly (readonly Answer[])[] = [
  [promised(1)],
  [promised(2)],
  [promised(5)],
  [promised(5), promised(2)],
  [promised(2), promised(5)],
  [promised(1), promised(2)],
  [promised(10), promised(5), promised(2)],
  [promised(2), { status: 500 }, promised(5)],
  [promised(5), { status: 429 }, promised(2), { status: 429 }],
];

/** Calls of which each fails one to three times, as the plan goes on. */
function answersOf(dice: Dice, count: number, plan: readonly Answer[]): Answer[][] {
  let next = 0;
  return times(count, () => times(dice.integer(1, 3), () => plan[next++ % plan.length] as Answer));
}

const planned = (wait: Wait) => (dice: Dice) =>
  calls(dice, answersOf(dice, dice.integer(1, 40), dice.pick(plans)), wait);

/** Where the longer promise comes first, as in the shipped scenario. */
const telling =
  (wait: Wait, plan: readonly Answer[] = [promised(5), promised(2)]) =>
  (dice: Dice) =>
    calls(
      dice,
      times(6, () => [...plan]),
      wait,
    );

const heeds =
  (wait: Wait): Wait =>
  (failure, dice) =>
    failure.promiseMs ?? wait(failure, dice);

const everyForm = [promised(5), promised(2), promised(4, "date"), promised(2, "date")];

const onDate =
  (seconds: number): Wait =>
  (failure) =>
    failure.form === "seconds" ? failure.promiseMs : seconds * 1000;

export const retryAfter: readonly Row[] = [
  ...own.map(([lacks, wait]): Row => ({
    lacks,
    mutant: planned(wait),
    mended: telling(heeds(wait)),
  })),
  ...[1, 3, 4].map((cap): Row => {
    const capped: Wait = ({ promiseMs = 500 }) => Math.min(promiseMs, cap * 1000);
    return {
      lacks: `waits as told, but never longer than ${cap} s`,
      mutant: telling(capped),
      mended: telling(heeds(() => 500)),
    };
  }),
  ...secondsTried.map((seconds): Row => ({
    lacks: `waits as told, and ${seconds} s where it is told a date`,
    mutant: telling(onDate(seconds), everyForm),
    mended: telling(
      heeds(() => 500),
      everyForm,
    ),
  })),
  {
    lacks: "waits as told after a 429, and 5 s after a 503",
    mutant: telling(
      ({ status, promiseMs }) => (status === 429 ? promiseMs : 5000),
      [promised(5), promised(2), promised(5, "seconds", 503), promised(2, "seconds", 503)],
    ),
    mended: telling(
      heeds(() => 500),
      [promised(5), promised(2), promised(5, "seconds", 503), promised(2, "seconds", 503)],
    ),
  },
  {
    lacks: "takes seconds for milliseconds",
    mutant: planned(({ promiseMs = 500 }) => promiseMs / 1000),
    mended: telling(heeds(() => 500)),
  },
  {
    lacks: "waits 5 to 8 s at random",
    mutant: planned((_, dice) => between(dice, 5000, 8000)),
    // It adds up to a second: many promises tell that from chance.
    mended: (dice) =>
      calls(
        dice,
        times(30, (call) => [promised(call % 2 === 0 ? 5 : 2)]),
        ({ promiseMs = 500 }) => promiseMs + between(dice, 0, 1000),
      ),
  },
];

/** Calls that fail again and again, with nothing that tells how long to wait. */
const failing = (wait: Wait, count: number, from: number, to: number) => (dice: Dice) =>
  calls(
    dice,
    times(count, () => times(dice.integer(from, to), () => ({ status: 503 }))),
    wait,
  );

const someFailing = (wait: Wait) => (dice: Dice) => failing(wait, dice.integer(1, 40), 2, 7)(dice);

const grown = ({ step }: Failure): number => 500 * 2 ** step;

export const growing: readonly Row[] = [
  ...secondsTried.flatMap((seconds): Row[] => [
    {
      lacks: `fixed ${seconds} s`,
      mutant: someFailing(() => seconds * 1000),
      mended: failing(({ step }) => seconds * 1000 * 2 ** step, 3, 5, 6),
    },
    {
      lacks: `${seconds} s and a tenth more or less`,
      mutant: someFailing((_, dice) => spread(dice, seconds * 1000, 0.1)),
      mended: failing(({ step }, dice) => spread(dice, seconds * 1000 * 2 ** step, 0.1), 4, 5, 6),
    },
    {
      lacks: `0 to ${seconds} s at random`,
      mutant: someFailing((_, dice) => between(dice, 0, seconds * 1000)),
      mended: failing(({ step }, dice) => between(dice, 0, seconds * 1000 * 2 ** step), 12, 5, 6),
    },
  ]),
  {
    lacks: "0 to 2 s at random, and its twin grows by 1.5 alone",
    mutant: someFailing((_, dice) => between(dice, 0, 2000)),
    mended: failing(({ step }, dice) => between(dice, 0, 2000 * 1.5 ** step), 20, 5, 6),
  },
  {
    lacks: "1, 2 or 4 s at random",
    mutant: someFailing((_, dice) => dice.pick([1000, 2000, 4000])),
    mended: failing(({ step }) => 1000 * 2 ** Math.min(step, 2), 8, 4, 5),
  },
  {
    lacks: "8 s, halved each time",
    mutant: someFailing(({ step }) => 8000 / 2 ** step),
    mended: failing(grown, 3, 5, 6),
  },
];

export const jitter: readonly Row[] = [
  ...secondsTried.map((seconds): Row => ({
    lacks: `fixed ${seconds} s`,
    mutant: someFailing(() => seconds * 1000),
    mended: failing((_, dice) => between(dice, 0, seconds * 1000), 20, 1, 2),
  })),
  {
    lacks: "half a second, doubled each time",
    mutant: someFailing(grown),
    mended: failing((failure, dice) => between(dice, 0, grown(failure)), 20, 2, 3),
  },
  {
    lacks: "1, 2 or 4 s in turn, as all its calls fail",
    mutant: someFailing(({ nth }) => 1000 * 2 ** (nth % 3)),
    mended: failing(({ nth }, dice) => between(dice, 0.5, 1) * 1000 * 2 ** (nth % 3), 20, 1, 2),
  },
  {
    lacks: "half a second, and up to 15 ms more by a busy machine",
    mutant: someFailing((_, dice) => 500 + between(dice, 0, 15)),
    mended: failing((_, dice) => between(dice, 250, 500), 20, 1, 2),
  },
  {
    lacks: "1 s after a 503, 3 s after a 500",
    mutant: (dice) =>
      calls(
        dice,
        times(dice.integer(1, 60), () => [{ status: dice.pick([500, 503]) }]),
        ({ status }) => (status === 503 ? 1000 : 3000),
      ),
    mended: (dice) =>
      calls(
        dice,
        times(40, () => [{ status: dice.pick([500, 503]) }]),
        ({ status }) => between(dice, 0.5, 1) * (status === 503 ? 1000 : 3000),
      ),
  },
];

/** Waits of two loops: the inner one makes so many retries, and the outer one waits so much longer after each of its rounds. */
const looped =
  (inner: Wait, retries: number, outer: Wait): Wait =>
  (failure, dice) => {
    const step = failure.step % (retries + 1);
    const round = Math.floor(failure.step / (retries + 1));
    return step < retries
      ? inner({ ...failure, step }, dice)
      : outer({ ...failure, step: round }, dice);
  };

/** As many retries in one loop, of which the waits grow. */
const oneLoop = failing(grown, 12, 5, 6);

export const layers: readonly Row[] = [
  {
    lacks: "half a second and 1 s, within 5 s",
    mutant: someFailing(looped(grown, 2, () => 5000)),
    mended: oneLoop,
  },
  {
    lacks: "a second, within a second",
    mutant: someFailing(
      looped(
        () => 1000,
        1,
        () => 1000,
      ),
    ),
    mended: oneLoop,
  },
  {
    lacks: "1 s and 2 s, within a tenth of a second",
    mutant: someFailing(
      looped(
        ({ step }) => 1000 * 2 ** step,
        2,
        () => 100,
      ),
    ),
    mended: oneLoop,
  },
  {
    lacks: "full jitter, within full jitter of four times as much",
    mutant: someFailing(
      looped(
        (failure, dice) => between(dice, 0, grown(failure)),
        1,
        (failure, dice) => between(dice, 0, 4 * grown(failure)),
      ),
    ),
    mended: failing((failure, dice) => between(dice, 0, grown(failure)), 60, 4, 5),
  },
];
