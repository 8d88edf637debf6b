import { type Area, type Bindings, operators, type Operator, type Row } from "./operation.ts";
import type { FieldType } from "./field.ts";
import type { Relationship } from "./members.ts";
import { hasRecords, type Resource, writtenAs } from "./resource.ts";
import { type Life, revisions } from "./revisions.ts";
import { scopes } from "./scopes.ts";

type Broken = Generator<string>;

function* under(what: string, broken: Broken): Broken {
  for (const each of broken) yield `${what}: ${each}`;
}

type Resources = ReadonlyMap<string, Resource>;
type Bound = Bindings<unknown, unknown>;
type AllBound = ReadonlyMap<string, Bound>;

const operatorsOf: Readonly<Record<FieldType, readonly Operator[]>> = {
  string: ["any", "contains", "ends-with", "equals", "starts-with"],
  email: ["any", "equals"],
  phone: ["any", "equals"],
  integer: ["any", "equals", "greater-or-equal", "greater-than", "less-or-equal", "less-than"],
  unix: ["equals", "greater-or-equal", "greater-than", "less-or-equal", "less-than"],
  boolean: ["any", "equals"],
  datetime: ["equals", "greater-or-equal", "greater-than", "less-or-equal", "less-than"],
  relationship: ["has"],
};

const successes = [200, 201, 202, 204];

function* brokenLife({ since, until }: Life): Broken {
  for (const revision of [since, until])
    if (revision !== undefined && !revisions.includes(revision))
      yield `unknown revision ${revision}`;
  if (since !== undefined && until !== undefined && until <= since)
    yield `ends (${until}) before it begins (${since})`;
}

export function* brokenContract(areas: readonly Area[], resources: Resources, bindings: AllBound) {
  const types = areas.flatMap((area) => area.resources.map(({ type }) => type));
  for (const type of twice(types)) yield `resource ${type}: described twice`;
  for (const resource of resources.values()) {
    const what = `resource ${resource.type}`;
    yield* under(what, brokenResource(resource, resources, bindings.get(resource.type) ?? {}));
    yield* under(what, brokenViews(resource, areas));
  }
  for (const type of bindings.keys()) {
    if (!resources.has(type)) yield `bindings: no resource ${type}`;
  }
  const places = new Map<string, string>();
  for (const area of areas) {
    for (const row of area.operations) {
      yield* under(`operation ${row.id}`, brokenRow(row, resources, area, bindings));
      const place = `${row.method} ${row.path.replace(/\{\w+\}/g, "{}").replace(/\/$/, "")}`;
      const rival = places.get(place);
      if (rival !== undefined) yield `operation ${row.id}: same place as ${rival}`;
      places.set(place, row.id);
    }
    for (const id of Object.keys(area.behavior ?? {})) {
      if (!area.operations.some((row) => row.id === id))
        yield `behavior ${id}: area ${area.name} has no such operation`;
    }
  }
  const ids = areas.flatMap((area) => area.operations.map(({ id }) => id));
  for (const id of twice(ids)) yield `operation ${id}: described twice`;
}

const twice = (names: readonly string[]): string[] =>
  names.filter((name, index) => names.indexOf(name) !== index);

function* brokenResource(resource: Resource, resources: Resources, bindings: Bound): Broken {
  const { attributes, fields, relationships, defaultSort } = resource;
  yield* under("linked", brokenLife(resource.linked ?? {}));
  for (const name of Object.keys(bindings.computed ?? {})) {
    if (!attributes[name]?.computed) yield `computes ${name}, which no attribute asks for`;
  }
  for (const [name, attribute] of Object.entries(attributes)) {
    yield* under(`attribute ${name}`, brokenLife(attribute));
    const needed = attribute.computed && resource.collection;
    if (needed && !bindings.computed?.[name]) yield `attribute ${name}: computed by nothing`;
  }
  for (const [name, relationship] of Object.entries(relationships)) {
    const other = resources.get(relationship.to);
    yield* under(`relationship ${name}`, brokenLife(relationship));
    if (relationship.listed && !isRead(relationship, bindings.related?.[name]))
      yield `relationship ${name}: read by nothing`;
    if (other === undefined) yield `relationship ${name}: no resource ${relationship.to}`;
    else if (relationship.by !== undefined && !other.fields[relationship.by])
      yield `relationship ${name}: ${other.type} has no field ${relationship.by}`;
    const isOfPerson = !relationship.many && relationship.to === "profile" && resource.collection;
    if (isOfPerson && relationship.erased === undefined)
      yield `relationship ${name}: what becomes of it when the person is deleted?`;
  }
  for (const name of Object.keys(bindings.related ?? {})) {
    const { many, derived } = relationships[name] ?? {};
    if (!many && !derived) yield `reads ${name}, which is stored in the record`;
  }
  const properties = propertiesOf(resource);
  for (const name of (resource.natural ?? []).flat()) {
    if (!properties.has(name)) yield `natural key ${name}: no such property`;
  }
  if (defaultSort !== undefined && !fields[defaultSort.replace(/^-/, "")])
    yield `default sort ${defaultSort}: no such field`;
}

const propertiesOf = ({ attributes, relationships, kept = {} }: Resource): ReadonlySet<string> =>
  new Set([
    "id",
    ...Object.entries({ ...attributes, ...relationships }).map(([name, { from = name }]) => from),
    ...Object.keys(kept),
  ]);

const isRead = ({ ids, by, members }: Relationship, related: unknown): boolean =>
  (related ?? ids ?? by) !== undefined || members === true;

function* brokenViews({ relationships }: Resource, areas: readonly Area[]): Broken {
  for (const [name, { only = [], linksOnly, unless }] of Object.entries(relationships)) {
    const named = [...only, ...(Array.isArray(linksOnly) ? (linksOnly as string[]) : [])];
    for (const id of named) {
      const known = areas.some(({ operations }) => operations.some((row) => row.id === id));
      if (!known) yield `relationship ${name}: no operation ${id}`;
    }
    if (unless !== undefined && relationships[unless] === undefined)
      yield `relationship ${name}: no relationship ${unless}`;
  }
}

function* brokenRow(row: Row, resources: Resources, area: Area, bindings: AllBound): Broken {
  yield* brokenAddress(row);
  yield* brokenLife(row);
  const { burst, steady, day = Infinity } = row.limits;
  if (!(burst > 0 && steady >= burst && day > 0)) yield `limits ${burst}/s ${steady}/m ${day}/d`;
  yield* brokenLife(row.listed ?? {});
  const resource = resources.get(row.resource);
  if (resource === undefined) yield `no resource ${row.resource}`;
  const relationship = relationshipOf(resource, row);
  if (resource && row.relationship && !relationship) yield `no relationship ${row.relationship}`;
  for (const scope of row.scopes.flat()) {
    if (!scopes.includes(scope)) yield `unknown scope ${scope}`;
  }
  if (row.path.startsWith("/api/") && row.scopes.length === 0) yield "asks for no scope";
  for (const answer of row.success) {
    yield* brokenLife(answer);
    if (!successes.includes(answer.status)) yield `success status ${answer.status}`;
  }
  if (row.method === "GET" && row.body) yield "a GET with a body";
  if (row.verb === "action" && !area.behavior?.[row.id]) yield "no behavior";
  const writes = row.verb === "create" || row.verb === "update" || row.verb === "remove";
  if (writes && row.verb !== "remove" && !row.body) yield "no body";
  const answers = resources.get((relationship && relationship.to) || row.resource);
  if (answers !== undefined) {
    yield* brokenAbilities(row, answers, resources);
    const asked = row.abilities.include.map(({ name }) => [answers, name] as const);
    if (resource && row.relationship && !relationshipOf(resource, row)?.by)
      asked.push([resource, row.relationship]);
    for (const [of, name] of asked) {
      const asked = of.relationships[name];
      if (asked === undefined) continue;
      if (!hasRecords(resources.get(asked.to))) yield `no records of ${asked.to}`;
      const isWorkedOut = asked.many || asked.derived;
      if (isWorkedOut && !isRead(asked, bindings.get(of.type)?.related?.[name]))
        yield `relationship ${name} of ${of.type}: read by nothing`;
    }
  }
}

const relationshipOf = (resource: Resource | undefined, { relationship }: Row) =>
  relationship === undefined ? undefined : resource?.relationships[relationship];

function* brokenAddress({ method, path, verb }: Row): Broken {
  if (!/^\/(api|client)(\/[a-z-]+|\/\{\w+\})+$/.test(path)) yield `path ${path}`;
  const params = path.match(/\{\w+\}/g)?.length ?? 0;
  const ofOne = ["get", "update", "remove", "related", "linkage"].includes(verb);
  if (ofOne && params !== 1) yield `${verb} needs one {id} in ${path}`;
  if (verb === "list" && params !== 0) yield `list with an {id} in ${path}`;
  const by = { create: "POST", update: "PATCH", remove: "DELETE" }[verb as string] ?? "GET";
  if (verb !== "action" && method !== by) yield `${verb} by ${method}`;
}

const isOrdered = ({ orders = [], fields }: Resource, name: string): boolean =>
  orders.some((order) => [order].flat().at(-1) === (fields[name]?.from ?? name));

function* brokenAbilities(row: Row, answers: Resource, resources: Resources): Broken {
  const { required, filter, sort, include, fields, additionalFields, paging } = row.abilities;
  const { parameters } = row.abilities;
  for (const name of required) {
    const isTaken = name === "filter" ? filter.length > 0 : name in parameters;
    if (!isTaken) yield `needs ${name}, and takes none`;
  }
  for (const ability of [...filter, ...sort, ...include])
    yield* under(ability.name, brokenLife(ability));
  for (const { name, operators: used, lists, needs, without = [] } of filter) {
    for (const other of needs === undefined ? without : [needs, ...without]) {
      if (!filter.some((each) => each.name === other))
        yield `filter ${name}: speaks of ${other}, which is none`;
    }
    if (lists && !used.includes("equals")) yield `filter ${name}: lists, and no equals`;
    yield* under(`filter ${name}, lists`, brokenLife(lists ?? {}));
    const field = answers.fields[name];
    if (!field) yield `filter ${name}: no such field of ${answers.type}`;
    for (const operator of used) {
      if (!operators.includes(operator)) yield `filter ${name}: unknown operator ${operator}`;
      else if (field && !operatorsOf[field.type].includes(operator))
        yield `filter ${name}: ${operator} makes no sense on a ${field.type}`;
    }
  }
  for (const { name } of sort) {
    if (!answers.fields[name]) yield `sort ${name}: no such field of ${answers.type}`;
    else if (row.verb === "list" && !isOrdered(answers, name))
      yield `sort ${name}: ${answers.type} has no such order`;
  }
  const reachable = new Set([writtenAs(answers)]);
  for (const { name } of include) {
    const to = answers.relationships[name]?.to;
    if (to === undefined) yield `include ${name}: no such relationship of ${answers.type}`;
    else reachable.add(writtenAs(resources.get(to) ?? { type: to }));
  }
  for (const type of fields) {
    if (!reachable.has(type)) yield `fields[${type}]: neither answered nor included`;
  }
  for (const [type, additional] of Object.entries(additionalFields)) {
    for (const { name, ...life } of additional) {
      yield* under(name, brokenLife(life));
      if (!resources.get(type)?.attributes[name]?.additional)
        yield `additional-fields[${type}]: ${name} is no additional attribute`;
    }
  }
  for (const page of paging) {
    yield* brokenLife(page);
    if (!(page.default > 0 && page.max >= page.default))
      yield `pages of ${page.default}, at most ${page.max}`;
  }
  if (paging.length === 0 && sort.length > 0) yield "sorted, not paged";
}
