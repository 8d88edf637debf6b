import { type Infer, object } from "../contract/shape.ts";
import { shapeProblem, textOfPath } from "../world/read-shape.ts";
import { type Cell, type Defect, type Found, foundShape } from "./result-shape.ts";

/** Why files cannot be put together, in one line. */
export class MergeError extends Error {}

const fileShape = object({ found: foundShape });

/** Reads what an exploration wrote down. @throws MergeError */
export function readFound(text: string): Found {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new MergeError("expected an explore.json: it is no JSON");
  }
  const problem = shapeProblem(fileShape, { found: value }, "JSON");
  if (problem === undefined) return ({ found: value } as Infer<typeof fileShape>).found;
  const where = textOfPath(problem.path.slice(1));
  throw new MergeError(
    `expected an explore.json: ${where === "" ? "" : `${where}: `}${problem.message}`,
  );
}

/**
 * The parts of one exploration as one. Defects with one cause are one, the first.
 *
 * @throws MergeError for parts that are not of one exploration
 */
export function merged(parts: readonly Found[]): Found {
  const [first] = parts;
  if (first === undefined) throw new MergeError("expected at least one explore.json");
  for (const { seed, shard } of parts) {
    if (seed !== first.seed) throw new MergeError(`seeds differ: ${first.seed} and ${seed}`);
    if (shard !== null && parts.filter((part) => part.shard === shard).length > 1) {
      throw new MergeError(`shard ${shard} comes twice`);
    }
  }
  const sum = (of: (part: Found) => number) => parts.reduce((all, part) => all + of(part), 0);
  return {
    ...first,
    shard: null,
    runs: sum(({ runs }) => runs),
    schedules: {
      tried: sum(({ schedules }) => schedules.tried),
      survived: sum(({ schedules }) => schedules.survived),
      gaveUp: sum(({ schedules }) => schedules.gaveUp),
      defects: sum(({ schedules }) => schedules.defects),
      unmet: sum(({ schedules }) => schedules.unmet),
      left: sum(({ schedules }) => schedules.left),
    },
    seconds: Math.max(...parts.map(({ seconds }) => seconds)),
    notes: [...new Set(parts.flatMap(({ notes }) => notes))],
    defects: withoutTwins(parts.flatMap(({ defects }) => defects)),
    unsteady: withoutTwins(parts.flatMap(({ unsteady }) => unsteady)),
    matrix: added(parts.flatMap(({ matrix }) => matrix)),
    coverage: addedPairs(parts.flatMap(({ coverage }) => coverage)),
  };
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

function added(cells: readonly Cell[]): Cell[] {
  const known = new Map<string, Cell>();
  for (const cell of cells) {
    const name = `${cell.operation} ${cell.kind}`;
    const other = known.get(name);
    known.set(
      name,
      other === undefined
        ? cell
        : {
            ...cell,
            survived: cell.survived + other.survived,
            gaveUp: cell.gaveUp + other.gaveUp,
            defects: cell.defects + other.defects,
            unmet: cell.unmet + other.unmet,
            left: cell.left + other.left,
          },
    );
  }
  return [...known.values()];
}

function addedPairs(pairs: Found["coverage"]): Found["coverage"] {
  const known = new Map<string, Found["coverage"][number]>();
  for (const pair of pairs) {
    const name = JSON.stringify([pair.operation, pair.fault, pair.status]);
    const other = known.get(name) ?? { met: 0, survived: 0 };
    known.set(name, {
      ...pair,
      met: pair.met + other.met,
      survived: pair.survived + other.survived,
    });
  }
  return [...known.values()];
}
