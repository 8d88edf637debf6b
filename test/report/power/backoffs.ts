import type { Dice } from "../../../src/world/dice.ts";
import { between } from "./simulated.ts";

/** How long a client waits, in milliseconds: `step` from 0 on, `before` the wait before (the base at first). */
type Waits = (step: number, dice: Dice, before: number, base: number) => number;

/** A backoff as a library or a paper has it. `little`: less than a rule can be sure of. */
export interface Backoff {
  readonly name: string;
  readonly grows: boolean;
  readonly jitter: "none" | "little" | "much";
  readonly waits: Waits;
}

const up = (base: number, step: number, factor = 2, cap = Number.POSITIVE_INFINITY): number =>
  Math.min(cap, base * factor ** step);

const around = (dice: Dice, ms: number, share: number): number =>
  ms * between(dice, 1 - share, 1 + share);

const steady = (name: string, waits: Waits): Backoff => ({
  name,
  grows: false,
  jitter: "none",
  waits,
});
const random = (name: string, waits: Waits): Backoff => ({
  name,
  grows: false,
  jitter: "much",
  waits,
});
const growing = (name: string, waits: Waits): Backoff => ({
  name,
  grows: true,
  jitter: "none",
  waits,
});
const both = (name: string, waits: Waits): Backoff => ({
  name,
  grows: true,
  jitter: "much",
  waits,
});

export const backoffs: readonly Backoff[] = [
  steady("fixed", (_, __, ___, base) => base),
  steady("falling", (step, _, __, base) => base * 8 * 0.5 ** step),
  steady("at once", () => 0),
  ...[0.1, 0.2, 0.5].map((share) =>
    random(`fixed, ${share * 100} % more or less`, (_, dice, __, base) =>
      around(dice, base, share),
    ),
  ),
  random("at random from 0", (_, dice, __, base) => between(dice, 0, 2 * base)),
  random("tenacity wait_random(1, 3)", (_, dice) => between(dice, 1000, 3000)),
  growing("linear", (step, _, __, base) => base * (step + 1)),
  growing("linear, to a cap", (step, _, __, base) => Math.min(3 * base, base * (step + 1))),
  ...[1.5, 2, 3].flatMap((factor) => [
    growing(`exponential by ${factor}`, (step, _, __, base) => up(base, step, factor)),
    growing(`exponential by ${factor}, to a cap`, (step, _, __, base) =>
      up(base, step, factor, 4 * base),
    ),
  ]),
  growing("doubled once, the cap", (step, _, __, base) => up(base, step, 2, 2 * base)),
  growing("undici", (step) => up(500, step, 2, 30_000)),
  growing("ky", (step) => up(300, step)),
  growing("go-retryablehttp", (step) => up(1000, step, 2, 30_000)),
  growing("urllib3", (step, _, __, base) => (step === 0 ? 0 : up(base, step))),
  both("urllib3 backoff_jitter", (step, dice, _, base) =>
    step === 0 ? between(dice, 0, base) : up(base, step) + between(dice, 0, base),
  ),
  { ...growing("got", (step, dice) => up(1000, step) + between(dice, 0, 100)), jitter: "little" },
  both("axios-retry exponentialDelay", (step, dice) => up(200, step) * between(dice, 1, 1.2)),
  both(
    "async-retry, p-retry randomize",
    (step, dice, _, base) => up(base, step) * between(dice, 1, 2),
  ),
  both("tenacity wait_exponential_jitter", (step, dice) => up(1000, step) + between(dice, 0, 1000)),
  both("tenacity wait_random_exponential", (step, dice) =>
    between(dice, 0, up(1000, step, 2, 60_000)),
  ),
  both("full jitter", (step, dice, _, base) => between(dice, 0, up(base, step))),
  both("full jitter, to a cap", (step, dice, _, base) =>
    between(dice, 0, up(base, step, 2, 4 * base)),
  ),
  both("equal jitter", (step, dice, _, base) => up(base, step) * between(dice, 0.5, 1)),
  both(
    "equal jitter, to a cap",
    (step, dice, _, base) => up(base, step, 2, 4 * base) * between(dice, 0.5, 1),
  ),
  both("decorrelated jitter", (_, dice, before, base) =>
    Math.min(20_000, between(dice, base, before * 3)),
  ),
  both("decorrelated jitter, to a cap", (_, dice, before, base) =>
    Math.min(8 * base, between(dice, base, before * 3)),
  ),
  both("resilience4j, google-http: by 1.5, a half more or less", (step, dice, _, base) =>
    around(dice, up(base, step, 1.5), 0.5),
  ),
  both("exponential, a tenth more or less", (step, dice, _, base) =>
    around(dice, up(base, step), 0.1),
  ),
  both("AWS SDK, standard", (step, dice) => between(dice, 0, up(1000, step, 2, 20_000))),
];

/** A loop of retries, and the one around it. */
export interface Nested {
  readonly name: string;
  readonly inner: Pick<Backoff, "waits">;
  readonly outer: Pick<Backoff, "waits">;
}

const fixed = { waits: (_: number, __: Dice, ___: number, base: number) => base };
const doubled = { waits: (step: number, _: Dice, __: number, base: number) => up(base, step) };
const fully = {
  waits: (step: number, dice: Dice, _: number, base: number) => between(dice, 0, up(base, step)),
};
const halfway = {
  waits: (step: number, dice: Dice, _: number, base: number) =>
    up(base, step) * between(dice, 0.5, 1),
};

export const nested: readonly Nested[] = [
  { name: "fixed in fixed", inner: fixed, outer: fixed },
  { name: "exponential in fixed", inner: doubled, outer: fixed },
  { name: "exponential in exponential", inner: doubled, outer: doubled },
  { name: "fixed in exponential", inner: fixed, outer: doubled },
  { name: "full jitter in fixed", inner: fully, outer: fixed },
  { name: "full jitter in full jitter", inner: fully, outer: fully },
  { name: "equal jitter in exponential", inner: halfway, outer: doubled },
  { name: "exponential in equal jitter", inner: doubled, outer: halfway },
];
