import { operatorsText } from "../../../src/contract/abilities.ts";
import type { Operation } from "../../../src/contract/compile.ts";
import { limitsText } from "../../../src/contract/describe.ts";
import { guessesOf } from "../../../src/contract/guesses.ts";
import { guesses } from "../../../src/contract/printed-guesses.ts";
import {
  type Life,
  livesIn,
  newestRevision,
  oldestRevision,
} from "../../../src/contract/revisions.ts";
import { knownIn, neededIn, type Shape } from "../../../src/contract/shape.ts";

const living = <L extends Life>(all: readonly L[]): L[] =>
  all.filter((each) => livesIn(each, newestRevision));

const code = (text: string): string => `\`${text}\``;
const codes = (names: readonly string[]): string => names.map(code).join(", ");

/** What the contract says of an operation, as lines of a list. */
export function factsOf(operation: Operation): string[] {
  const { scopes, limits, since, body, abilities } = operation;
  const { filter, sort, include, additionalFields, parameters, paging, required } = abilities;
  const allowing = scopes.map((all) => all.map(code).join(" ")).join(" or ");
  const isLate = since !== undefined && since > oldestRevision;
  const [page] = living(paging);
  const needed = (name: string) => (required.includes(name) ? " (required)" : "");
  const filters = living(filter).map(
    (each) => `${code(each.name)} ${operatorsText(each, newestRevision)}`,
  );
  const additional = Object.entries(additionalFields).map(
    ([type, names]) =>
      `${code(`additional-fields[${type}]`)}: ${codes(living(names).map(({ name }) => name))}`,
  );
  const own = Object.entries(parameters).map(
    ([name, { values }]) => `${code(name)}${needed(name)}: ${codes(values)}`,
  );
  return [
    `${allowing === "" ? "No key" : `Scopes: ${allowing}`}; limits: ${limitsText(limits)}${isLate ? `; since ${since}` : ""}`,
    ...(body === undefined ? [] : bodyFacts(body)),
    ...(filters.length > 0 ? [`Filter${needed("filter")}: ${filters.join("; ")}`] : []),
    ...(sort.length > 0 ? [`Sort: ${codes(living(sort).map(({ name }) => name))}`] : []),
    ...(include.length > 0 ? [`Include: ${codes(living(include).map(({ name }) => name))}`] : []),
    ...additional,
    ...own,
    ...(page ? [pagesFact(page)] : []),
    guessesFact(operation),
  ];
}

function guessesFact({ id, area }: Operation): string {
  const { length } = guessesOf(guesses, id);
  return length === 0
    ? "Known: all of it is specified, published or recorded"
    : `Guessed: [${length} ${length === 1 ? "guess" : "guesses"}](../truth.md#${area})`;
}

const pagesFact = ({
  sized,
  default: size,
  max,
}: {
  sized: boolean;
  default: number;
  max: number;
}) => `Pages of ${size}${sized && max !== size ? `, at most ${max}` : ""}`;

/** The attributes and relationships that a body takes, those that it must have first. */
function bodyFacts(body: Shape): string[] {
  const data = memberOf(body, "data");
  return (["attributes", "relationships"] as const).flatMap((part) => {
    const members = membersOf(data && memberOf(data, part));
    const name = part === "attributes" ? "Attributes" : "Relationships";
    if (members.length === 0) return [];
    const said = members
      .toSorted((a, b) => Number(b.needed) - Number(a.needed))
      .map((each) => `${code(each.name)}${each.needed ? " (required)" : ""}`);
    return [`${name}: ${said.join(", ")}`];
  });
}

/** What an object takes; of several kinds what the first does that is one. */
function membersOf(shape: Shape | undefined): { name: string; needed: boolean }[] {
  const known = objectIn(shape);
  return [...(known?.members ?? [])]
    .filter(([, { shape: member }]) => knownIn(member, newestRevision))
    .map(([name, member]) => ({ name, needed: neededIn(member, newestRevision) }));
}

const memberOf = (shape: Shape, name: string): Shape | undefined =>
  objectIn(shape)?.members.get(name)?.shape;

function objectIn(shape: Shape | undefined): Extract<Shape, { kind: "object" }> | undefined {
  if (shape?.kind === "object") return shape;
  if (shape?.kind === "nullable") return objectIn(shape.shape);
  if (shape?.kind !== "oneOf") return undefined;
  const known = shape.shapes.filter((each) => knownIn(each, newestRevision));
  return known.map(objectIn).find((each) => each !== undefined);
}
