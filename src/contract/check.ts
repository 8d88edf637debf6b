import { type Area, type Bindings, operators, type Operator, type Row } from "./operation.ts";
import type { FieldType } from "./field.ts";
import type { Relationship } from "./members.ts";
import { hasRecords, type Resource, writtenAs } from "./resource.ts";
import { type Life, revisions } from "./revisions.ts";
import { scopes } from "./scopes.ts";

type Broken = string;

type Resources = ReadonlyMap<string, Resource>;
type Bound = Bindings<unknown, unknown>;

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

function brokenLife(life: Life): Broken[] {
  const { since, until } = life;
  const unknown = [since, until].filter((r) => r !== undefined && !revisions.includes(r));
  const found = unknown.map((revision) => `unknown revision ${revision}`);
  if (since !== undefined && until !== undefined && until <= since) {
    found.push(`ends (${until}) before it begins (${since})`);
  }
  return found;
}

export function brokenContract(
  areas: readonly Area[],
  resources: Resources,
  bindings: ReadonlyMap<string, Bound>,
): Broken[] {
  const found: Broken[] = [];
  const types = areas.flatMap((area) => area.resources.map(({ type }) => type));
  found.push(...twice(types).map((type) => `resource ${type}: described twice`));
  for (const resource of resources.values()) {
    found.push(...brokenResource(resource, resources, bindings.get(resource.type) ?? {}));
    found.push(...brokenViews(resource, areas).map((what) => `resource ${resource.type}: ${what}`));
  }
  for (const type of bindings.keys()) {
    if (!resources.has(type)) found.push(`bindings: no resource ${type}`);
  }
  const places = new Map<string, string>();
  for (const area of areas) {
    for (const row of area.operations) {
      found.push(...brokenRow(row, resources, area, bindings));
      const place = `${row.method} ${row.path.replace(/\{\w+\}/g, "{}").replace(/\/$/, "")}`;
      const rival = places.get(place);
      if (rival !== undefined) found.push(`operation ${row.id}: same place as ${rival}`);
      places.set(place, row.id);
    }
    for (const id of Object.keys(area.behavior ?? {})) {
      if (!area.operations.some((row) => row.id === id)) {
        found.push(`behavior ${id}: area ${area.name} has no such operation`);
      }
    }
  }
  const ids = areas.flatMap((area) => area.operations.map(({ id }) => id));
  found.push(...twice(ids).map((id) => `operation ${id}: described twice`));
  return found;
}

const twice = (names: readonly string[]): string[] =>
  names.filter((name, index) => names.indexOf(name) !== index);

function brokenResource(resource: Resource, resources: Resources, bindings: Bound): Broken[] {
  const { attributes, fields, relationships, defaultSort } = resource;
  const found: Broken[] = [];
  found.push(...brokenLife(resource.linked ?? {}).map((what) => `linked: ${what}`));
  for (const name of Object.keys(bindings.computed ?? {})) {
    if (!attributes[name]?.computed) found.push(`computes ${name}, which no attribute asks for`);
  }
  for (const [name, attribute] of Object.entries(attributes)) {
    found.push(...brokenLife(attribute).map((what) => `attribute ${name}: ${what}`));
    const needed = attribute.computed && resource.collection;
    if (needed && !bindings.computed?.[name]) found.push(`attribute ${name}: computed by nothing`);
  }
  for (const [name, relationship] of Object.entries(relationships)) {
    const other = resources.get(relationship.to);
    found.push(...brokenLife(relationship).map((what) => `relationship ${name}: ${what}`));
    if (relationship.listed && !isRead(relationship, bindings.related?.[name])) {
      found.push(`relationship ${name}: read by nothing`);
    }
    if (other === undefined) found.push(`relationship ${name}: no resource ${relationship.to}`);
    else if (relationship.by !== undefined && !other.fields[relationship.by]) {
      found.push(`relationship ${name}: ${other.type} has no field ${relationship.by}`);
    }
    const isOfPerson = !relationship.many && relationship.to === "profile" && resource.collection;
    if (isOfPerson && relationship.erased === undefined) {
      found.push(`relationship ${name}: what becomes of it when the person is deleted?`);
    }
  }
  for (const name of Object.keys(bindings.related ?? {})) {
    const { many, derived } = relationships[name] ?? {};
    if (!many && !derived) found.push(`reads ${name}, which is stored in the record`);
  }
  const properties = propertiesOf(resource);
  for (const name of (resource.natural ?? []).flat()) {
    if (!properties.has(name)) found.push(`natural key ${name}: no such property`);
  }
  if (defaultSort !== undefined && !fields[defaultSort.replace(/^-/, "")]) {
    found.push(`default sort ${defaultSort}: no such field`);
  }
  return found.map((what) => `resource ${resource.type}: ${what}`);
}

const propertiesOf = ({ attributes, relationships, kept = {} }: Resource): ReadonlySet<string> =>
  new Set([
    "id",
    ...Object.entries({ ...attributes, ...relationships }).map(([name, { from = name }]) => from),
    ...Object.keys(kept),
  ]);

const isRead = ({ ids, by, members }: Relationship, related: unknown): boolean =>
  (related ?? ids ?? by) !== undefined || members === true;

function brokenViews({ relationships }: Resource, areas: readonly Area[]): Broken[] {
  const found: Broken[] = [];
  for (const [name, { only = [], linksOnly, unless }] of Object.entries(relationships)) {
    const named = [...only, ...(Array.isArray(linksOnly) ? (linksOnly as string[]) : [])];
    for (const id of named) {
      const known = areas.some(({ operations }) => operations.some((row) => row.id === id));
      if (!known) found.push(`relationship ${name}: no operation ${id}`);
    }
    if (unless !== undefined && relationships[unless] === undefined) {
      found.push(`relationship ${name}: no relationship ${unless}`);
    }
  }
  return found;
}

function brokenRow(
  row: Row,
  resources: Resources,
  area: Area,
  bindings: ReadonlyMap<string, Bound>,
): Broken[] {
  const found: Broken[] = [...brokenAddress(row), ...brokenLife(row), ...brokenLimits(row)];
  found.push(...brokenLife(row.listed ?? {}));
  const resource = resources.get(row.resource);
  if (resource === undefined) found.push(`no resource ${row.resource}`);
  const relationship = relationshipOf(resource, row);
  if (resource && row.relationship && !relationship)
    found.push(`no relationship ${row.relationship}`);
  for (const scope of row.scopes.flat()) {
    if (!scopes.includes(scope)) found.push(`unknown scope ${scope}`);
  }
  if (row.path.startsWith("/api/") && row.scopes.length === 0) found.push("asks for no scope");
  for (const answer of row.success) {
    found.push(...brokenLife(answer));
    if (!successes.includes(answer.status)) found.push(`success status ${answer.status}`);
  }
  if (row.method === "GET" && row.body) found.push("a GET with a body");
  if (row.verb === "action" && !area.behavior?.[row.id]) found.push("no behavior");
  const writes = row.verb === "create" || row.verb === "update" || row.verb === "remove";
  if (writes && row.verb !== "remove" && !row.body) found.push("no body");
  const answers = resources.get((relationship && relationship.to) || row.resource);
  if (answers !== undefined) {
    found.push(...brokenAbilities(row, answers, resources));
    const asked = row.abilities.include.map(({ name }) => [answers, name] as const);
    if (resource && row.relationship && !relationshipOf(resource, row)?.by) {
      asked.push([resource, row.relationship]);
    }
    for (const [of, name] of asked) {
      const asked = of.relationships[name];
      if (asked === undefined) continue;
      if (!hasRecords(resources.get(asked.to))) found.push(`no records of ${asked.to}`);
      const isWorkedOut = asked.many || asked.derived;
      if (isWorkedOut && !isRead(asked, bindings.get(of.type)?.related?.[name])) {
        found.push(`relationship ${name} of ${of.type}: read by nothing`);
      }
    }
  }
  return found.map((what) => `operation ${row.id}: ${what}`);
}

const relationshipOf = (resource: Resource | undefined, { relationship }: Row) =>
  relationship === undefined ? undefined : resource?.relationships[relationship];

function brokenLimits({ limits: { burst, steady, day = Infinity } }: Row): Broken[] {
  return burst > 0 && steady >= burst && day > 0 ? [] : [`limits ${burst}/s ${steady}/m ${day}/d`];
}

function brokenAddress({ method, path, verb }: Row): Broken[] {
  const found: Broken[] = [];
  if (!/^\/(api|client)(\/[a-z-]+|\/\{\w+\})+$/.test(path)) found.push(`path ${path}`);
  const params = path.match(/\{\w+\}/g)?.length ?? 0;
  const ofOne = ["get", "update", "remove", "related", "linkage"].includes(verb);
  if (ofOne && params !== 1) found.push(`${verb} needs one {id} in ${path}`);
  if (verb === "list" && params !== 0) found.push(`list with an {id} in ${path}`);
  const by = { create: "POST", update: "PATCH", remove: "DELETE" }[verb as string] ?? "GET";
  if (verb !== "action" && method !== by) found.push(`${verb} by ${method}`);
  return found;
}

const isOrdered = ({ orders = [], fields }: Resource, name: string): boolean =>
  orders.some((order) => [order].flat().at(-1) === (fields[name]?.from ?? name));

function brokenAbilities(row: Row, answers: Resource, resources: Resources): Broken[] {
  const { required, filter, sort, include, fields, additionalFields, paging } = row.abilities;
  const { parameters } = row.abilities;
  const found: Broken[] = [];
  for (const name of required) {
    const isTaken = name === "filter" ? filter.length > 0 : name in parameters;
    if (!isTaken) found.push(`needs ${name}, and takes none`);
  }
  for (const ability of [...filter, ...sort, ...include]) {
    found.push(...brokenLife(ability).map((what) => `${ability.name}: ${what}`));
  }
  for (const { name, operators: used, lists, needs, without = [] } of filter) {
    for (const other of needs === undefined ? without : [needs, ...without]) {
      if (!filter.some((each) => each.name === other)) {
        found.push(`filter ${name}: speaks of ${other}, which is none`);
      }
    }
    if (lists && !used.includes("equals")) found.push(`filter ${name}: lists, and no equals`);
    found.push(...brokenLife(lists ?? {}).map((what) => `filter ${name}, lists: ${what}`));
    const field = answers.fields[name];
    if (!field) found.push(`filter ${name}: no such field of ${answers.type}`);
    for (const operator of used) {
      if (!operators.includes(operator)) found.push(`filter ${name}: unknown operator ${operator}`);
      else if (field && !operatorsOf[field.type].includes(operator)) {
        found.push(`filter ${name}: ${operator} makes no sense on a ${field.type}`);
      }
    }
  }
  for (const { name } of sort) {
    if (!answers.fields[name]) found.push(`sort ${name}: no such field of ${answers.type}`);
    else if (row.verb === "list" && !isOrdered(answers, name)) {
      found.push(`sort ${name}: ${answers.type} has no such order`);
    }
  }
  const reachable = new Set([writtenAs(answers)]);
  for (const { name } of include) {
    const to = answers.relationships[name]?.to;
    if (to === undefined) found.push(`include ${name}: no such relationship of ${answers.type}`);
    else reachable.add(writtenAs(resources.get(to) ?? { type: to }));
  }
  for (const type of fields) {
    if (!reachable.has(type)) found.push(`fields[${type}]: neither answered nor included`);
  }
  for (const [type, additional] of Object.entries(additionalFields)) {
    for (const { name, ...life } of additional) {
      found.push(...brokenLife(life).map((what) => `${name}: ${what}`));
      if (!resources.get(type)?.attributes[name]?.additional) {
        found.push(`additional-fields[${type}]: ${name} is no additional attribute`);
      }
    }
  }
  for (const page of paging) {
    found.push(...brokenLife(page));
    if (!(page.default > 0 && page.max >= page.default)) {
      found.push(`pages of ${page.default}, at most ${page.max}`);
    }
  }
  if (paging.length === 0 && sort.length > 0) found.push("sorted, not paged");
  return found;
}
