import { nearest } from "../../world/name-match.ts";
import type { Filter } from "./filter.ts";
import { filters } from "./filters.ts";
import { float, Safe, type Value } from "./values.ts";
import type { Words } from "./lexer.ts";

type Source =
  | { readonly kind: "literal"; readonly value: Value; readonly at: number }
  | { readonly kind: "path"; readonly names: readonly string[]; readonly at: number };

export interface Applied {
  readonly name: string;
  readonly filter: Filter;
  readonly args: readonly Source[];
  readonly at: number;
}

export type Expression = { readonly source: Source; readonly applied: readonly Applied[] };

export type Comparison = "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "not in" | "is" | "is not";

interface Test {
  readonly negated: boolean;
  readonly first: Expression;
  readonly compared: readonly {
    readonly by: Comparison;
    readonly to: Expression;
    readonly at: number;
  }[];
}

/** Any of these, of which all must hold: `and` binds closer than `or`. */
export type Condition = readonly (readonly Test[])[];

const words = new Set(["and", "or", "not", "in", "is"]);

export function conditionIn(tag: Words): Condition {
  const any: Test[][] = [[testIn(tag)]];
  for (;;) {
    if (tag.takeIf("or")) any.push([testIn(tag)]);
    else if (tag.takeIf("and")) any.at(-1)?.push(testIn(tag));
    else break;
  }
  tag.end();
  return any;
}

function testIn(tag: Words): Test {
  let negated = false;
  while (tag.takeIf("not")) negated = !negated;
  const first = expressionIn(tag);
  const compared = [];
  for (let { at } = tag.peek, by = comparisonIn(tag); by !== undefined;) {
    compared.push({ by, to: expressionIn(tag), at });
    ({ at } = tag.peek);
    by = comparisonIn(tag);
  }
  return { negated, first, compared };
}

export const looseSigns: ReadonlySet<Comparison> = new Set<Comparison>(["in", "not in"]);

const signs: readonly Comparison[] = ["==", "!=", "<", "<=", ">", ">="];

function comparisonIn(tag: Words): Comparison | undefined {
  const { kind, text } = tag.peek;
  const sign = kind === "sign" ? signs.find((each) => each === text) : undefined;
  if (sign !== undefined) {
    tag.take();
    return sign;
  }
  if (tag.takeIf("in")) return "in";
  if (tag.takeIf("is")) return tag.takeIf("not") ? "is not" : "is";
  if (!tag.takeIf("not")) return undefined;
  if (!tag.takeIf("in")) tag.fail("expected 'in' after 'not'");
  return "not in";
}

export function expressionIn(tag: Words): Expression {
  const source = sourceIn(tag);
  return { source, applied: filtersIn(tag) };
}

export function filtersIn(tag: Words): readonly Applied[] {
  const applied: Applied[] = [];
  for (let { spaced } = tag.peek; tag.takeIf("|"); { spaced } = tag.peek) {
    if (tag.kind === "tag" && (spaced || tag.peek.spaced)) {
      tag.fail("in a tag, no blank may stand beside '|'");
    }
    applied.push(appliedIn(tag));
  }
  return applied;
}

function appliedIn(tag: Words): Applied {
  const word = tag.peek;
  const name = tag.takeName("the name of a filter");
  const filter = filters.get(name);
  if (filter === undefined)
    return tag.fail(`there is no such filter${likeOf(name, filters.keys())}`, word);
  const args: Source[] = [];
  const { spaced } = tag.peek;
  if (tag.takeIf(":")) {
    if (spaced || tag.peek.spaced) tag.fail("no blank may stand beside the ':' of a filter");
    do args.push(sourceIn(tag));
    while (args.length < filter.args[1] && tag.takeIf(","));
  }
  const [least, most] = filter.args;
  if (args.length < least)
    tag.fail(`the filter ${name} needs an argument, as in ${name}:"…"`, word);
  if (args.length > most) tag.fail(`the filter ${name} takes no argument`, word);
  return { name, filter, args, at: word.at };
}

export function likeOf(name: string, names: Iterable<string>): string {
  const like = nearest(name, names);
  return like === undefined ? "" : ` (did you mean ${like}?)`;
}

const constants: ReadonlyMap<string, Value> = new Map(
  Object.entries({ True: true, False: false, None: null }),
);

function sourceIn(tag: Words): Source {
  const word = tag.take();
  const { kind, text, at } = word;
  if (kind === "number") return { kind: "literal", value: numberIn(text), at };
  // The template's author wrote it: it is as safe as the text around it.
  if (kind === "string") return { kind: "literal", value: new Safe(text), at };
  if (kind !== "name" || words.has(text)) return tag.fail("expected a value", word);
  if (/(^|\.)_/.test(text)) return tag.fail("no name may begin with '_'", word);
  if (constants.has(text)) return { kind: "literal", value: constants.get(text), at };
  return { kind: "path", names: text.split("."), at };
}

const numberIn = (text: string): Value => (/[.e]/.test(text) ? float(Number(text)) : Number(text));
