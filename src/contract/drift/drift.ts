import type { JsonSchema } from "../schema.ts";
import { type DescribedOperation, operationsIn } from "./described.ts";
import { explanationOf } from "./on-purpose.ts";
import { bothOf, present, type SchemaDifference, schemaDifferences, unlike } from "./schemas.ts";

export interface Drift extends SchemaDifference {
  readonly operation: string;
  readonly of: "operation" | "parameter" | "scopes" | "body" | "answer";
}

export interface Drifted {
  readonly differences: readonly Drift[];
  readonly onPurpose: readonly (Drift & { readonly why: string })[];
}

export const driftText = ({ of, at, is }: Omit<Drift, "operation">): string =>
  `${of}${at === "" ? "" : ` ${at}`}: ${is}`;

/** Holds a published document against the emulator's own. @throws SchemaError: it cannot be compared */
export function driftOf(ours: JsonSchema, theirs: JsonSchema): Drifted {
  const [mine, others] = [operationsIn(ours), operationsIn(theirs)];
  const all = bothOf(mine, others).flatMap((key) =>
    ofOperation([mine.get(key), ours], [others.get(key), theirs]),
  );
  const whyOf = (each: Drift) => explanationOf(each.operation, driftText(each))?.why;
  return {
    differences: all.filter((each) => whyOf(each) === undefined),
    onPurpose: all.flatMap((each) => {
      const why = whyOf(each);
      return why === undefined ? [] : [{ ...each, why }];
    }),
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
    ...some("operation", present("deprecation", mine.isDeprecated, other.isDeprecated)),
    ...some("parameter", ofParameters(mine.parameters, other.parameters)),
    ...some("scopes", other.scopes === "" ? [] : unlike(mine.scopes, other.scopes)),
    ...some("body", ofSchemas(bodies, ours, theirs, "same")),
    ...bothOf(mine.answers, other.answers).flatMap((status) => {
      const [one, two] = [mine.answers.get(status), other.answers.get(status)];
      if (one === undefined || two === undefined) return some("answer", present(status, one, two));
      return some("answer", ofSchemas([one.schema, two.schema], ours, theirs, "within"));
    }),
  ];
}

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
      return a === undefined || b === undefined ? present(at, a, b) : unlike(a, b, at);
    });
  });

function ofSchemas(
  [mine, other]: readonly [JsonSchema | undefined, JsonSchema | undefined],
  ours: JsonSchema,
  theirs: JsonSchema,
  as: "same" | "within",
): readonly SchemaDifference[] {
  if (mine === undefined || other === undefined) return present("", mine, other);
  return schemaDifferences({ schema: mine, root: ours }, { schema: other, root: theirs }, { as });
}
