import { shapeProblem, textOfPath } from "../world/read-shape.ts";
import { type Counts, sumOf } from "./printed/found-words.ts";
import { type Defect, type Found, foundShape } from "./result-shape.ts";

/** Why files cannot be put together, in one line. */
export class MergeError extends Error {}

/** Reads what an exploration wrote down. @throws MergeError */
export function readFound(text: string): Found {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new MergeError("expected an explore.json: it is no JSON");
  }
  const problem = shapeProblem(foundShape, value, "JSON");
  if (problem === undefined) return value as Found;
  const { path, message } = problem;
  const where = path.length === 0 ? "" : `${textOfPath(path)}: `;
  throw new MergeError(`expected an explore.json: ${where}${message}`);
}

/** The parts of one exploration as one. Defects with one cause are one, the first. @throws MergeError if they are of several */
export function merged(parts: readonly Found[]): Found {
  const [first] = parts;
  if (first === undefined) throw new MergeError("expected at least one explore.json");
  for (const { seed, shard } of parts) {
    if (seed !== first.seed) throw new MergeError(`seeds differ: ${first.seed} and ${seed}`);
    if (shard !== null && parts.filter((part) => part.shard === shard).length > 1)
      throw new MergeError(`shard ${shard} comes twice`);
  }
  const all = <Name extends "notes" | "defects" | "unsteady" | "matrix" | "coverage">(name: Name) =>
    parts.flatMap((part): readonly Found[Name][number][] => part[name]);
  const [schedules = first.schedules] = added(
    parts.map((part) => part.schedules),
    () => "",
  );
  return {
    ...first,
    shard: null,
    runs: parts.reduce((sum, { runs }) => sum + runs, 0),
    schedules,
    seconds: Math.max(...parts.map(({ seconds }) => seconds)),
    notes: [...new Set([...all("notes"), ...missingOf(parts)])],
    defects: withoutTwins(all("defects")),
    unsteady: withoutTwins(all("unsteady")),
    matrix: added(all("matrix"), ({ operation, kind }) => `${operation} ${kind}`),
    coverage: added(all("coverage"), ({ operation, fault, status }) =>
      JSON.stringify([operation, fault, status]),
    ),
  };
}

/** A part that a job of a matrix did not hand on is no part without defects. */
function missingOf(parts: readonly Found[]): string[] {
  const [, of = 0] = parts[0]?.shard?.split("/").map(Number) ?? [];
  const missing = Array.from({ length: of }, (_, index) => `${index + 1}/${of}`).filter((name) =>
    parts.every(({ shard }) => shard !== name),
  );
  return missing.map((name) => `Shard ${name} is missing: what it tried is not in this result.`);
}

function withoutTwins(defects: readonly Defect[]): Defect[] {
  const kept: Defect[] = [];
  for (const defect of defects) {
    const at = kept.findIndex(({ causes }) => causes.some((name) => defect.causes.includes(name)));
    const known = kept[at];
    if (known === undefined) kept.push(defect);
    else kept[at] = { ...known, also: [...known.also, ...defect.also] };
  }
  return kept;
}

function added<T extends Counts>(many: readonly T[], nameOf: (each: T) => string): T[] {
  const known = new Map<string, T>();
  for (const each of many) {
    const other = known.get(nameOf(each));
    known.set(nameOf(each), other === undefined ? each : sumOf(each, other));
  }
  return [...known.values()];
}
