import { type Attribute, isIn } from "../contract/attribute.ts";
import type { Relationship } from "../contract/relationship.ts";
import { type Resource, writtenAs } from "../contract/resource.ts";
import { knownPart } from "../contract/shape.ts";
import { livesIn, type Revision } from "../contract/revisions.ts";
import { type Fieldset, narrowed } from "./fields.ts";
import { inRevision } from "./in-revision.ts";
import { formatDatetime, formatPrecise } from "./time.ts";

/** A stored record, as far as this room needs to know it. */
export interface Recorded {
  readonly id: string;
}

export interface Identifier {
  readonly type: string;
  readonly id: string;
}

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
  /** What is worked out of a record. */
  readonly computed?: ((name: string, record: Recorded) => unknown) | undefined;
  /** The identifiers of to-many relationships, of those whose identifiers are written. */
  readonly linkage?: ReadonlyMap<string, readonly Identifier[]> | undefined;
}

/** What a revision knows of a resource. */
const partsIn = inRevision((resource: Resource, revision) => {
  const relationships = Object.entries(resource.relationships).filter(
    ([, relationship]) => !relationship.hidden && livesIn(relationship, revision),
  );
  const attributes = Object.entries(resource.attributes).filter(
    ([, each]) => !each.secret && isIn(each, revision),
  );
  return {
    // What is not the record's own comes first, so that it can stand before a text that is kept.
    attributes: [...attributes.filter(isAside), ...attributes.filter((each) => !isAside(each))],
    relationships: new Map(relationships),
    linked: livesIn(resource.linked ?? {}, revision),
  };
});

const isAside = ([, { additional, sparse }]: readonly [string, Attribute]): boolean =>
  Boolean(additional || sparse);

interface ResourceObject extends Identifier {
  readonly attributes: Readonly<Record<string, unknown>>;
  relationships?: Readonly<Record<string, unknown>>;
  links?: { readonly self: string };
}

/** The JSON:API resource object of a record, in the revision's shape. */
export function resourceObject(
  resource: Resource,
  record: Recorded,
  view: View,
  from: Sources,
): Readonly<ResourceObject> {
  const self = selfOf(resource.path, record.id, view.origin);
  const relationships = relationshipsOf(resource, record, view, self, from.linkage);
  const object: ResourceObject = {
    type: writtenAs(resource),
    id: record.id,
    attributes: attributesOf(resource, record, view, from.computed),
  };
  if (relationships) object.relationships = relationships;
  if (partsIn(resource, view.revision).linked) object.links = { self };
  return object;
}

/** The same without what the record has, as where it may be gone by now. */
export const referenceTo = ({ type, path }: Resource, id: string, origin: string) => ({
  type,
  id,
  attributes: {},
  links: { self: selfOf(path, id, origin) },
});

const selfOf = (path: string, id: string, origin: string): string =>
  `${origin}${path}/${encodeURIComponent(id)}/`;

/** The attributes of a record, in the revision's shape: first what is not the record's own. */
export function attributesOf(
  resource: Resource,
  record: Recorded,
  view: View,
  computed: Sources["computed"],
) {
  const written: Record<string, unknown> = {};
  for (const [name, attribute] of partsIn(resource, view.revision).attributes) {
    if (view.only === "aside" && !isAside([name, attribute])) break;
    const isInFieldset = view.fieldset === undefined || view.fieldset.has(name);
    const isAsked = attribute.additional
      ? view.additional.includes(name) || (isInFieldset && isToldOf(attribute, view))
      : isInFieldset;
    if (!isAsked) continue;
    const stored = (record as unknown as Record<string, unknown>)[attribute.from ?? name];
    const value = attribute.computed
      ? knownPart(attribute.shape, computed?.(name, record), view.revision)
      : stored;
    if ((attribute.additional || attribute.sparse) && value === undefined) continue;
    written[name] = narrowed(
      echoOf(attribute, view.sent?.[name]) ?? toJson(attribute, value, view),
      view.fieldset?.get(name) ?? null,
    );
  }
  return written;
}

/** Whether an answer has an additional attribute that is not asked for. */
const isToldOf = ({ toldOfNew }: Attribute, { wrote }: View): boolean =>
  toldOfNew === true && wrote === "created";

/** What was sent, where the answer repeats it. */
const echoOf = ({ echoed }: Attribute, sent: unknown): string | undefined =>
  echoed && typeof sent === "string" && sent.endsWith("Z") ? sent : undefined;

/** Whether a datetime has a fraction of a second in an answer. */
function hasFraction({ fraction }: Attribute, wrote: Wrote | undefined): boolean {
  if (fraction === "always") return true;
  if (wrote === undefined) return fraction === "read";
  return fraction === "wrote" || fraction === wrote;
}

/** A path on the host that was asked, without the name that its URL may have. */
const onHost = (path: string, origin: string): string =>
  path.startsWith("/") ? origin.replace(/\/~[^/]*$/, "") + path : path;

function toJson(attribute: Attribute, value: unknown, { wrote, origin }: View): unknown {
  if (attribute.members !== undefined && !attribute.computed) {
    const object = (value ?? {}) as Record<string, unknown>;
    return Object.fromEntries(attribute.members.map((name) => [name, object[name] ?? null]));
  }
  if (value === undefined || value === null) return null;
  if (attribute.type === "datetime")
    return (hasFraction(attribute, wrote) ? formatPrecise : formatDatetime)(value as number);
  if (attribute.local) return onHost(value as string, origin);
  if (attribute.type === "unix") return Math.floor((value as number) / 1000);
  return value;
}

function relationshipsOf(
  resource: Resource,
  record: Recorded,
  view: View,
  self: string,
  linkage: Sources["linkage"],
) {
  const written: Record<string, unknown> = {};
  let some = false;
  const { relationships } = partsIn(resource, view.revision);
  for (const [name, relationship] of relationships) {
    if (!isWritten(relationships, relationship, view)) continue;
    const { unlinked, ifAny } = relationship;
    const data = dataOf(name, relationship, record, view, linkage);
    if ((unlinked || ifAny) && data === undefined) continue;
    some = true;
    const shown: { data?: unknown; links?: unknown } = {};
    if (data !== undefined) shown.data = data;
    const related = `${self}${name}/`;
    if (!unlinked) {
      const own = `${self}relationships/${name}/`;
      shown.links = relationship.relatedOnly ? { related } : { self: own, related };
    }
    written[name] = shown;
  }
  return some ? written : undefined;
}

/** Whether a view shows a relationship, whatever its record has. @param known those of the view's revision */
function isWritten(
  known: ReadonlyMap<string, Relationship>,
  { later, only, unless }: Relationship,
  view: View,
): boolean {
  if (later && view.wrote === "created") return false;
  if (only !== undefined && !only.includes(view.operation ?? "")) return false;
  const other = unless === undefined ? undefined : known.get(unless);
  return other === undefined || !isWritten(known, other, view);
}

/** The identifiers of a relationship; undefined: they are not written. */
function dataOf(
  name: string,
  { to, many, from = name, ids: property, ...said }: Relationship,
  record: Recorded,
  { operation, included }: View,
  linkage: Sources["linkage"],
): Identifier | readonly Identifier[] | null | undefined {
  const { embedded, unlinked, ifAny, linksOnly, ifIncluded } = said;
  const stored = record as unknown as Record<string, unknown>;
  if (embedded) {
    const ids = stored[property ?? name] as readonly string[];
    return (unlinked && !ifAny) || ids.length > 0 ? ids.map((id) => ({ type: to, id })) : undefined;
  }
  if (many) return linkage?.get(name);
  if (linksOnly === true || linksOnly?.includes(operation ?? "")) return undefined;
  const id = stored[from] as string | null | undefined;
  if (ifIncluded) {
    if (!included?.includes(name)) return undefined;
    return id ? { type: to, id } : null;
  }
  return id ? { type: to, id } : undefined;
}

/** The included relationships of a resource that are written only then, as part of a view's name. */
export const ifIncluded = (
  { relationships }: Resource,
  included: readonly string[],
): readonly string[] => included.filter((name) => relationships[name]?.ifIncluded);

/** What is peculiar to operations, by resource: tables never change. */
const peculiarities = new WeakMap<Resource, Map<string, string>>();

/** The relationships of a resource that are written otherwise in the answers of an operation, as part of a view's name. */
export function peculiarTo(operation: string, resource: Resource): string {
  const known = peculiarities.get(resource) ?? new Map<string, string>();
  peculiarities.set(resource, known);
  const found = known.get(operation) ?? namesPeculiarTo(operation, resource);
  known.set(operation, found);
  return found;
}

const namesPeculiarTo = (operation: string, { relationships }: Resource): string =>
  Object.entries(relationships)
    .filter(
      ([, { only, linksOnly = [] }]) =>
        only?.includes(operation) || (linksOnly !== true && linksOnly.includes(operation)),
    )
    .map(([name]) => name)
    .join();
