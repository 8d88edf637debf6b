import { answersNothing, type Success } from "../../contract/operation.ts";
import { any, described, type Infer, list } from "../../contract/shape.ts";
import { literal, object, record, string } from "../../contract/shape.ts";
import type { Resource } from "../../contract/resource.ts";
import { PlanError, unknownName } from "./kind.ts";
import { nearest } from "../name-match.ts";

const path = () => string({ minLength: 1, maxLength: 200 });

/** A change to the answers of a revision and of all later ones. */
export const patchShape = object({
  "operation?": described(path(), "An operation whose own records are changed."),
  "resource?": described(
    path(),
    "A type whose resource objects are changed, wherever they appear.",
  ),
  "rename?": described(
    record(path()),
    "Members by their path, such as attributes.email, and their new names.",
  ),
  "remove?": described(list(path()), "Members by their path."),
  "add?": described(record(any()), "Members by their path, with their value."),
  "retype?": described(
    record(literal("string", "number", "boolean", "list", "object", "null", "unix")),
    "Members by their path, and what becomes of their values: list wraps one, unix makes seconds of a datetime.",
  ),
});

export type ResponsePatch = Infer<typeof patchShape>;
type Retyped = NonNullable<ResponsePatch["retype"]>[string];

export interface Patchable {
  readonly operations: ReadonlyMap<
    string,
    { readonly answers: string; readonly success: readonly Success[] }
  >;
  readonly resources: ReadonlyMap<string, Resource>;
}

const roots = ["id", "type", "attributes", "relationships", "links", "meta"];

/** Checks that a patch names what there is. @throws PlanError with the member that is wrong */
export function requirePatch(patch: ResponsePatch, { operations, resources }: Patchable): void {
  const { operation, resource, rename = {}, remove = [], add = {}, retype = {} } = patch;
  if ((operation === undefined) === (resource === undefined))
    throw new PlanError("expected one of operation and resource", "operation");
  const row = operations.get(operation ?? "");
  if (operation !== undefined && row === undefined)
    throw unknownName("operation", operation, operations.keys());
  if (row && answersNothing(row))
    throw new PlanError(`${operation} responds without a body`, "operation");
  const type = resources.get(row?.answers ?? resource ?? "");
  if (type === undefined) throw unknownName("resource", resource ?? "", resources.keys());
  const known = [...Object.keys(rename), ...remove, ...Object.keys(retype)];
  if (known.length + Object.keys(add).length === 0)
    throw new PlanError("expected something to rename, remove, add or retype", "");
  const sections = { rename, remove, retype };
  for (const [section, paths] of Object.entries(sections)) {
    for (const each of Array.isArray(paths) ? paths : Object.keys(paths)) {
      requireMember(each as string, type, `${section}.${each}`);
    }
  }
  for (const each of Object.keys(add)) requireRoot(each, `add.${each}`);
}

function requireRoot(text: string, at: string): void {
  const [root = ""] = text.split(".");
  if (roots.includes(root)) return;
  const message = `expected a path that begins with ${roots.join(", ")}`;
  throw new PlanError(message, at, nearest(root, roots));
}

/** The first two steps of a path must be there; what lies deeper is the customer's. */
function requireMember(text: string, type: Resource, at: string): void {
  requireRoot(text, at);
  const [root = "", name] = text.split(".");
  const members = { attributes: type.attributes, relationships: type.relationships }[root];
  if (name === undefined || members === undefined || Object.hasOwn(members, name)) return;
  const near = nearest(name, Object.keys(members));
  const message = `${type.type} has no ${name} among its ${root}`;
  throw new PlanError(message, at, near && `${root}.${near}`);
}

type Json = Record<string, unknown>;

/** Changes one resource object, in this order: retype, rename, remove, add. */
export function patchResource(resource: Json, patch: ResponsePatch): void {
  for (const [text, type] of Object.entries(patch.retype ?? {})) {
    const found = parentOf(resource, text);
    // null has no type, and stays.
    const value = found?.parent[found.name] ?? null;
    if (found !== undefined && value !== null) found.parent[found.name] = retypes[type](value);
  }
  rename(resource, patch.rename ?? {});
  for (const text of patch.remove ?? []) {
    const found = parentOf(resource, text);
    if (found !== undefined) delete found.parent[found.name];
  }
  for (const [text, value] of Object.entries(patch.add ?? {}))
    put(resource, text.split("."), value);
}

/** All at once: two members may change names. */
function rename(resource: Json, names: Readonly<Record<string, string>>): void {
  const moves = Object.entries(names).flatMap(([text, to]) => {
    const found = parentOf(resource, text);
    return found === undefined ? [] : [{ ...found, to, value: found.parent[found.name] }];
  });
  for (const { parent, name } of moves) delete parent[name];
  for (const { parent, to, value } of moves) define(parent, to, value);
}

/** The object that has the member at a path, and its name there; undefined: there is none. */
function parentOf(resource: Json, text: string): { parent: Json; name: string } | undefined {
  const steps = text.split(".");
  const name = steps.pop() ?? "";
  let parent: unknown = resource;
  for (const step of steps) {
    if (!isObject(parent) || !Object.hasOwn(parent, step)) return undefined;
    parent = parent[step];
  }
  return isObject(parent) && Object.hasOwn(parent, name) ? { parent, name } : undefined;
}

function put(resource: Json, steps: readonly string[], value: unknown): void {
  let at = resource;
  for (const step of steps.slice(0, -1)) {
    if (!Object.hasOwn(at, step) || !isObject(at[step])) define(at, step, {});
    at = at[step] as Json;
  }
  define(at, steps.at(-1) ?? "", value);
}

/** Also what is named `__proto__` is a member like any other. */
const define = (at: Json, name: string, value: unknown) =>
  Object.defineProperty(at, name, { value, enumerable: true, configurable: true, writable: true });

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const retypes: Readonly<Record<Retyped, (value: unknown) => unknown>> = {
  string: (value) => (typeof value === "string" ? value : JSON.stringify(value)),
  number: (value) => Number(value) || 0,
  boolean: Boolean,
  list: (value) => [value],
  object: (value) => ({ value }),
  null: () => null,
  unix: (value) => Math.floor(Date.parse(String(value)) / 1000) || 0,
};
