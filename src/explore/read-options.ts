import { ControlError } from "../emulation/problem.ts";
import { readAs } from "../control/read.ts";
import { parseDuration } from "../world/time/duration.ts";
import { nearest, matchesGlob } from "../world/name-match.ts";
import type { Rows } from "../world/faults/plan.ts";
import { type Search, searchDefault } from "./search.ts";
import { pageLoops } from "./candidates.ts";
import { crashKinds } from "./trials/crash.ts";
import { momentKinds } from "./trials/moments.ts";
import { everyKind } from "./kinds.ts";
import { exploreShape } from "./options-shape.ts";
import type { ExploreOptions } from "./types.ts";

/**
 * Reads what is explored, and how far.
 *
 * @throws ControlError for the first member that is wrong
 */
export function searchOf(input: ExploreOptions, rows: Rows): Search {
  const {
    budget,
    soak,
    shard,
    timeout,
    only = [],
    include = [],
    mustSurvive,
    probability = {},
    ...rest
  } = readAs(exploreShape, input);
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
    ...rest,
    ...meant,
    ...(likely.length > 0 && { kinds: likely.map(([kind]) => kind), probability: likely }),
    include,
    ...(mustSurvive !== undefined && { mustSurvive }),
    ...budgetOf(budget),
    ...(soak !== undefined && { ms: msOf(soak, "soak"), soaks: true }),
    ...(shard !== undefined && { shard: shardOf(shard) }),
    ...(timeout !== undefined && { timeoutMs: msOf(timeout, "timeout") }),
  };
}

function budgetOf(budget: number | string | undefined): Partial<Search> {
  if (budget === undefined) return {};
  return typeof budget === "number"
    ? { runs: budget, ms: Number.POSITIVE_INFINITY }
    : { ms: msOf(budget, "budget") };
}

function msOf(text: string, path: string): number {
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
  const kinds = [...everyKind(), ...crashKinds, ...momentKinds].flatMap(({ name, variant }) => [
    name,
    variant,
  ]);
  const meant = { only: [] as string[], kinds: [] as string[] };
  for (const [index, pattern] of patterns.entries()) {
    const isMet = (name: string) => matchesGlob(pattern, name);
    if (operations.some(isMet)) meant.only.push(pattern);
    else if (kinds.some(isMet)) meant.kinds.push(pattern);
    else {
      const near = nearest(pattern, [...operations, ...kinds]);
      const what = `there is no operation and no kind of fault '${pattern}'`;
      throw new ControlError(what, `only[${index}]`, { nearest: near });
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
    if (!kinds.some((kind) => matchesGlob(pattern, kind))) {
      const what = `there is no kind of fault '${pattern}'`;
      throw new ControlError(what, path, { nearest: nearest(pattern, kinds) });
    }
    if (probability > 0 && probability <= 1) continue;
    throw new ControlError(`${pattern}: expected a number above 0 and at most 1`, path);
  }
}

function requireSilent(include: readonly string[]): void {
  const silent = everyKind().flatMap(({ name, isSilent }) => (isSilent ? [name] : []));
  const known = [...silent, pageLoops];
  for (const [index, name] of include.entries()) {
    if (known.includes(name)) continue;
    const what = `expected ${known.join(", ")}`;
    throw new ControlError(what, `include[${index}]`, { nearest: nearest(name, known) });
  }
}

function requireSurvivable(names: readonly string[]): void {
  for (const [index, name] of names.entries()) {
    if (/^[45]\d\d$/.test(name) || name === "reset" || name === "timeout") continue;
    throw new ControlError("expected a status, reset or timeout", `mustSurvive[${index}]`, {
      nearest: nearest(name, ["reset", "timeout"]),
    });
  }
}
