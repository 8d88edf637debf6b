import type { Revision } from "../contract/revisions.ts";
import type { Fieldset } from "./fields.ts";

/** A stored record, as far as this room needs to know it. */
export type Recorded = { readonly id: string };

export type Identifier = { readonly type: string; readonly id: string };

/** What a request can have done to the record that it is answered with. */
export type Wrote = "created" | "changed";

/** How a resource object is to be written. Two equal views of a record give the same text. */
export interface View {
  readonly revision: Revision;
  readonly origin: string;
  readonly fieldset: Fieldset | undefined;
  readonly additional: readonly string[];
  /** The relationships that are included, of those that are written otherwise then (`ifIncluded`). */
  readonly included?: readonly string[];
  /** Only the attributes that are not the record's own. */
  readonly only?: "aside";
  /** The operation whose own record it is; undefined: it is only included. */
  readonly operation?: string | undefined;
  /** What the request that is answered did to the record: nothing, if it was read. */
  readonly wrote?: Wrote | undefined;
  /** The attributes as a creation sent them. */
  readonly sent?: Readonly<Record<string, unknown>> | undefined;
  /** Names the view: two of one name give the same text. Undefined: hardly another will ever be like it. */
  readonly name: string | undefined;
}

export interface Sources {
  readonly computed?: ((name: string, record: Recorded) => unknown) | undefined;
  /** The identifiers of to-many relationships, of those whose identifiers are written. */
  readonly linkage?: ReadonlyMap<string, readonly Identifier[]> | undefined;
}
