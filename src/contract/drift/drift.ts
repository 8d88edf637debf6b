import type { JsonSchema } from "../schema.ts";
import { type DescribedOperation, operationsIn } from "./described.ts";
import { explanationOf } from "./on-purpose.ts";
import { type SchemaDifference, schemaDifferences } from "./schemas.ts";

export interface Drift extends SchemaDifference {
  readonly operation: string;
  readonly of: "operation" | "parameter" | "scopes" | "body" | "answer";
}

export interface Drifted {
  readonly differences: readonly Drift[];
  readonly onPurpose: readonly (Drift & { readonly why: string })[];
}

/** A difference in one line, as `on-purpose.ts` knows it. */
export const driftText = ({ of, at, is }: Omit<Drift, "operation">): string =>
  `${of}${at === "" ? "" : ` ${at}`}: ${is}`;

/** Holds a published document against the emulator's own. @throws SchemaError: it cannot be compared */
export function driftOf(ours: JsonSchema, theirs: JsonSchema): Drifted {
  const [mine, others] = [operationsIn(ours), operationsIn(theirs)];
  const all = [...new Set([...mine.keys(), ...others.keys()])].flatMap((key) =>
    ofOperation([mine.get(key), ours], [others.get(key), theirs]),
  );
  const known = all.map((each) => ({
    ...each,
    why: explanationOf(each.operation, driftText(each))?.why,
  }));
  return {
    differences: all.filter((_, at) => known[at]?.why === undefined),
    onPurpose: known.flatMap(({ why, ...each }) => (why === undefined ? [] : [{ ...each, why }])),
  };
}

type Side = readonly [DescribedOperation | undefined, JsonSchema];

function ofOperation([mine, ours]: Side, [other, theirs]: Side): Drift[] {
  const operation = mine?.id ?? other?.id ?? "";
  const some = (of: Drift["of"], found: readonly SchemaDifference[]): Drift[] =>
    found.map((each) => ({ operation, of, ...each }));
  if (mine === undefined || other === undefined) {
    const { method, path } = (mine ?? other) as DescribedOperation;
    return some("operation", present(`${method} ${path}`, mine, other));
  }
  const bodies = [mine.body, other.body] as const;
  return [
    ...some(
      "operation",
      present("deprecation", mine.isDeprecated || undefined, other.isDeprecated || undefined),
    ),
    ...some("parameter", ofParameters(mine.parameters, other.parameters)),
    ...some("scopes", other.scopes === "" ? [] : unlike("", mine.scopes, other.scopes)),
    ...some("body", ofSchemas(bodies, ours, theirs, "same")),
    ...[...new Set([...mine.answers.keys(), ...other.answers.keys()])].flatMap((status) => {
      const [one, two] = [mine.answers, other.answers];
      if (!one.has(status) || !two.has(status))
        return some(
          "answer",
          present(status, one.has(status) || undefined, two.has(status) || undefined),
        );
      return some("answer", ofSchemas([one.get(status), two.get(status)], ours, theirs, "within"));
    }),
  ];
}

function present(at: string, mine: unknown, other: unknown): SchemaDifference[] {
  if ((mine === undefined) === (other === undefined)) return [];
  return mine === undefined
    ? [{ at, change: "added", is: "in the document only" }]
    : [{ at, change: "removed", is: "in the emulator only" }];
}

const unlike = (at: string, mine: string, other: string): SchemaDifference[] =>
  mine === other ? [] : [{ at, change: "changed", is: `${mine}, in the document: ${other}` }];

type Parameters = DescribedOperation["parameters"];

const ofParameters = (mine: Parameters, others: Parameters): SchemaDifference[] =>
  bothOf(mine, others).flatMap((name) => {
    const [one, two] = [mine.get(name), others.get(name)];
    if (one === undefined || two === undefined) return present(name, one, two);
    const names = bothOf(one, two);
    const isTold = [one, two].every((each) => [...each.keys()].some((key) => key.includes("(")));
    return names.flatMap((key) => {
      // Of a filter, not every document says what it takes.
      if (key.includes("(") && !isTold) return [];
      const [a, b] = [one.get(key), two.get(key)];
      // One has values, the other any: each value is told.
      if (key === " type" && (a === undefined || b === undefined)) return [];
      const at = `${name}${key}`;
      return a === undefined || b === undefined ? present(at, a, b) : unlike(at, a, b);
    });
  });

const bothOf = (one: ReadonlyMap<string, unknown>, two: ReadonlyMap<string, unknown>): string[] => [
  ...new Set([...one.keys(), ...two.keys()]),
];

function ofSchemas(
  [mine, other]: readonly [JsonSchema | undefined, JsonSchema | undefined],
  ours: JsonSchema,
  theirs: JsonSchema,
  as: "same" | "within",
): readonly SchemaDifference[] {
  if (mine === undefined || other === undefined) return present("", mine, other);
  return schemaDifferences({ schema: mine, root: ours }, { schema: other, root: theirs }, { as });
}
