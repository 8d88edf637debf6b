import { counted } from "../report/figures.ts";
import { referenceOf, type Reference } from "../report/reference.ts";
import { type Difference, Facts, type LeftOut, leftOutOf } from "./difference.ts";
import { NoReferenceError } from "./no-reference.ts";
import { steadyLines, unsteadyCount, missingLines } from "./output.ts";
import { type Observation, type Run, whyFailed } from "./observation.ts";
import type { Emulation } from "../emulation/emulation.ts";
import { failed } from "../report/calls/attempt.ts";
import { Observed } from "../report/observed.ts";
import { type Left, lookAt, printedOf, type Quiet } from "../scenarios/quiet.ts";
import { rolesOf } from "../scenarios/roles.ts";
import { wholeWalks } from "../scenarios/whole-walks.ts";
import { type Fact, factsOf } from "./facts.ts";
import { differenceText } from "./printed/words.ts";

type Quietly = Pick<Observation, "attempts" | "facts" | "output">;

export function usualOf(one: Quietly, other: Quietly) {
  const leftOut = leftOutOf(one.facts, other.facts);
  const usual = new Facts(one.facts, leftOut);
  return {
    leftOut,
    reference: referenceOf(one.attempts, other.attempts),
    lines: steadyLines(one.output, other.output),
    differenceTo: ({ facts }: Pick<Observation, "facts">): Difference =>
      usual.difference(new Facts(facts, leftOut)),
  };
}

export interface Baseline
  extends
    Pick<Observation, "attempts" | "tookMs" | "counts" | "dueInMs">,
    Omit<ReturnType<typeof usualOf>, "leftOut"> {
  readonly reference: Reference;
  /** What is not compared, a sentence each. */
  readonly notes: readonly string[];
  /** Whether running it again changes nothing that was compared: only then a second run can mend a first. */
  readonly isRepeatable: boolean;
}

/** How many requests a run may make. A page that holds few records needs many. */
export const requestsMaxOf = ({ attempts }: Baseline): number => 200 + 100 * attempts.length;

/** Runs the command twice, and once more on the state that it left. @throws NoReferenceError if it fails, or asks nothing */
export async function baselineOf(run: Run, besides: readonly string[] = []): Promise<Baseline> {
  const one = await run([], "always");
  requireGood(one);
  const other = await run([], "never");
  if (other.exitCode === 0 && other.attempts.length === 0)
    throw new NoReferenceError(`${remembers}. ${afresh}`, other.output);
  requireGood(other);
  const { leftOut, ...usual } = usualOf(one, other);
  const { again, attempts, counts } = one;
  const isRepeatable = again?.exitCode === 0 && usual.differenceTo(again).length === 0;
  return {
    ...usual,
    attempts,
    counts,
    isRepeatable,
    tookMs: Math.max(one.tookMs, other.tookMs),
    dueInMs: Math.min(one.dueInMs, other.dueInMs),
    notes: [
      ...besides,
      ...notesOf(leftOut, usual.lines, one, other),
      ...(isRepeatable ? [] : [unrepeatable]),
    ],
  };
}

const unrepeatable =
  "recovery and crash are not judged: without faults, too, a second run changes the state or fails.";
const remembers =
  "the second run without faults makes no request: the command remembers the first, such as in a file";
const afresh =
  "Let it keep the file in SERVICE_EMULATOR_RUN_DIR, or give each run a copy of the working folder: --copy-cwd";
const advice = "Let it read SERVICE_EMULATOR_URL and SERVICE_EMULATOR_API_KEY";

/** @throws NoReferenceError for a run that failed, or asked nothing */
export function requireGood(seen: Observation): void {
  const { exitCode, attempts, output, outside, problem } = seen;
  const refused = (why: string, account?: string) => new NoReferenceError(why, output, account);
  const other = [...outside.keys()].find((account) => account !== null);
  if (attempts.length === 0 && other !== undefined) {
    const count = [...outside.values()].reduce((sum, each) => sum + each, 0);
    const what = `the command uses the key of the account ${other} (${counted(count, "request")})`;
    throw refused(`${what}. ${advice}`, other);
  }
  if (seen.isKilled) {
    const what = "without faults the command was still running when its time was over";
    throw refused(`${what}. Give it longer with --timeout`);
  }
  if (exitCode !== 0) {
    const what = `the command fails without faults (${whyFailed(seen)})`;
    throw refused(`${what}. Make it pass first: run it with exec`);
  }
  if (problem !== undefined)
    throw refused(`the check fails without faults (${problem}). Make it pass first`);
  if (attempts.length > 0) return;
  const what = outside.has(null)
    ? "the command uses a key that the emulator does not know"
    : "the command makes no request to the emulator";
  throw refused(`${what}. ${advice}`);
}

export function notesOf(left: LeftOut, lines: string[], one: Observation, other: Observation) {
  const { members, collections } = left;
  const unsteady = unsteadyCount(one.output, lines);
  const differs = "not compared: two runs without faults differ in";
  const listed = (names: ReadonlySet<string>) => [...names].toSorted().join(", ");
  const [a, b] = [one.attempts.length, other.attempts.length];
  return [
    members.size > 0 && `${differs} ${listed(members)}.`,
    collections.size > 0 && `${differs} the number of records of ${listed(collections)}.`,
    unsteady > 0 && `${differs} ${counted(unsteady, "line")} of output.`,
    a !== b && `Two runs without faults make ${a} and ${b} requests.`,
  ].filter((note) => note !== false);
}

/** Runs a client twice from the present state, without faults and limits and without a trace, for others to compare with. */
export async function quietOf(emulation: Emulation, run: () => unknown): Promise<Quiet> {
  const one = await ranAside(emulation, run);
  const other = await ranAside(emulation, run);
  const { reference, lines, differenceTo } = usualOf(one, other);
  const isSteady = one.attempts.length === other.attempts.length;
  const alsoGood = goodIn(other);
  return {
    ...reference,
    roles: rolesOf(one.attempts, emulation.api.targets),
    requests: isSteady ? one.attempts.length : undefined,
    operations: new Set([...goodIn(one)].filter((each) => alsoGood.has(each))),
    walks: wholeWalks(one.attempts.toSorted((a, b) => a.at - b.at)),
    departure: (left) => {
      const difference = differenceTo({ facts: factsOfAll(left) });
      const more = difference.filter(({ expected, found }) => found > expected);
      return { all: differenceText(difference), more: differenceText(more) };
    },
    missing: (output) => missingLines(lines, output),
  };
}

const ranAside = (emulation: Emulation, run: () => unknown): Promise<Quietly> =>
  emulation.aside(async ({ journal }) => {
    const observed = new Observed(journal);
    const left = lookAt(emulation);
    try {
      const output = printedOf(await run());
      const facts = factsOfAll(left());
      return { attempts: observed.attempts(), facts, output };
    } finally {
      observed.stop();
    }
  });

const goodIn = ({ attempts }: Quietly): Set<string> =>
  new Set(attempts.flatMap((each) => (each.hasRow && !failed(each) ? [each.operation] : [])));

const factsOfAll = ({ before, after, spans }: Left): Fact[] =>
  [...before].flatMap(([account, state]) =>
    factsOf(state.tables(), after.get(account)?.tables() ?? new Map(), { account, spans }),
  );
