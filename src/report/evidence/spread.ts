import { sum } from "../slices.ts";
import { median } from "simple-statistics";
import { likelihoodOf, meanOf, type Series } from "./e-value.ts";

export interface Random {
  /** The span from which they are drawn, as a share of the wait, at least. */
  readonly shareMin: number;
  /** What clocks, timers and a busy machine add to a wait, in milliseconds. */
  readonly noiseMs: number;
}

/**
 * E-values, as logarithms. Each wait is held against the middle of those of its kind before it. That they are random is held against waits of
 * one length, of which a busy machine makes few much longer; that they are alike against any jitter of the least span.
 * @param kinds waits of one operation, step and failure each, in milliseconds, in the order in which they were seen
 */
export function spreadOf(kinds: Series, random: Random) {
  const steps = kinds.map((waits) => outcomesOf(waits, random));
  return {
    random: meanOf(randomly.map((often) => sum(steps.map((each) => randomOf(each, often))))),
    alike: meanOf(steadily.map((often) => sum(steps.map((each) => alikeOf(each, often))))),
  };
}

/** How often a random wait is far from the middle of others, and how often one of a single length is near it. */
const randomly = [0.3, 0.5, 0.75, 0.95] as const;
const steadily = [0.6, 0.8, 0.95] as const;
/** So often, at most, a busy machine makes a wait of one length much longer. */
const outliersMax = 0.15;

type Outcomes = ReturnType<typeof outcomesOf>;

function outcomesOf(waits: readonly number[], { shareMin, noiseMs }: Random) {
  /** Of each that is near: how likely that is by chance, at most. */
  const near: number[] = [];
  let far = 0;
  for (const [index, wait] of waits.entries()) {
    if (index === 0) continue;
    const middle = median(waits.slice(Math.max(0, index - middleOf), index));
    const off = Math.abs(wait - middle);
    const spanMs = Math.max(shareMin * middle, noiseMs);
    const nearMs = Math.min(noiseMs, Math.max(2, middle / 250));
    if (off > Math.max(noiseMs, spanMs / 2)) far += 1;
    else if (off <= nearMs) near.push(Math.min(nearMax, (2 * nearMs) / spanMs));
  }
  return { far, near, others: Math.max(0, waits.length - 1) - far - near.length };
}

/** A middle of more of them is no more exact. */
const middleOf = 40;
const nearMax = 0.6;

const randomOf = ({ far, others, near }: Outcomes, often: number): number =>
  far * Math.log(often) +
  (others + near.length) * Math.log(1 - often) -
  likelihoodOf(far, others + near.length, [0, outliersMax]);

const alikeOf = ({ far, others, near }: Outcomes, often: number): number =>
  near.length * Math.log(often) - sum(near.map(Math.log)) + (far + others) * Math.log(1 - often);
