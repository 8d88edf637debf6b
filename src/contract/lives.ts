import { livesOf, span } from "./members.ts";
import type { Contract, Operation } from "./compile.ts";
import { idAsField } from "./abilities.ts";
import type { Resource } from "./resource.ts";
import { type Life, livesIn, oldestRevision, type Revision } from "./revisions.ts";
import type { Shape } from "./shape.ts";
import type { Words } from "./words.ts";

export interface Living {
  readonly what: Words<`
    operation answer filter sort include additional fieldset pages body needed attribute relationship
  `>;
  /** An operation id, or a type. */
  readonly of: string;
  /** What of it; empty: the whole. */
  readonly name: string;
  readonly lives: readonly Life[];
}

type Described = Pick<Contract, "operations" | "resources">;

const isThere = ({ lives }: Living, revision: Revision): boolean =>
  lives.some((life) => livesIn(life, revision));

/** All that is not there in every served revision, as the rows and tables have it. */
export function changing({ operations, resources }: Described): Living[] {
  const all = [
    ...[...operations.values()].flatMap(ofOperation),
    ...[...resources.values()].flatMap(ofResource),
    { what: "fieldset", of: "every type", name: "id", lives: [idAsField] } as const,
  ];
  return all.filter(({ lives }) => !lives.some(isWhole));
}

const isWhole = ({ since, until }: Life): boolean =>
  until === undefined && (since === undefined || since <= oldestRevision);

function ofOperation(operation: Operation): Living[] {
  const { id: of, abilities, success, listed, body } = operation;
  const lifeOf = ({ since, until }: Life) => [span(since, until)];
  const some = (what: Living["what"], name: string, life: Life): Living => ({
    what,
    of,
    name,
    lives: lifeOf(life),
  });
  return [
    some("operation", "", operation),
    ...success.map((answer) =>
      some("answer", `${answer.status}${answer.empty ? ", empty" : ""}`, answer),
    ),
    ...(listed ? [some("answer", "its one record, in a list", listed)] : []),
    ...(["filter", "sort", "include"] as const).flatMap((what) =>
      abilities[what].map((ability) => some(what, ability.name, ability)),
    ),
    ...abilities.filter.flatMap(({ name, lists }) =>
      lists === undefined ? [] : [some("filter", `equals(${name},[…])`, lists)],
    ),
    ...Object.entries(abilities.additionalFields).flatMap(([type, names]) =>
      names.map((ability) => some("additional", `${type} ${ability.name}`, ability)),
    ),
    ...abilities.paging.map((page) => some("pages", pagesText(page), page)),
    ...(body ? ofShape(body, { what: "body", of, name: "", within: lifeOf(operation) }) : []),
  ];
}

const pagesText = (page: { default: number; max: number; sized: boolean }): string =>
  page.sized ? `${page.default}, at most ${page.max}` : `always ${page.default}`;

function ofResource({ type: of, attributes, relationships, linked }: Resource): Living[] {
  const some = (what: Living["what"], name: string, lives: readonly Life[]): Living => ({
    what,
    of,
    name,
    lives,
  });
  return [
    ...(linked ? [some("attribute", "links", [linked])] : []),
    ...Object.entries(attributes).flatMap(([name, attribute]) => [
      some("attribute", name, livesOf(attribute)),
      ...ofShape(attribute.shape, { what: "attribute", of, name, within: livesOf(attribute) }),
    ]),
    ...Object.entries(relationships).map(([name, life]) => some("relationship", name, [life])),
  ];
}

interface ShapePlace extends Pick<Living, "what" | "of" | "name"> {
  readonly within: readonly Life[];
}

/** What of a shape some revisions do not know, or need; values as `name: value`. */
function ofShape(shape: Shape, place: ShapePlace): Living[] {
  const { name } = place;
  switch (shape.kind) {
    case "nullable":
      return ofShape(shape.shape, place);
    case "list":
    case "record":
      return ofShape(shape.of, { ...place, name: `${name}[]` });
    case "oneOf":
      return shape.shapes.flatMap((option) => {
        const said = option.kind === "literal" ? `${name}: ${option.values.join()}` : name;
        return ofPart(option, { ...place, name: said }, place);
      });
    case "object":
      return [...shape.members].flatMap(([key, { shape: member }]): Living[] => {
        const inside = { ...place, name: name === "" ? key : `${name}.${key}` };
        return ofPart(member, inside, inside);
      });
    default:
      return [];
  }
}

function ofPart(part: Shape, place: ShapePlace, inside: ShapePlace): Living[] {
  const { what, of, name, within } = place;
  const lives = part.lives === undefined ? within : both(within, part.lives);
  if (lives.length === 0) return [];
  const needed = both(lives, part.requiredIn ?? []);
  return [
    ...(isSame(lives, within) ? [] : [{ what, of, name, lives }]),
    ...(needed.length === 0 ? [] : [{ what: "needed" as const, of, name, lives: needed }]),
    ...ofShape(part, { ...inside, within: lives }),
  ];
}

const both = (some: readonly Life[], others: readonly Life[]): Life[] =>
  some.flatMap((one) =>
    others.flatMap((other): Life[] => {
      // `undefined` is sorted last, whatever it stands beside.
      const [until] = [one.until, other.until].toSorted();
      const [first, last = first] = [one.since, other.since].toSorted();
      return last && until && last >= until ? [] : [span(last, until)];
    }),
  );

const isSame = (some: readonly Life[], others: readonly Life[]): boolean =>
  some.length === others.length &&
  some.every(({ since, until }, at) => since === others[at]?.since && until === others[at]?.until);

export interface Difference extends Pick<Living, "what" | "of" | "name"> {
  readonly change: "added" | "removed";
}

export function revisionDiff(described: Described, from: Revision, to: Revision): Difference[] {
  const living = changing(described);
  const isIn = (each: Living) => isThere(each, from) && isThere(each, to);
  const gone = living.filter((each) => each.what === "operation" && !isIn(each));
  const without = new Set(gone.map(({ of }) => of));
  return living.flatMap((each): Difference[] => {
    const { what, of, name } = each;
    // Of an operation that is not there, the rest says nothing.
    if (what !== "operation" && without.has(of)) return [];
    const [before, after] = [isThere(each, from), isThere(each, to)];
    return before === after ? [] : [{ change: after ? "added" : "removed", what, of, name }];
  });
}
