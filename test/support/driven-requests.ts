import { hasRecords, writtenAs } from "../../src/contract/resource.ts";
import type { Operation } from "../../src/contract/compile.ts";
import { livesIn, newestRevision } from "../../src/contract/revisions.ts";
import type { Emulator } from "../../src/index.ts";
import { api } from "./described.ts";
import { filtersOf, taken, type Takes, values } from "./driven-filters.ts";
import { asked, type Line, publishedAsks } from "./published-requests.ts";

/** What is asked of an operation in its query string, and nothing else of it. */
export const isOfQuery = (ask: string): boolean =>
  !/^(place|scopes|limits?|status|required company_id)\b/.test(ask);

/**
 * What an operation takes of all that is published of it, and of what is near by: other operators and
 * numbers of values, other fields, relationships and attributes of its resource, and what there is
 * nowhere. It takes what it does not refuse for its query string.
 */
export async function drivenAsks(
  emulator: Emulator,
  operation: Operation,
  line: Line,
): Promise<ReadonlySet<string>> {
  const published = publishedAsks(line);
  const takes = takesOf(emulator, operation, line);
  const parts = [
    filtersOf(takes, operation, line),
    namesOf(takes, operation, line),
    fieldsOf(takes, operation, published),
    pagesOf(takes, line),
    neededOf((name) => takesOf(emulator, operation, line, name), operation),
  ];
  return new Set((await Promise.all(parts)).flat());
}

/** @param without a parameter of its own that is left away */
function takesOf(
  emulator: Emulator,
  operation: Operation,
  { required, filter }: Line,
  without?: string,
): Takes {
  const [path, key] = [operation.path.replace(/\{\w+\}/, "none"), emulator.keys["full"]];
  const authorization = `Service-API-Key ${key}`;
  const isApi = operation.family === "api";
  const headers = { revision: newestRevision, ...(isApi && { authorization }) };
  const company = isApi ? [] : [`company_id=${emulator.companyId}`];
  const own = Object.entries(operation.abilities.parameters)
    .filter(([name]) => name !== without)
    .map(([name, { values: known }]) => `${name}=${known[0]}`);
  const condition = `filter=${conditionOf(operation, filter)}`;
  return async (query) => {
    const needed = required?.includes("filter") && !/^(filter=|$)/.test(query) ? [condition] : [];
    const { method } = operation;
    const url = `${path}?${[...company, ...own, ...needed, query].join("&")}`;
    const response = await emulator.fetch(url, { method, headers });
    if (response.status < 400) return true;
    const { errors } = (await response.json()) as { errors: { source: { parameter?: string } }[] };
    return errors.every(({ source }) => source.parameter === undefined);
  };
}

/** The parameters of its own without which it is refused. */
async function neededOf(takesWithout: (name: string) => Takes, { abilities }: Operation) {
  const found: string[] = [];
  for (const name of Object.keys(abilities.parameters)) {
    if (!(await takesWithout(name)(""))) found.push(`required ${name}`);
  }
  return found;
}

/** A condition that may stand alone. */
function conditionOf({ abilities }: Operation, filter: Line["filter"] = {}): string {
  const alone = abilities.filter.find(({ needs }) => needs === undefined)?.name ?? "";
  const { type = "string", values: [known] = [], single } = filter[alone] ?? {};
  const value = known === undefined ? values[type as keyof typeof values] : `"${known}"`;
  return single === undefined ? `any(${alone},[${value}])` : `${single[0]}(${alone},${value})`;
}

async function namesOf(takes: Takes, { answers }: Operation, { sort = [], include = [] }: Line) {
  const { fields = {}, relationships = {} } = api.resources.get(answers) ?? {};
  const unsorted = Object.keys(fields).filter((name) => !sort.includes(name));
  const orders = [...sort, ...unsorted, "nonsense"];
  const related = [...include, ...Object.keys(relationships), "nonsense"];
  return taken(takes, [
    ...orders.map((name) => [`sort ${name}`, `sort=${name}`] as const),
    ...related.map((name) => [`include ${name}`, `include=${name}`] as const),
  ]);
}

async function fieldsOf(
  takes: Takes,
  { answers, abilities }: Operation,
  published: ReadonlySet<string>,
) {
  const { relationships = {} } = api.resources.get(answers) ?? {};
  const found: string[] = [];
  const own = writtenAs(api.resources.get(answers) ?? { type: answers });
  const types = [own, ...Object.values(relationships).map(({ to }) => to), "nonsense"];
  for (const type of new Set(types)) {
    const resource = api.resources.get(type === own ? answers : type);
    const through = abilities.include.find(
      (each) => relationships[each.name]?.to === type && livesIn(each, newestRevision),
    );
    const included = type !== own && through ? `include=${through.name}&` : "";
    const asks = [...published].filter((ask) => ask.startsWith(`fields[${type}]=`));
    // What cannot be included cannot be tried: the row says all of it.
    if (included !== "" && !hasRecords(resource)) {
      found.push(...asks);
      continue;
    }
    const whole = `fields[${type}]=${asks.map((ask) => ask.split("=")[1]).join()}`;
    if (asks.length > 0 && (await takes(`${included}${whole}`))) found.push(...asks);
    const attributes = Object.entries(resource?.attributes ?? {});
    const names = attributes.map(([name]) => name);
    // Of a type that is not published, one field stands for all.
    const near = asks.length > 0 ? [...names, `${names[0]}.id`, "nonsense"] : ["id"];
    const fields = near
      .map((name) => asked.field(type, name))
      .filter((ask) => !found.includes(ask));
    const additional = attributes
      .filter(([, attribute]) => attribute.additional)
      .map(([name]) => asked.additional(type, name));
    const queries = [...fields.map((ask) => `${included}${ask}`), ...additional];
    const all = [...fields, ...additional].map((ask, at) => [ask, queries[at] ?? ""] as const);
    found.push(...(await taken(takes, all)));
  }
  return found;
}

async function pagesOf(takes: Takes, { size }: Line): Promise<string[]> {
  const parameters = ["page[cursor]", "page_cursor"];
  const cursor = await taken(
    takes,
    parameters.map((name) => [asked.cursor(name), `${name}=`] as const),
  );
  const [, least = 1, most = 1] = size ?? [];
  const ends = [least - 1, least, most, most + 1].map((each) => takes(`page[size]=${each}`));
  const [below, first, last, above] = await Promise.all(ends);
  if (size && !below && first && last && !above) return [...cursor, `size ${size.join(" ")}`];
  return [below, first, last, above].some(Boolean) ? [...cursor, "size other"] : cursor;
}
