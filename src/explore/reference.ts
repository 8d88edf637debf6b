import type { Attempt } from "../report/calls/attempt.ts";
import { counted } from "../report/figures.ts";
import { referenceOf, type Reference } from "../report/reference.ts";
import { type Difference, Facts, type LeftOut, leftOutOf } from "./difference.ts";
import { NoReferenceError } from "./no-reference.ts";
import { steadyLines, unsteadyCount } from "./output.ts";
import type { Run, Observation } from "./observation.ts";

/** Of a run without faults, what another is compared with. */
export type Quietly = Pick<Observation, "attempts" | "facts" | "output">;

/** What two runs without faults agree in. */
export function usualOf(one: Quietly, other: Quietly) {
  const leftOut = leftOutOf(one.facts, other.facts);
  const usual = new Facts(one.facts, leftOut);
  return {
    leftOut,
    /** By which retries are told from calls. */
    reference: referenceOf(one.attempts, other.attempts),
    /** Lines that are always printed. */
    lines: steadyLines(one.output, other.output),
    /** Where a run ends in another state. */
    differenceTo: ({ facts }: Pick<Observation, "facts">): Difference =>
      usual.difference(new Facts(facts, leftOut)),
  };
}

/** What the command does where nothing goes wrong. */
export interface Baseline {
  readonly attempts: readonly Attempt[];
  /** By which retries are told from calls. */
  readonly reference: Reference;
  readonly tookMs: number;
  /** How many records of each kind there are at its end. */
  readonly counts: Observation["counts"];
  /** Lines that it always prints. */
  readonly lines: readonly string[];
  /** What is not compared, a sentence each. */
  readonly notes: readonly string[];
  /** Whether running it again changes nothing that was compared: only then a second run can mend a first. */
  readonly isRepeatable: boolean;
  /** After how long something falls due at its end, in milliseconds. */
  readonly dueInMs: number;
  /** Where a run ends in another state. */
  readonly differenceTo: (seen: Observation) => Difference;
}

/**
 * Runs the command twice without faults, and once more on the state that it left.
 *
 * @param besides what else is to be said of it
 * @throws NoReferenceError if it fails, or asks nothing
 */
export async function baselineOf(run: Run, besides: readonly string[] = []): Promise<Baseline> {
  const one = await run([], "always");
  requireGood(one);
  const other = await run([], "never");
  if (other.exitCode === 0 && other.attempts.length === 0) {
    throw new NoReferenceError(`${remembers}. ${afresh}`, other.output);
  }
  requireGood(other);
  const { leftOut, lines, reference, differenceTo } = usualOf(one, other);
  const { again } = one;
  const isRepeatable =
    again !== undefined && again.exitCode === 0 && differenceTo(again).length === 0;
  return {
    attempts: one.attempts,
    reference,
    tookMs: Math.max(one.tookMs, other.tookMs),
    counts: one.counts,
    lines,
    notes: [
      ...besides,
      ...notesOf(leftOut, lines, one, other),
      ...(isRepeatable
        ? []
        : [
            "recovery and crash are not judged: without faults, too, a second run changes the state or fails.",
          ]),
    ],
    isRepeatable,
    dueInMs: Math.min(one.dueInMs, other.dueInMs),
    differenceTo,
  };
}

/** @throws NoReferenceError for a run that failed, or asked nothing */
export function requireGood({
  exitCode,
  isKilled,
  attempts,
  output,
  error,
  outside,
  problem,
}: Observation): void {
  const other = [...outside.keys()].find((account) => account !== null);
  if (attempts.length === 0 && other !== undefined) {
    const count = [...outside.values()].reduce((sum, each) => sum + each, 0);
    const what = `the command uses the key of the account ${other} (${counted(count, "request")})`;
    throw new NoReferenceError(`${what}. ${advice}`, output, other);
  }
  if (isKilled) {
    const what = "without faults the command was still running when its time was over";
    throw new NoReferenceError(`${what}. Give it longer with --timeout`, output);
  }
  if (exitCode !== 0) {
    const why = error === undefined ? `exit code ${exitCode}` : error;
    const what = `the command fails without faults (${why})`;
    throw new NoReferenceError(`${what}. Make it pass first: run it with exec`, output);
  }
  if (problem !== undefined) {
    const what = `the check fails without faults (${problem})`;
    throw new NoReferenceError(`${what}. Make it pass first`, output);
  }
  if (attempts.length > 0) return;
  const what = outside.has(null)
    ? "the command uses a key that the emulator does not know"
    : "the command makes no request to the emulator";
  throw new NoReferenceError(`${what}. ${advice}`, output);
}

const remembers =
  "the second run without faults makes no request: the command remembers the first, such as in a file";

const afresh =
  "Let it keep the file in SERVICE_EMULATOR_RUN_DIR, or give each run a copy of the working folder: --copy-cwd";

const advice = "Let it read SERVICE_EMULATOR_URL and SERVICE_EMULATOR_API_KEY";

/** What two runs without faults do not agree in, a sentence each. */
export function notesOf(
  { members, collections }: LeftOut,
  lines: readonly string[],
  one: Observation,
  other: Observation,
): string[] {
  const unsteady = unsteadyCount(one.output, lines);
  const differs = "not compared: two runs without faults differ in";
  const [a, b] = [one.attempts.length, other.attempts.length];
  return [
    ...(members.size === 0 ? [] : [`${differs} ${[...members].toSorted().join(", ")}.`]),
    ...(collections.size === 0
      ? []
      : [`${differs} the number of records of ${[...collections].toSorted().join(", ")}.`]),
    ...(unsteady > 0
      ? [`${differs} ${unsteady} ${unsteady === 1 ? "line" : "lines"} of output.`]
      : []),
    ...(a === b ? [] : [`Two runs without faults make ${a} and ${b} requests.`]),
  ];
}
