import { change, creation } from "./bodies.ts";
import type { Abilities, Ability, FilterAbility, Method, Operator, Paging } from "./operation.ts";
import type { OwnParameter, Row, Shows, Success, Verb } from "./operation.ts";
import type { Resource } from "./resource.ts";
import type { Life, Revision } from "./revisions.ts";
import type { Scope } from "./scopes.ts";
import { object, type Shape } from "./shape.ts";
import { type Tier, type Windows, tiers } from "./tiers.ts";
import type { VendorNames } from "./vendor-names.ts";

type NameOrAbility = string | Ability;

/** The query abilities as an area writes them down. */
interface AbilityOptions {
  required?: readonly string[];
  filter?: Readonly<Record<string, readonly Operator[] | Omit<FilterAbility, "name">>>;
  sort?: readonly NameOrAbility[];
  include?: readonly NameOrAbility[];
  fields?: readonly string[];
  additionalFields?: Readonly<Record<string, readonly NameOrAbility[]>>;
  parameters?: Readonly<Record<string, OwnParameter>>;
  paging?: readonly Paging[];
}

export interface RowOptions extends AbilityOptions, Life {
  scopes?: readonly Scope[] | readonly (readonly Scope[])[];
  tier?: Tier;
  /** More requests a day than this are refused, beside the tier's own windows. */
  perDay?: number;
  /** Windows of the row's own, where it has no tier. */
  limits?: Windows;
  /** See `Row`. */
  onePage?: boolean;
  note?: string;
  setting?: string;
  unlessFiltered?: Readonly<Record<string, boolean>>;
}

/** Which method and path: exactly one of the four. */
type Address = Partial<Record<Lowercase<Method>, string>>;

/** This ability exists from a revision on. */
export const since = (revision: Revision, name: string): Ability => ({ name, since: revision });

/** Pages of at most `max` items, `page[size]` accepted. */
export const pages = (size: { default: number; max: number } & Life): Paging => ({
  sized: true,
  ...size,
});

/** Pages of a fixed size; `page[size]` is refused (behaviour.md, 7). */
export const fixedPages = (size: number, more: Life & Pick<Paging, "cursor"> = {}): Paging => ({
  default: size,
  max: size,
  sized: false,
  ...more,
});

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

function row<Id extends string, V extends Verb, B = unknown>(
  id: Id,
  verb: V,
  of: Pick<Resource, "type">,
  address: Address,
  options: RowOptions,
): Row<Id, V, B> {
  const [method, path] = Object.entries(address)[0] ?? ["get", ""];
  const { tier, perDay } = options;
  const limits = options.limits ?? tiers[tier ?? "M"];
  return {
    id,
    verb,
    method: method.toUpperCase() as Method,
    path,
    resource: of.type,
    scopes: anyOf(options.scopes),
    limits: perDay === undefined ? limits : { ...limits, day: perDay },
    ...(tier && { tier }),
    ...(options.onePage && { onePage: true }),
    ...(options.note && { note: options.note }),
    ...(options.setting && { setting: options.setting }),
    ...(options.unlessFiltered && { unlessFiltered: options.unlessFiltered }),
    abilities: abilities(options),
    success: [{ status: 200, empty: false }],
    ...(options.since && { since: options.since }),
    ...(options.until && { until: options.until }),
  };
}

/** A collection: filtered, sorted, paged as its abilities say. */
export const list = <const Id extends string>(of: Resource, id: Id, options: RowOptions = {}) =>
  row(id, "list", of, { get: of.path }, options);

/** One record by its id. */
export const get = <const Id extends string>(of: Resource, id: Id, options: RowOptions = {}) =>
  row(id, "get", of, { get: `${of.path}/{${of.parameter ?? "id"}}` }, options);

type Writing<B> = RowOptions & {
  /** Not given: what the resource's table says. */
  readonly body?: Shape<B>;
  /** Where it depends on the revision: each of them with its life. */
  readonly success?: number | readonly Success[];
};

/** A new record, with the attributes that its body gives. */
export const create = <const Id extends string, B>(of: Resource, id: Id, options: Writing<B>) => {
  const { body = object({ data: creation(of) }), success = 201, ...rest } = options;
  return {
    ...row<Id, "create", B>(id, "create", of, { post: of.path }, rest),
    body: body as Shape<B>,
    success: typeof success === "number" ? [{ status: success, empty: false }] : success,
  };
};

/** Other attributes of a record; those that the body leaves away stay. */
export const update = <const Id extends string, B>(of: Resource, id: Id, options: Writing<B>) => {
  const { body = object({ data: change(of) }), success = 200, ...rest } = options;
  const at = { patch: `${of.path}/{id}` };
  const answers =
    typeof success === "number" ? [{ status: success, empty: success === 204 }] : success;
  return {
    ...row<Id, "update", B>(id, "update", of, at, rest),
    body: body as Shape<B>,
    success: answers,
  };
};

/** A record goes, and what hangs on it. */
export const remove = <const Id extends string>(
  of: Resource,
  id: Id,
  options: RowOptions & { readonly success?: number | readonly Success[] },
) => {
  const { success = 204, ...rest } = options;
  return {
    ...row(id, "remove", of, { delete: `${of.path}/{id}` }, rest),
    success: typeof success === "number" ? [{ status: success, empty: true }] : success,
  };
};

/**
 * A relationship's two reads: the related records themselves, and their identifiers.
 *
 * @example ...relation(event, "metric", ["get_metric_for_event", "get_metric_id_for_event"], { … })
 */
export function relation<const Related extends string, const Linkage extends string>(
  of: Resource,
  relationship: string,
  [related, linkage]: readonly [Related, Linkage],
  {
    idPaging,
    listed,
    ...options
  }: RowOptions & { readonly idPaging?: readonly Paging[]; readonly listed?: Life } = {},
) {
  const { fields: _, additionalFields: __, include: ___, ...rest } = options;
  const plain = idPaging === undefined ? rest : { ...rest, paging: idPaging };
  const at = { get: `${of.path}/{id}/${relationship}` };
  const linkageAt = { get: `${of.path}/{id}/relationships/${relationship}` };
  return [
    { ...row(related, "related", of, at, options), relationship, ...(listed && { listed }) },
    { ...row(linkage, "linkage", of, linkageAt, plain), relationship },
  ] as const;
}

interface ActionOptions<B> extends RowOptions, Address {
  readonly body?: Shape<B>;
  /** See `Row`. */
  readonly formBytesMax?: number;
  /** Where it depends on the revision: each of them with its life. */
  readonly success: number | readonly number[] | readonly Success[];
  readonly empty?: boolean;
  /** One record, or a page of them if it is paged, unless it is said. */
  readonly shows?: Shows;
  /** See `Row`. */
  readonly bodyBytesMax?: number;
  readonly header?: keyof VendorNames;
  readonly open?: boolean;
  readonly including?: readonly string[];
}

/** An operation with a meaning of its own: its area's behavior has a function of this id. */
export function action<const Id extends string, B = unknown>(
  of: Pick<Resource, "type">,
  id: Id,
  options: ActionOptions<B>,
): Row<Id, "action", B> {
  const { get, post, patch, delete: remove, body, success, empty = false, ...all } = options;
  const { shows, bodyBytesMax, formBytesMax, header, open, including, ...rest } = all;
  return {
    ...row<Id, "action", B>(
      id,
      "action",
      of,
      addressOf({ get, post, patch, delete: remove }),
      rest,
    ),
    ...(body && { body }),
    ...(formBytesMax !== undefined && { formBytesMax }),
    success: [success]
      .flat()
      .map((answer) => (typeof answer === "number" ? { status: answer, empty } : answer)),
    ...(shows && { shows }),
    ...(bodyBytesMax && { bodyBytesMax }),
    ...(header && { header }),
    ...(open && { open }),
    ...(including && { including }),
  };
}

function addressOf(address: Record<string, string | undefined>): Address {
  return Object.fromEntries(Object.entries(address).filter(([, path]) => path !== undefined));
}

/** These operators, of which `equals` takes a list as well since the newest revision. */
export const listing = (...operators: Operator[]): Omit<FilterAbility, "name"> => ({
  operators,
  lists: { since: "2026-07-15" },
});

/** The operators of a field that is looked up, and of one that is compared in time. */
export const lookup = listing("any", "equals");
export const range = ["greater-or-equal", "greater-than", "less-or-equal", "less-than"] as const;

/** The pages of a group's members' identifiers: larger before 2024-10-15 (behaviour.md, 7). */
export const memberIdPages = [
  pages({ default: 20, max: 100, since: "2024-10-15" }),
  pages({ default: 20, max: 1000, until: "2024-10-15" }),
];

/** What the members of a list or segment are filtered by. */
export const memberFilter = {
  email: lookup,
  phone_number: lookup,
  push_token: lookup,
  _kx: ["equals"],
  joined_group_at: range,
} as const;
