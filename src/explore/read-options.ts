import { ControlError } from "../emulation/problem.ts";
import { readAs } from "../control/read.ts";
import { parseDuration } from "../world/duration.ts";
import { nearest } from "../world/nearest.ts";
import type { Rows } from "../world/fault-plan.ts";
import { matchesGlob } from "../world/glob.ts";
import { type Search, searchDefault } from "./explore.ts";
import { kindsOf } from "./kinds.ts";
import { type ExploreOptions, exploreShape } from "./options-shape.ts";

/** How long a run may take, unless told otherwise, in milliseconds. */
const timeoutMs = 30_000;

/**
 * Reads what is explored, and how far.
 *
 * @throws ControlError for the first member that is wrong
 */
export function searchOf(
  input: ExploreOptions,
  rows: Rows,
): { readonly search: Search; readonly timeoutMs: number } {
  const {
    budget,
    shard,
    timeout,
    only = [],
    include = [],
    mustSurvive,
    ...rest
  } = readAs(exploreShape, input);
  requireOperations(only, rows);
  requireKinds(include, rows);
  if (mustSurvive !== undefined) requireSurvivable(mustSurvive);
  return {
    search: {
      ...searchDefault,
      ...rest,
      only,
      include,
      ...(mustSurvive !== undefined && { mustSurvive }),
      ...budgetOf(budget),
      ...(shard !== undefined && { shard: shardOf(shard) }),
    },
    timeoutMs: timeout === undefined ? timeoutMs : msOf(timeout, "timeout"),
  };
}

function budgetOf(budget: number | string | undefined): Partial<Search> {
  if (budget === undefined) return {};
  return typeof budget === "number" ? { runs: budget } : { ms: msOf(budget, "budget") };
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

function requireOperations(only: readonly string[], rows: Rows): void {
  const known = [...rows.keys()];
  for (const [index, pattern] of only.entries()) {
    if (known.some((operation) => matchesGlob(pattern, operation))) continue;
    const near = nearest(pattern, known);
    throw new ControlError(`no operation '${pattern}'`, `only[${index}]`, { nearest: near });
  }
}

/** Every kind that no client can notice, of all operations. */
const silentKinds = (rows: Rows): string[] => {
  const kinds = [...rows.keys()].flatMap((operation) => kindsOf(operation, rows));
  return [...new Set(kinds.flatMap(({ name, isSilent }) => (isSilent ? name : [])))].toSorted();
};

function requireKinds(include: readonly string[], rows: Rows): void {
  if (include.length === 0) return;
  const known = silentKinds(rows);
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
