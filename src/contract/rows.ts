import { change, creation } from "./bodies.ts";
import type { Abilities, Ability, Method, Paging, Row, Success, Verb } from "./operation.ts";
import { idAt, published, readsOf } from "./published.ts";
import type { Resource } from "./resource.ts";
import type { Life } from "./revisions.ts";
import type { AbilityOptions, NameOrAbility, RowOptions } from "./row-options.ts";
import type { Scope } from "./scopes.ts";
import { object, type Shape } from "./shape.ts";
import { tiers } from "./tiers.ts";

type Address = Partial<Record<Lowercase<Method>, string>>;

function abilities(options: AbilityOptions): Abilities {
  const named = (entries: readonly NameOrAbility[] = []): Ability[] =>
    entries.map((entry) => (typeof entry === "string" ? { name: entry } : entry));
  return {
    required: options.required ?? [],
    filter: Object.entries(options.filter ?? {}).map(([name, rule]) =>
      "operators" in rule ? { name, ...rule } : { name, operators: rule },
    ),
    sort: named(options.sort),
    include: named(options.include),
    fields: options.fields ?? [],
    additionalFields: Object.fromEntries(
      Object.entries(options.additionalFields ?? {}).map(([type, names]) => [type, named(names)]),
    ),
    parameters: options.parameters ?? {},
    paging: options.paging ?? [],
  };
}

function anyOf(scopes: RowOptions["scopes"]): readonly (readonly Scope[])[] {
  if (scopes === undefined || scopes.length === 0) return [];
  return typeof scopes[0] === "string"
    ? [scopes as readonly Scope[]]
    : (scopes as readonly (readonly Scope[])[]);
}

/** All that an area says of a row, beside its verb. What it leaves out is as it is published. */
interface Saying<B> extends RowOptions, Address, Pick<Row, Rarely> {
  /** Not given: what the resource's table says, of rows that create or update. */
  readonly body?: Shape<B>;
  /** Where it depends on the revision: each of them with its life. */
  readonly success?: number | readonly number[] | readonly Success[];
  readonly empty?: boolean;
}

type Rarely = "formBytesMax" | "shows" | "bodyBytesMax" | "header" | "open" | "including";

function row<Id extends string, V extends Verb, B = unknown>(
  id: Id,
  verb: V,
  of: Pick<Resource, "type">,
  saying: Saying<B>,
  usual: Address & { readonly success?: number } = {},
): Row<Id, V, B> {
  const known = published.get(id);
  const said: Saying<B> = { ...known, ...saying };
  const { method, path } = addressOf(saying) ?? known ?? addressOf(usual) ?? nowhere;
  const { tier, limits, perDay } = saying.tier || saying.limits ? saying : said;
  const windows = limits ?? tiers[tier ?? "M"];
  const { success = known?.status ?? usual.success ?? 200 } = saying;
  const isUnshown = known !== undefined && method !== "GET" && known.fields === undefined;
  const { empty = success === 204 || isUnshown } = saying;
  return {
    id,
    verb,
    method,
    path,
    resource: of.type,
    scopes: anyOf(said.scopes),
    limits: perDay === undefined ? windows : { ...windows, day: perDay },
    ...(tier && { tier }),
    ...taken(saying, ["onePage", "note", "setting", "unlessFiltered", "body", "formBytesMax"]),
    ...taken(saying, ["shows", "bodyBytesMax", "header", "open", "including"]),
    ...taken(said, ["since", "until"]),
    abilities: abilities(said),
    success: [success]
      .flat()
      .map((answer) => (typeof answer === "number" ? { status: answer, empty } : answer)),
  };
}

const nowhere = { method: "GET", path: "" } as const;

function addressOf(said: Address): { readonly method: Method; readonly path: string } | undefined {
  for (const method of ["GET", "POST", "PATCH", "DELETE"] as const) {
    const path = said[method.toLowerCase() as Lowercase<Method>];
    if (path !== undefined) return { method, path };
  }
  return undefined;
}

const taken = <T extends object, N extends keyof T>(of: T, names: readonly N[]): Pick<T, N> =>
  Object.fromEntries(names.flatMap((name) => (of[name] ? [[name, of[name]]] : []))) as Pick<T, N>;

export const list = <const Id extends string>(of: Resource, id: Id, options: RowOptions = {}) =>
  row(id, "list", of, options, { get: of.path });

export const get = <const Id extends string>(of: Resource, id: Id, options: RowOptions = {}) =>
  row(id, "get", of, options, { get: `${of.path}/{${of.parameter ?? "id"}}` });

type Writing<B = unknown> = RowOptions & Pick<Saying<B>, "body" | "success">;

export const create = <const Id extends string, B>(of: Resource, id: Id, more: Writing<B> = {}) => {
  const body = object({ data: creation(of) }) as unknown as Shape<B>;
  return row(id, "create", of, { body, ...more }, { post: of.path, success: 201 });
};

export const update = <const Id extends string, B>(of: Resource, id: Id, more: Writing<B> = {}) => {
  const body = object({ data: change(of) }) as unknown as Shape<B>;
  return row(id, "update", of, { body, ...more }, { patch: `${of.path}/{id}` });
};

export const remove = <const Id extends string>(of: Resource, id: Id, more: Writing = {}) =>
  row(id, "remove", of, more, { delete: `${of.path}/{id}`, success: 204 });

type Plain = "list" | "create" | "get" | "update" | "remove";
type RowOf = (of: Resource, id: string, options: RowOptions) => Row<string, Plain>;

const plain: Readonly<Record<Plain, readonly [row: RowOf, method: Method, at: string]>> = {
  list: [list, "GET", ""],
  create: [create, "POST", ""],
  get: [get, "GET", "/{}"],
  update: [update, "PATCH", "/{}"],
  remove: [remove, "DELETE", "/{}"],
};

/** The rows of verbs of which nothing special is said, with the ids that are published at the resource's path. */
export const rows = (of: Resource, verbs: readonly Plain[], options: RowOptions = {}) =>
  verbs.map((verb) => {
    const [row, method, at] = plain[verb];
    return row(of, idAt(method, of.path + at), options);
  });

interface RelationOptions extends RowOptions {
  readonly idPaging?: readonly Paging[];
  readonly listed?: Life;
}

export const relations = (of: Resource, names: readonly string[], options: RelationOptions = {}) =>
  names.flatMap((name) =>
    relation(of, name, readsOf(of.path, name), options).filter(({ id }) => id !== ""),
  );

export function relation<const Related extends string, const Linkage extends string>(
  of: Resource,
  relationship: string,
  [related, linkage]: readonly [Related, Linkage],
  { idPaging, listed, ...options }: RelationOptions = {},
) {
  const { fields: _, additionalFields: __, include: ___, ...rest } = options;
  const plain = idPaging === undefined ? rest : { ...rest, paging: idPaging };
  const at = { get: `${of.path}/{id}/${relationship}` };
  const linkageAt = { get: `${of.path}/{id}/relationships/${relationship}` };
  return [
    { ...row(related, "related", of, options, at), relationship, ...(listed && { listed }) },
    { ...row(linkage, "linkage", of, plain, linkageAt), relationship },
  ] as const;
}

/** An operation with a meaning of its own: its area's behavior has a function of this id. */
export const action = <const Id extends string, B = unknown>(
  of: Pick<Resource, "type">,
  id: Id,
  options: Saying<B> = {},
): Row<Id, "action", B> => row<Id, "action", B>(id, "action", of, options);
