import type { Area, Bindings } from "./area.ts";
import { type Broken, brokenResource, brokenRow } from "./check.ts";
import type { Method, Row } from "./operation.ts";
import type { Resource } from "./resource.ts";
import { type Match, Router, segmentsOf } from "./route.ts";

/** A row with what follows from its place in the table. */
export interface Operation<Behavior = unknown> extends Row {
  readonly area: string;
  /** The type of the records that its answer is about. */
  readonly answers: string;
  /** Whether it does more than answer 501. */
  readonly built: boolean;
  /** `api` asks for a key or token, `client` for a company id. */
  readonly family: "api" | "client";
  /** The methods of its path, for the `Allow` header. */
  readonly allow: string;
  readonly behavior?: Behavior;
}

/** The whole API, checked and frozen. */
export interface Contract<Behavior = unknown, Compute = unknown, Relate = unknown> {
  readonly operations: ReadonlyMap<string, Operation<Behavior>>;
  readonly resources: ReadonlyMap<string, Resource>;
  readonly bindings: ReadonlyMap<string, Bindings<Compute, Relate>>;
  match(method: string, path: string): Match<Operation<Behavior>>;
}

/**
 * Joins the areas into one table and checks every reference in it.
 *
 * @throws Error that lists every fault of the table, one a line
 */
export function compile<Behavior, Compute, Relate>(
  areas: readonly Area<Behavior, Compute, Relate>[],
): Contract<Behavior, Compute, Relate> {
  const broken: Broken[] = [];
  const resources = new Map<string, Resource>();
  const bindings = new Map<string, Bindings<Compute, Relate>>();
  for (const area of areas) {
    for (const resource of area.resources) {
      if (resources.has(resource.type)) broken.push(`resource ${resource.type}: described twice`);
      resources.set(resource.type, Object.freeze(resource));
    }
    for (const [type, binding] of Object.entries(area.bindings ?? {})) bindings.set(type, binding);
  }
  for (const resource of resources.values()) {
    broken.push(...brokenResource(resource, resources, bindings.get(resource.type) ?? {}));
  }
  for (const type of bindings.keys()) {
    if (!resources.has(type)) broken.push(`bindings: no resource ${type}`);
  }

  const operations = new Map<string, Operation<Behavior>>();
  const router = new Router<Operation<Behavior>>();
  const places = new Map<string, string>();
  const methods = methodsByPath(areas);
  for (const area of areas) {
    for (const row of area.operations) {
      broken.push(...brokenRow(row, resources, area, bindings));
      if (operations.has(row.id)) broken.push(`operation ${row.id}: described twice`);
      const place = `${row.method} ${template(row.path)}`;
      const rival = places.get(place);
      if (rival !== undefined) broken.push(`operation ${row.id}: same place as ${rival}`);
      places.set(place, row.id);
      const operation = joined(row, area, resources, methods);
      operations.set(row.id, operation);
      router.add(operation);
    }
    for (const id of Object.keys(area.behavior)) {
      if (!area.operations.some((row) => row.id === id && row.verb !== "planned")) {
        broken.push(`behavior ${id}: area ${area.name} has no such operation`);
      }
    }
  }
  if (broken.length > 0) throw new Error(`The contract is broken.\n${broken.join("\n")}`);
  return Object.freeze({
    operations,
    resources,
    bindings,
    match: (method: string, path: string) => router.match(method, path),
  });
}

const template = (path: string) => segmentsOf(path.replace(/\{\w+\}/g, "{}")).join("/");

function methodsByPath(areas: readonly Area[]): ReadonlyMap<string, readonly Method[]> {
  const methods = new Map<string, Method[]>();
  for (const row of areas.flatMap((area) => area.operations)) {
    methods.set(template(row.path), [...(methods.get(template(row.path)) ?? []), row.method]);
  }
  return methods;
}

function joined<Behavior>(
  row: Row,
  area: Area<Behavior>,
  resources: ReadonlyMap<string, Resource>,
  methods: ReadonlyMap<string, readonly Method[]>,
): Operation<Behavior> {
  const resource = resources.get(row.resource);
  const to = row.relationship && resource?.relationships[row.relationship]?.to;
  const answers = to || row.resource;
  const collection = resources.get(answers)?.collection;
  const behavior = area.behavior[row.id];
  return Object.freeze({
    ...row,
    area: area.name,
    answers,
    built: row.verb !== "planned" && (behavior !== undefined || collection !== undefined),
    family: row.path.startsWith("/client/") ? "client" : "api",
    allow: (methods.get(template(row.path)) ?? []).join(", "),
    ...(behavior !== undefined && { behavior }),
  });
}
