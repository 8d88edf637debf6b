import { count, described, integer, list, number, object, type Infer } from "../contract/shape.ts";
import type { Shape } from "../contract/shape.ts";
import type { PresetName } from "./names.ts";

const ms = (description: string) => count(`${description} In milliseconds.`);
const ratio = (description: string) => described(number(), description);
const atLeast = (min: number, description: string) => described(integer({ min }), description);

export const thresholdsShape = object({
  retriable: described(
    list(integer({ min: 400, max: 599 })),
    "Statuses that the client must retry.",
  ),
  attemptsMin: atLeast(2, "Minimum attempts of a call before the client gives up."),
  attemptsMax: atLeast(2, "Maximum attempts of a call."),
  totalMsMax: ms("Maximum time of a call, from its first attempt to its last response."),
  earlyMs: ms("How early a retry may come, since clocks and timers are not exact."),
  lateFactor: ratio("Longest accepted wait: `lateFactor` × Retry-After + `lateMs`."),
  lateMs: ms("Part of the longest accepted wait, see `lateFactor`."),
  growthMin: ratio("Ratio of one wait to the previous one above which the wait has grown."),
  jitterShare: ratio("Minimum spread of comparable waits, as a share of the wait."),
  samplesMin: atLeast(3, "Minimum number of comparable waits for a verdict on `jitter`."),
  slowTo: ratio("Maximum rate after a 429, as a share of the rate before."),
  crowdShare: ratio("Maximum share of the retries due together that may come within `crowdMs`."),
  crowdMs: ms("Time span in which retries count as simultaneous."),
  crowdMin: atLeast(2, "Minimum number of retries due together for a verdict on `stampede`."),
  lowShare: ratio("Remaining share of the limit at which the client should slow down."),
  refreshesMax: atLeast(1, "Maximum tokens that the client may request for one expired token."),
  patienceMsMax: ms("Longest time that the client may wait for a response that does not come."),
  loadMax: ratio(
    "Maximum requests to an operation, as a multiple of those in a run without faults.",
  ),
  connectionsMax: atLeast(1, "Maximum connections that the client may have open at once."),
});

/** Thresholds of the rules, by name. */
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
  patienceMsMax: 120_000,
  loadMax: 8,
  connectionsMax: 100,
};

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
    patienceMsMax: 300_000,
    loadMax: 15,
    connectionsMax: 250,
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
    patienceMsMax: 30_000,
    loadMax: 6,
    connectionsMax: 50,
  },
};

export const thresholdsPartShape = partly(thresholdsShape);

function partly(shape: Shape<Thresholds>): Shape<Partial<Thresholds>> {
  if (shape.kind !== "object") return shape;
  const members = [...shape.members].map(
    ([name, each]) => [name, { ...each, required: false }] as const,
  );
  return { ...shape, members: new Map(members) };
}

export const thresholdNames: readonly string[] =
  thresholdsShape.kind === "object" ? [...thresholdsShape.members.keys()] : [];

/** Thresholds as a URL or a shell has them, such as `attemptsMax: "10"`, `retriable: "429,503"`. */
export function readThresholds(texts: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      name === "retriable" ? text.split(",").map(numberOf) : numberOf(text),
    ]),
  );
}

/** Nothing is no number. */
const numberOf = (text: string): number => (text.trim() === "" ? Number.NaN : Number(text));
