import type { Life } from "./revisions.ts";
import type { Scope } from "./scopes.ts";
import type { Shape } from "./shape.ts";
import type { Tier, Windows } from "./tiers.ts";
import type { VendorNames } from "./vendor-names.ts";
import type { Resource } from "./resource.ts";
import { type Words, words } from "./words.ts";

export const operators = words(`
  any contains contains-all contains-any ends-with equals
  greater-or-equal greater-than has less-or-equal less-than starts-with
`);

export type Operator = (typeof operators)[number];

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

export type Verb = Words<"list get create update remove related linkage action">;

export interface Ability extends Life {
  readonly name: string;
}

export interface FilterAbility extends Ability {
  readonly operators: readonly Operator[];
  /** The revisions in which `equals` takes a list as well, and means any of it. */
  readonly lists?: Life;
  /** Another filter that must stand beside it. */
  readonly needs?: string;
  /** Filters that may not stand beside it. */
  readonly without?: readonly string[];
}

/** A query parameter of a row's own: one of its values, or `several` of them with commas between. */
export interface OwnParameter {
  readonly values: readonly string[];
  readonly several?: true;
  readonly what: string;
}

/** The page sizes of a row. `sized: false`: `page[size]` is refused, pages have `default` items. */
export interface Paging extends Life {
  /** The parameter that says which page. Default: `page[cursor]`. */
  readonly cursor?: "page_cursor";
  readonly default: number;
  readonly max: number;
  readonly sized: boolean;
}

/** What may be asked of a row in the query string. Fieldsets name types; abilities name fields. */
export interface Abilities {
  readonly required: readonly string[];
  readonly filter: readonly FilterAbility[];
  readonly sort: readonly Ability[];
  readonly include: readonly Ability[];
  readonly fields: readonly string[];
  readonly additionalFields: Readonly<Record<string, readonly Ability[]>>;
  readonly parameters: Readonly<Record<string, OwnParameter>>;
  /** The pages of a collection, the first that lives in the revision; empty: not paged. */
  readonly paging: readonly Paging[];
}

export interface Success extends Life {
  readonly status: number;
  readonly empty: boolean;
}

export const cursorParameter = ({ cursor }: Pick<Paging, "cursor">) => cursor ?? "page[cursor]";

/** What a success shows of the type that is answered; a `reference` has no attributes. */
export type Shows = "record" | "records" | "identifier" | "identifiers" | "reference";

export const answersNothing = ({ success }: { readonly success: readonly Success[] }): boolean =>
  success.every(({ empty }) => empty);

export interface Row<Id extends string = string, V extends Verb = Verb, B = unknown> extends Life {
  readonly id: Id;
  readonly verb: V;
  readonly method: Method;
  /** `/api/…` needs a private key or token, `/client/…` a company id. */
  readonly path: string;
  readonly resource: string;
  readonly relationship?: string;
  /** Any of these lists, all of its members (behaviour.md, 11). Empty on `/client`. */
  readonly scopes: readonly (readonly Scope[])[];
  readonly limits: Windows;
  readonly tier?: Tier;
  readonly abilities: Abilities;
  readonly body?: Shape<B>;
  /** It comes as a form, `multipart/form-data`, of at most so many bytes. Default: as JSON. */
  readonly formBytesMax?: number;
  /** The revisions in which its one record stands in a list. */
  readonly listed?: Life;
  /** The values that a list's records have, each unless the filter speaks of its field. */
  readonly unlessFiltered?: Readonly<Record<string, boolean>>;
  readonly note?: string;
  /** Not paged, and yet its links say that there are no pages beside it. */
  readonly onePage?: boolean;
  /** The largest body that it takes, in bytes, where that is less than all rows do. */
  readonly bodyBytesMax?: number;
  /** A request header that it reads, beside those that every row does: which of the service's names it bears. */
  readonly header?: keyof VendorNames;
  /** On `/client`: whoever asks need not say of which company; without one, it is the first account's. */
  readonly open?: boolean;
  /** The setting of an account that may refuse it (`domain/settings.ts`). */
  readonly setting?: string;
  /** The relationships that its answers include without being asked. */
  readonly including?: readonly string[];
  readonly shows?: Shows;
  readonly success: readonly Success[];
}

type Special<R extends readonly Row[]> = Extract<R[number], { readonly verb: "action" }>;
type BodyOf<R> = R extends { readonly body?: Shape<infer B> } ? B : unknown;

/** A function for each `action` row, which takes its body. `Call` and `Outcome` are of other rooms. */
export type BehaviorFor<R extends readonly Row[], Call, Outcome> = {
  readonly [X in Special<R> as X["id"]]: (call: Call & { readonly body: BodyOf<X> }) => Outcome;
};

/** The functions behind what a resource's table can only name; `verbs/` gives the types. */
export interface Bindings<Compute, Relate, Keeping = unknown> {
  readonly computed?: Readonly<Record<string, Compute>>;
  readonly related?: Readonly<Record<string, Relate>>;
  /** How its records come to be and go, for the rows that create, update and remove them. */
  readonly keeping?: Keeping;
}

/** One area of the API: its tables, and the behavior that the tables cannot say. */
export interface Area<
  Behavior = unknown,
  Compute = unknown,
  Relate = unknown,
  Work = unknown,
  Keeping = unknown,
> {
  readonly name: string;
  readonly resources: readonly Resource[];
  readonly operations: readonly Row[];
  /** By operation id. */
  readonly behavior?: Readonly<Record<string, Behavior>>;
  /** By resource type. */
  readonly bindings?: Readonly<Record<string, Bindings<Compute, Relate, Keeping>>>;
  /** What is done after the answer, by its kind. */
  readonly work?: Readonly<Record<string, Work>>;
}
