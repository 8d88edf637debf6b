import type { Area, Bindings, Method, Row } from "./operation.ts";
import { brokenContract } from "./check.ts";
import type { Resource } from "./resource.ts";
import { type Match, Router } from "./route.ts";

export interface Operation<Behavior = unknown> extends Row {
  readonly area: string;
  readonly answers: string;
  /** `api` asks for a key or token, `client` for a company id. */
  readonly family: "api" | "client";
  /** The methods of its path, for the `Allow` header. */
  readonly allow: string;
  readonly behavior?: Behavior;
}

export interface Contract<
  Behavior = unknown,
  Compute = unknown,
  Relate = unknown,
  Keeping = unknown,
> {
  readonly operations: ReadonlyMap<string, Operation<Behavior>>;
  readonly resources: ReadonlyMap<string, Resource>;
  readonly bindings: ReadonlyMap<string, Bindings<Compute, Relate, Keeping>>;
  match(method: string, path: string): Match<Operation<Behavior>>;
}

/**
 * Joins the areas into one table. @throws Error with every fault of it, one a line
 * @param trusted it is known to be right, as the shipped one is by its tests: the check takes as long as all else
 */
export function compile<Behavior, Compute, Relate, Keeping>(
  areas: readonly Area<Behavior, Compute, Relate, unknown, Keeping>[],
  { trusted = false } = {},
): Contract<Behavior, Compute, Relate, Keeping> {
  const kept = <T>(part: T): T => (trusted ? part : Object.freeze(part));
  const resources = new Map<string, Resource>();
  const bindings = new Map<string, Bindings<Compute, Relate, Keeping>>();
  for (const area of areas) {
    for (const resource of area.resources) resources.set(resource.type, kept(resource));
    for (const [type, binding] of Object.entries(area.bindings ?? {})) bindings.set(type, binding);
  }
  const broken = trusted ? [] : [...brokenContract(areas, resources, bindings)];
  if (broken.length > 0) throw new Error(`The contract is broken.\n${broken.join("\n")}`);

  const operations = new Map<string, Operation<Behavior>>();
  const methods = methodsByPath(areas);
  for (const area of areas) {
    for (const row of area.operations) {
      const allow = (methods.get(template(row.path)) ?? []).join(", ");
      const operation = kept(joined(row, area, resources, allow));
      operations.set(row.id, operation);
    }
  }
  const router = new Router([...operations.values()]);
  return Object.freeze({
    operations,
    resources,
    bindings,
    match: (method: string, path: string) => router.match(method, path),
  });
}

/** Paths are alike whatever their parameters are called. */
const template = (path: string) => path.replace(/\{\w+\}/g, "{}");

function methodsByPath(areas: readonly Area[]): ReadonlyMap<string, readonly Method[]> {
  const methods = new Map<string, Method[]>();
  for (const { operations } of areas) {
    for (const { path, method } of operations) {
      const place = template(path);
      methods.set(place, [...(methods.get(place) ?? []), method]);
    }
  }
  return methods;
}

type Resources = ReadonlyMap<string, Resource>;

function joined<Behavior>(row: Row, area: Area<Behavior>, resources: Resources, allow: string) {
  const resource = resources.get(row.resource);
  const to = row.relationship && resource?.relationships[row.relationship]?.to;
  const answers = to || row.resource;
  const behavior = area.behavior?.[row.id];
  const family = row.path.startsWith("/client/") ? "client" : "api";
  const operation: Operation<Behavior> = { ...row, area: area.name, answers, family, allow };
  return behavior === undefined ? operation : Object.assign(operation, { behavior });
}
