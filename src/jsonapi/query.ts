import type { Operation } from "../contract/compile.ts";
import { fieldTypes } from "../contract/abilities.ts";
import { cursorParameter, type Paging } from "../contract/operation.ts";
import { type Resource, writtenAs } from "../contract/resource.ts";
import { type Life, livesIn, type Revision } from "../contract/revisions.ts";
import { type Bound, namesIn, readConditions } from "./conditions.ts";
import { type Cursor, cursorOf, readCursor } from "./cursor.ts";
import { type Fieldsets, readFieldsets } from "./fields.ts";
import { memo } from "../contract/memo.ts";
import { itemsOf, type QueryInput } from "./parameters.ts";
import { invalidCursor, invalidParameter, Refusal, refused } from "./refusal.ts";

/** What a request asks for, after every check against its row. */
export interface Query {
  readonly conditions: readonly Bound[];
  readonly sort: Sort | undefined;
  readonly include: readonly string[];
  readonly fieldsets: Fieldsets;
  readonly additional: ReadonlyMap<string, readonly string[]>;
  /** What is said by parameters of the row's own. */
  readonly said: ReadonlyMap<string, readonly string[]>;
  /** Undefined: the row is not paged. */
  readonly page: { readonly size: number; readonly cursor: Cursor | undefined } | undefined;
  /** What a cursor is tied to: the path, the filter and the sort. */
  readonly identity: string;
}

type Sort = { readonly name: string; readonly descending: boolean; readonly implied?: true };

/** Reads the query of a request; whatever the row does not allow is refused with 400. */
export function readQuery(asked: QueryInput): Query | Refusal {
  const { operation, resources, path, parameters } = asked;
  if (parameters.size === 0) return plainQuery(asked);
  const answers = resources.get(operation.answers) as Resource;
  const unknown = unknownParameter(asked);
  if (unknown) return unknown;
  const conditions = readConditions(asked, answers);
  if (refused(conditions)) return conditions;
  const sort = readSort(asked, answers);
  if (refused(sort)) return sort;
  const include = readInclude(asked);
  if (refused(include)) return include;
  const included = include.flatMap((name) => {
    const to = resources.get(answers.relationships[name]?.to ?? "");
    return to === undefined ? [] : [writtenAs(to)];
  });
  const fieldsets = readFieldsets(asked, included);
  if (refused(fieldsets)) return fieldsets;
  const additional = readAdditional(asked);
  if (refused(additional)) return additional;
  const said = readOwn(asked);
  if (refused(said)) return said;
  const own = [...said].map(([name, values]) => `${name}=${values.join()}`);
  const asks = [parameters.get("filter") ?? "", ...own].join("&");
  const identity = identityOf(path, asks, sort);
  const page = readPage(asked, identity);
  if (refused(page)) return page;
  return { conditions, sort, include, fieldsets, additional, said, page, identity };
}

/** What a request without a query string asks for, which is what most of them are. */
function plainQuery({ operation, resources, revision, path }: QueryInput): Query {
  const paging = pagingOf(operation, revision);
  const sort = paging && sortOf(resources.get(operation.answers)?.defaultSort);
  return {
    conditions: nothing,
    sort,
    include: nothing,
    fieldsets: noParameters,
    additional: noParameters,
    said: noParameters,
    page: paging && { size: paging.default, cursor: undefined },
    identity: paging ? identityOf(path, "", sort) : "",
  };
}

const nothing: readonly never[] = [];
const noParameters = new Map<string, never>();

const sortOf = (text: string | undefined): Query["sort"] =>
  text === undefined
    ? undefined
    : { name: text.replace(/^-/, ""), descending: text.startsWith("-") };

/** Two requests of one identity walk the same records in the same order. */
const identityOf = (path: string, filter: string, sort: Query["sort"]): string =>
  `${path.replace(/\/$/, "")}?${filter}&${sort ? (sort.descending ? "-" : "") + sort.name : ""}`;

export function missingParameter(asked: QueryInput): Refusal | undefined {
  const { operation, parameters, revision } = asked;
  const name = operation.abilities.required.find((each) => !parameters.has(each));
  if (name === undefined) return undefined;
  const filterable = namesIn(operation.abilities.filter, revision).join(", ");
  const by = name === "filter" ? `; filterable here: ${filterable}` : "";
  const detail = `${operation.id} needs the parameter '${name}'.`;
  return invalidParameter(name, detail, `the parameter ${name} is missing: add it${by}`);
}

function unknownParameter(asked: QueryInput): Refusal | undefined {
  const { operation, resources, revision, parameters } = asked;
  const known = parametersOf(operation, revision, resources);
  const name = [...parameters.keys()].find((each) => !known.includes(each));
  if (name === undefined) return undefined;
  const detail = `${operation.id} does not take the parameter '${name}'.`;
  return invalidParameter(name, detail, { what: "a parameter here", written: name, known });
}

const parametersOf = memo((operation: Operation, revision, resources: QueryInput["resources"]) => {
  const { abilities, family } = operation;
  const paging = pagingOf(operation, revision);
  const some = (list: readonly Life[]) => list.some((each) => livesIn(each, revision));
  const additional = Object.entries(abilities.additionalFields).filter(([, names]) => some(names));
  return [
    ...(["filter", "sort", "include"] as const).filter((name) => some(abilities[name])),
    ...(paging === undefined
      ? []
      : [cursorParameter(paging), ...(paging.sized ? ["page[size]"] : [])]),
    ...fieldTypes(operation, resources, revision).map((type) => `fields[${type}]`),
    ...additional.map(([type]) => `additional-fields[${type}]`),
    ...Object.keys(abilities.parameters),
    ...(family === "client" ? ["company_id"] : []),
  ];
});

function readSort(asked: QueryInput, answers: Resource): Query["sort"] | Refusal {
  const { parameters, operation, revision } = asked;
  const text = parameters.get("sort");
  const sort = sortOf(text ?? answers.defaultSort);
  if (sort === undefined) return undefined;
  const { name } = sort;
  const known = namesIn(operation.abilities.sort, revision);
  if (text !== undefined && !known.includes(name)) {
    const choice = { what: "sortable here", written: name, known };
    return invalidParameter("sort", `Cannot sort by '${name}'.`, choice);
  }
  return text === undefined ? { implied: true, ...sort } : sort;
}

function readInclude({ parameters, operation, revision }: QueryInput): readonly string[] | Refusal {
  const known = namesIn(operation.abilities.include, revision);
  const asked = [...new Set(itemsOf(parameters.get("include")))];
  const wrong = asked.find((name) => !known.includes(name));
  if (wrong === undefined) return asked;
  const choice = { what: "includable here", written: wrong, known };
  return invalidParameter("include", `'${wrong}' cannot be included.`, choice);
}

function readAdditional({ parameters, operation, revision }: QueryInput) {
  const found = new Map<string, readonly string[]>();
  for (const [type, additional] of Object.entries(operation.abilities.additionalFields)) {
    const parameter = `additional-fields[${type}]`;
    const known = namesIn(additional, revision);
    const asked = itemsOf(parameters.get(parameter));
    const wrong = asked.find((name) => !known.includes(name));
    if (wrong !== undefined) {
      const choice = { what: `an additional field of ${type} here`, written: wrong, known };
      return invalidParameter(parameter, `'${wrong}' is no additional field of ${type}.`, choice);
    }
    if (asked.length > 0) found.set(type, asked);
  }
  return found;
}

/** What the parameters of a row's own say: each of them one of its values, or several. */
function readOwn({ parameters, operation }: QueryInput): Query["said"] | Refusal {
  const found = new Map<string, readonly string[]>();
  for (const [name, { values, several }] of Object.entries(operation.abilities.parameters)) {
    const text = parameters.get(name);
    if (text === undefined) continue;
    const items = several ? [...new Set(itemsOf(text))] : [text];
    const wrong = items.length === 0 ? text : items.find((each) => !values.includes(each));
    if (wrong !== undefined) {
      const choice = { what: `a value of ${name}`, written: wrong, known: values };
      return invalidParameter(name, `'${name}' is never '${wrong}'.`, choice);
    }
    found.set(name, items);
  }
  return found;
}

/** The pages of a row in a revision; undefined: it is not paged. */
export const pagingOf = (operation: Operation, revision: Revision): Paging | undefined =>
  operation.abilities.paging.find((paging) => livesIn(paging, revision));

function readPage(input: QueryInput, identity: string): Query["page"] | Refusal {
  const { parameters, operation, revision } = input;
  const paging = pagingOf(operation, revision);
  if (paging === undefined) return undefined;
  const asked = parameters.get("page[size]");
  const hint = `page[size] is '${asked}': send a whole number from 1 to ${paging.max}`;
  if (asked !== undefined && !/^\d{1,9}$/.test(asked))
    return invalidParameter("page[size]", "The page size is a whole number.", hint);
  const size = asked === undefined ? paging.default : Number(asked);
  if (size < 1 || size > paging.max) {
    const detail = `The page size is between 1 and ${paging.max}.`;
    return invalidParameter("page[size]", detail, hint);
  }
  const name = cursorParameter(paging);
  const text = parameters.get(name);
  if (!text) return { size, cursor: undefined };
  const cursor = readCursor(cursorOf(text), identity);
  if (cursor !== undefined) return { size, cursor };
  return invalidCursor(
    `${name} is none of this query: send links.next as it was given, with the same filter and sort`,
  );
}
