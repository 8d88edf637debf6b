import {
  described,
  type Infer,
  integer,
  list,
  number,
  object,
  type Shape,
} from "../contract/shape.ts";
import type { PresetName } from "./names.ts";

const ms = (description: string) =>
  described(integer({ min: 0 }), `${description} In milliseconds.`);
const share = (description: string) => described(number(), description);

/** What the rules measure against; all times are the client's. */
export const thresholdsShape = object({
  retriable: described(
    list(integer({ min: 400, max: 599 })),
    "Statuses after which the client must try again.",
  ),
  attemptsMin: described(integer({ min: 2 }), "Fewer attempts than that are no fair try."),
  attemptsMax: described(integer({ min: 2 }), "More attempts of one call are too many."),
  totalMsMax: ms("Longer than that no call may go on, from its first attempt to its last answer."),
  earlyMs: ms("So much before Retry-After is over is let pass: clocks and timers are not exact."),
  lateFactor: described(number(), "So many times Retry-After, and `lateMs`, may be waited."),
  lateMs: ms("What may be waited beyond that."),
  growthMin: described(number(), "A step that is so many times the one before has grown."),
  jitterShare: share("How widely waits of one step must be spread, as a share of the wait."),
  samplesMin: described(integer({ min: 3 }), "With fewer waits nothing is said of jitter."),
  slowTo: share("What may be left of the rate after a 429, as a share of the rate before."),
  crowdShare: share("What share of those who wait may come back within `crowdMs`."),
  crowdMs: ms("How narrow a crowd is."),
  crowdMin: described(integer({ min: 2 }), "Fewer than that are no crowd."),
  lowShare: share("What is left of the budget, as a share, when the client should slow down."),
  refreshesMax: described(integer({ min: 1 }), "How many tokens one expiry may cost."),
});

export type Thresholds = Infer<typeof thresholdsShape>;

/** What passes by itself, as a proxy before the service says it, too. */
const passing = [502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527];

const service: Thresholds = {
  retriable: [429, 500, ...passing],
  attemptsMin: 3,
  attemptsMax: 8,
  totalMsMax: 300_000,
  earlyMs: 20,
  lateFactor: 4,
  lateMs: 30_000,
  growthMin: 1.2,
  jitterShare: 0.05,
  samplesMin: 10,
  slowTo: 0.8,
  crowdShare: 0.75,
  crowdMs: 50,
  crowdMin: 5,
  lowShare: 0.2,
  refreshesMax: 1,
};

/** What each preset measures against. @guess */
export const presets: Readonly<Record<PresetName, Thresholds>> = {
  gentle: {
    ...service,
    retriable: [429, ...passing],
    attemptsMin: 2,
    attemptsMax: 15,
    totalMsMax: 900_000,
    earlyMs: 50,
    lateFactor: 10,
    lateMs: 60_000,
    slowTo: 0.95,
    crowdShare: 0.9,
    lowShare: 0.1,
    refreshesMax: 2,
  },
  service,
  strict: {
    ...service,
    attemptsMax: 6,
    totalMsMax: 120_000,
    earlyMs: 10,
    lateFactor: 2,
    lateMs: 10_000,
    growthMin: 1.3,
    jitterShare: 0.1,
    slowTo: 0.5,
    crowdShare: 0.5,
  },
};

/** Some of them told anew. */
export const thresholdsPartShape = partly(thresholdsShape);

function partly(shape: Shape<Thresholds>): Shape<Partial<Thresholds>> {
  if (shape.kind !== "object") return shape;
  const members = new Map(
    [...shape.members].map(([name, member]) => [name, { ...member, required: false }]),
  );
  return { ...shape, members };
}
