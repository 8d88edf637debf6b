import type { Attempt } from "../../../src/report/calls/attempt.ts";
import type { Dice } from "../../../src/world/dice.ts";
import { refused } from "../../support/report.ts";

/** How long a client waits before it tries again: `step` from 0 on, `before` the wait before. */
type Backoff = (step: number, dice: Dice, before: number) => number;

const base = 200;
const between = (dice: Dice, from: number, to: number): number =>
  from + dice.fraction() * (to - from);
const doubling = (step: number): number => base * 2 ** step;

/** As clients do it; milliseconds. */
const backoffs = {
  fixed: () => 1000,
  "fixed with jitter": (_, dice) => between(dice, 500, 1500),
  "fixed with little jitter": (_, dice) => between(dice, 900, 1100),
  none: () => 0,
  "at random": (_, dice) => between(dice, 0, 2000),
  falling: (step) => 10_000 / 2 ** step,
  linear: (step) => base * (step + 1),
  exponential: doubling,
  capped: (step) => Math.min(doubling(step), 1000),
  "full jitter": (step, dice) => between(dice, 0, doubling(step)),
  "equal jitter": (step, dice) => between(dice, doubling(step) / 2, doubling(step)),
  "decorrelated jitter": (_, dice, before) => Math.min(20_000, between(dice, base, before * 3)),
} satisfies Record<string, Backoff>;

export type BackoffName = keyof typeof backoffs;

/** What timers and the network add, in milliseconds. */
const noise = (dice: Dice): number => -2 * Math.log(1 - dice.fraction());

/** Calls of a client that failed again and again, three to seven times each. */
export function callsOf(name: BackoffName, calls: number, dice: Dice): Attempt[] {
  const backoff: Backoff = backoffs[name];
  const attempts: Attempt[] = [];
  for (let call = 0; call < calls; call += 1) {
    let at = call * 1_000_000;
    let wait = base;
    const retries = dice.integer(2, 6);
    for (let step = 0; step <= retries; step += 1) {
      attempts.push(refused(at, { likeness: `call ${call}` }));
      wait = backoff(step, dice, wait);
      at += 1 + wait + noise(dice);
    }
  }
  return attempts;
}
