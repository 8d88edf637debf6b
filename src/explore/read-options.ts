import { ControlError } from "../emulation/problem.ts";
import { readAs } from "../control/read.ts";
import { durationShape, parseDuration } from "../world/time/duration.ts";
import { nearest, matchesGlob } from "../world/name-match.ts";
import type { Rows } from "../world/faults/plan.ts";
import { type Search, searchDefault } from "./search.ts";
import { pageLoops } from "./candidates.ts";
import { crashKinds, momentKinds } from "./trials/moments.ts";
import { everyKind } from "./kinds.ts";
import { described, integer, list, literal, number, object } from "../contract/shape.ts";
import { oneOf, record, type Shape, string, text } from "../contract/shape.ts";
import type { OperationId } from "../contract/names.ts";
import { silentWords } from "../world/faults/kinds.ts";
import { oracleNames } from "./names.ts";
import type { ExploreOptions } from "./types.ts";

export const exploreShape = object({
  "seed?": described(integer(), "Seed of the order of the schedules. Default: 1."),
  "budget?": described(
    oneOf(integer({ min: 1 }), durationShape()),
    "Number of runs, or a duration such as 2m. Default: 5m.",
  ),
  "soak?": durationShape(
    "In place of budget: go on for this long, with several faults in a run that are drawn at random.",
  ),
  "probability?": described(
    record(number()),
    "With soak: the probability with which each call meets a kind of fault, such as { 429: 0.02, close: 0.01 }.",
  ),
  "only?": described(
    list(text("An operation id or a kind of fault; * matches anything.")),
    "Only faults on these operations, and of these kinds, such as create_list or 'reset after'.",
  ) as Shape<readonly (OperationId | (string & Record<never, never>))[]>,
  "include?": described(
    list(text("A kind of fault, such as 'page skip'.")),
    `Faults that no client can notice: ${silentWords.join(", ")}; page-loops: pages without an end.`,
  ),
  "mustSurvive?": described(
    list(text("A status, reset or timeout.")),
    "What must not end the client. reset and timeout: of reads. Default: 429, 503, reset, timeout.",
  ),
  "depth?": described(integer({ min: 1, max: 4 }), "Maximum faults in a schedule. Default: 2."),
  "oracles?": described(
    list(literal(...oracleNames), { min: 1 }),
    "What to judge a run by. Default: all.",
  ),
  "jobs?": described(integer({ min: 1, max: 64 }), "Runs side by side. Default: 4."),
  "timeout?": durationShape("Longest time of a run. Default: 30s."),
  "confirm?": described(
    integer({ min: 1, max: 1000 }),
    "How often a defect is run again, at most. Default: 10.",
  ),
  "shard?": described(
    string({ pattern: "[1-9][0-9]*/[1-9][0-9]*" }),
    "Only this part of the schedules, such as 1/4.",
  ),
});

/** @throws ControlError for the first member that is wrong */
export function searchOf(input: ExploreOptions, rows: Rows): Search {
  const read = readAs(exploreShape, input);
  const { budget, soak, shard, timeout, only = [], include = [], mustSurvive, ...rest } = read;
  const { probability = {}, ...search } = rest;
  if (soak !== undefined && budget !== undefined)
    throw new ControlError("goes in place of budget", "soak");
  const likely = Object.entries(probability);
  const meant = meantBy(only, rows);
  requireSilent(include);
  if (soak === undefined && likely.length > 0)
    throw new ControlError("goes with soak", "probability");
  requireLikely(likely, include);
  if (mustSurvive !== undefined) requireSurvivable(mustSurvive);
  return {
    ...searchDefault,
    ...search,
    ...meant,
    ...(likely.length > 0 && { kinds: likely.map(([kind]) => kind), probability: likely }),
    include,
    ...(mustSurvive !== undefined && { mustSurvive }),
    ...(typeof budget === "number" && { runs: budget, ms: Number.POSITIVE_INFINITY }),
    ...(typeof budget === "string" && { ms: msOf(budget, "budget") }),
    ...(soak !== undefined && { ms: msOf(soak, "soak"), soaks: true }),
    ...(shard !== undefined && { shard: shardOf(shard) }),
    ...(timeout !== undefined && { timeoutMs: msOf(timeout, "timeout") }),
  };
}

/** A duration of an option in milliseconds. @throws ControlError for none, and for 0 */
export function msOf(text: string, path: string): number {
  const ms = parseDuration(text);
  if (ms !== undefined && ms > 0) return ms;
  throw new ControlError("expected a duration above 0, such as 2m", path);
}

function shardOf(text: string): { readonly part: number; readonly of: number } {
  const [part = 0, of = 0] = text.split("/").map(Number);
  if (part <= of) return { part, of };
  throw new ControlError(`there is no part ${part} of ${of}`, "shard");
}

/** Which of them are operations, and which kinds of fault: no kind is called like an operation. */
function meantBy(patterns: readonly string[], rows: Rows): Pick<Search, "only" | "kinds"> {
  const operations = [...rows.keys()];
  const all = [...everyKind(), ...crashKinds, ...momentKinds];
  const kinds = all.flatMap(({ name, variant }) => [name, variant]);
  const meant = { only: [] as string[], kinds: [] as string[] };
  for (const [index, pattern] of patterns.entries()) {
    const isMet = (name: string) => matchesGlob(pattern, name);
    if (operations.some(isMet)) meant.only.push(pattern);
    else if (kinds.some(isMet)) meant.kinds.push(pattern);
    else {
      const what = `there is no operation and no kind of fault '${pattern}'`;
      throw unlike(pattern, [...operations, ...kinds], what, `only[${index}]`);
    }
  }
  return meant;
}

function requireLikely(likely: Search["probability"], include: readonly string[]): void {
  const kinds = everyKind()
    .filter(({ name, isSilent }) => !isSilent || include.includes(name))
    .flatMap(({ name, variant }) => [name, variant]);
  for (const [pattern, probability] of likely) {
    const path = `probability.${pattern}`;
    if (!kinds.some((kind) => matchesGlob(pattern, kind)))
      throw unlike(pattern, kinds, `there is no kind of fault '${pattern}'`, path);
    if (probability > 0 && probability <= 1) continue;
    throw new ControlError(`${pattern}: expected a number above 0 and at most 1`, path);
  }
}

function requireSilent(include: readonly string[]): void {
  const silent = everyKind().flatMap(({ name, isSilent }) => (isSilent ? [name] : []));
  const known = [...silent, pageLoops];
  for (const [index, name] of include.entries()) {
    if (!known.includes(name))
      throw unlike(name, known, `expected ${known.join(", ")}`, `include[${index}]`);
  }
}

function requireSurvivable(names: readonly string[]): void {
  const known = ["reset", "timeout"];
  for (const [index, name] of names.entries()) {
    if (!/^[45]\d\d$/.test(name) && !known.includes(name))
      throw unlike(name, known, "expected a status, reset or timeout", `mustSurvive[${index}]`);
  }
}

const unlike = (name: string, known: readonly string[], what: string, path: string) =>
  new ControlError(what, path, { nearest: nearest(name, known) });
