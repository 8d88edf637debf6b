import type { Operation } from "./compile.ts";
import type { Resource } from "./resource.ts";
import { type Life, livesIn, oldestRevision, type Revision } from "./revisions.ts";
import type { Shape } from "./shape.ts";

/** What a client meets that is not the same in every revision. */
const kinds = [
  "operation",
  "answer",
  "filter",
  "sort",
  "include",
  "additional",
  "pages",
  "body",
  "needed",
  "attribute",
  "relationship",
] as const;

/** One thing that is there in some revisions only. */
export interface Living {
  readonly what: (typeof kinds)[number];
  /** An operation id, or a type. */
  readonly of: string;
  /** What of it; empty: the whole. */
  readonly name: string;
  /** It is there in any of these. */
  readonly lives: readonly Life[];
}

interface Described {
  readonly operations: ReadonlyMap<string, Operation>;
  readonly resources: ReadonlyMap<string, Resource>;
}

/** Whether something is there in a revision. */
export const isThere = ({ lives }: Living, revision: Revision): boolean =>
  lives.some((life) => livesIn(life, revision));

/** All that is not there in every served revision, as the rows and tables have it. */
export function changing({ operations, resources }: Described): Living[] {
  const all = [
    ...[...operations.values()].flatMap(ofOperation),
    ...[...resources.values()].flatMap(ofResource),
  ];
  return all.filter(({ lives }) => !lives.some(isWhole));
}

const isWhole = ({ since, until }: Life): boolean =>
  until === undefined && (since === undefined || since <= oldestRevision);

function ofOperation(operation: Operation): Living[] {
  const { id: of, abilities, success, listed } = operation;
  const some = (what: Living["what"], name: string, { since, until }: Life): Living => ({
    what,
    of,
    name,
    lives: [{ ...(since && { since }), ...(until && { until }) }],
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
    ...Object.entries(abilities.additionalFields).flatMap(([type, names]) =>
      names.map((ability) => some("additional", `${type} ${ability.name}`, ability)),
    ),
    ...abilities.paging.map((page) => some("pages", pagesText(page), page)),
    ...(operation.body
      ? ofShape(operation.body, {
          what: "body",
          of,
          name: "",
          from: operation.since ?? oldestRevision,
        })
      : []),
  ];
}

const pagesText = (page: { default: number; max: number; sized: boolean }): string =>
  page.sized ? `${page.default}, at most ${page.max}` : `always ${page.default}`;

function ofResource({ type: of, attributes, relationships }: Resource): Living[] {
  return [
    ...Object.entries(attributes).flatMap(([name, attribute]): Living[] => [
      { what: "attribute", of, name, lives: [attribute] },
      ...(attribute.shape
        ? ofShape(attribute.shape, {
            what: "attribute",
            of,
            name,
            from: attribute.since ?? oldestRevision,
          })
        : []),
    ]),
    ...Object.entries(relationships).map(([name, life]): Living => ({
      what: "relationship",
      of,
      name,
      lives: [life],
    })),
  ];
}

/** Where a shape stands. */
interface Place extends Pick<Living, "what" | "of" | "name"> {
  /** Since when what it is within is there: what came before that is no news. */
  readonly from: Revision;
}

/** What of a shape some revisions do not know, or need; values as `name: value`. */
function ofShape(shape: Shape, place: Place): Living[] {
  const { name, from } = place;
  switch (shape.kind) {
    case "nullable":
      return ofShape(shape.shape, place);
    case "list":
    case "record":
      return ofShape(shape.of, { ...place, name: `${name}[]` });
    case "oneOf":
      return shape.shapes.flatMap((option) => {
        const said = option.kind === "literal" ? `${name}: ${option.values.join()}` : name;
        return [...news({ ...place, name: said }, option.lives), ...ofShape(option, place)];
      });
    case "object":
      return [...shape.members].flatMap(([key, { shape: member }]): Living[] => {
        const inside = { ...place, name: name === "" ? key : `${name}.${key}` };
        const { lives, requiredIn } = member;
        // It is nowhere to be.
        if (lives?.length === 0) return [];
        const [first = from] = (lives ?? []).map(({ since = from }) => since).toSorted();
        return [
          ...news(inside, lives),
          ...news({ ...inside, what: "needed" }, requiredIn),
          ...ofShape(member, { ...inside, from: first > from ? first : from }),
        ];
      });
    default:
      return [];
  }
}

function news({ what, of, name, from }: Place, lives: readonly Life[] | undefined): Living[] {
  const old = ({ since, until }: Life) => until === undefined && (since ?? from) <= from;
  if (lives === undefined || lives.length === 0) return [];
  return what !== "needed" && lives.some(old) ? [] : [{ what, of, name, lives }];
}
