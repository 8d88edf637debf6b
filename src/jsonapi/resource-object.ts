import type { Attribute, Resource } from "../contract/resource.ts";
import { knownPart } from "../contract/shape.ts";
import { livesIn, type Revision } from "../contract/revisions.ts";
import { type Fieldset, narrowed } from "./fields.ts";
import { formatDatetime, formatPrecise } from "./time.ts";

/** A stored record, as far as this room needs to know it. */
export interface Recorded {
  readonly id: string;
}

export interface Identifier {
  readonly type: string;
  readonly id: string;
}

/** How a resource object is to be written. Two equal views of a record give the same text. */
export interface View {
  readonly revision: Revision;
  readonly origin: string;
  readonly fieldset: Fieldset | undefined;
  readonly additional: readonly string[];
  /** Microseconds in `created` and `updated`, as right after a create (behaviour.md, 10). */
  readonly precise: boolean;
  /** Names the view: two of one name give the same text. */
  readonly name: string;
}

export interface Sources {
  readonly computed?: Readonly<Record<string, (record: never) => unknown>> | undefined;
  /** The identifiers of to-many relationships that the answer includes. */
  readonly linkage?: ReadonlyMap<string, readonly Identifier[]> | undefined;
}

/** The JSON:API resource object of a record, in the revision's shape. */
export function resourceObject(resource: Resource, record: Recorded, view: View, from: Sources) {
  const self = `${view.origin}${resource.path}/${encodeURIComponent(record.id)}/`;
  const relationships = relationshipsOf(resource, record, view, self, from.linkage);
  return {
    type: resource.type,
    id: record.id,
    attributes: attributesOf(resource, record, view, from.computed ?? {}),
    ...(relationships && { relationships }),
    ...(livesIn(resource.linked ?? {}, view.revision) && { links: { self } }),
  };
}

function attributesOf(
  resource: Resource,
  record: Recorded,
  view: View,
  computed: NonNullable<Sources["computed"]>,
) {
  const written: Record<string, unknown> = {};
  for (const [name, attribute] of Object.entries(resource.attributes)) {
    if (!livesIn(attribute, view.revision)) continue;
    const asked = attribute.additional
      ? view.additional.includes(name)
      : view.fieldset === undefined || view.fieldset.has(name);
    if (!asked) continue;
    const stored = (record as unknown as Record<string, unknown>)[attribute.from ?? name];
    const value = attribute.computed
      ? knownPart(attribute.shape, computed[name]?.(record as never), view.revision)
      : stored;
    if ((attribute.additional || attribute.sparse) && value === undefined) continue;
    written[name] = narrowed(
      toJson(attribute, value, view.precise && stamps.includes(name)),
      view.fieldset?.get(name) ?? null,
    );
  }
  return written;
}

/** What carries microseconds right after a create. */
const stamps: readonly string[] = ["created", "updated"];

function toJson(attribute: Attribute, value: unknown, precise: boolean): unknown {
  if (attribute.members !== undefined && !attribute.computed) {
    const object = (value ?? {}) as Record<string, unknown>;
    return Object.fromEntries(attribute.members.map((name) => [name, object[name] ?? null]));
  }
  if (value === undefined || value === null) return null;
  if (attribute.type === "datetime")
    return (precise ? formatPrecise : formatDatetime)(value as number);
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
  for (const [name, relationship] of Object.entries(resource.relationships)) {
    if (relationship.hidden || !livesIn(relationship, view.revision)) continue;
    const { to, many, from = name, embedded, unlinked } = relationship;
    if (unlinked && many && linkage?.get(name) === undefined) continue;
    some = true;
    const stored = record as unknown as Record<string, unknown>;
    if (embedded !== undefined) {
      const ids = stored[embedded] as readonly string[];
      written[name] = { data: ids.map((id) => ({ type: to, id })) };
      continue;
    }
    const links = !unlinked && {
      ...(!relationship.relatedOnly && { self: `${self}relationships/${name}/` }),
      related: `${self}${name}/`,
    };
    const other = stored[from];
    const data = many ? linkage?.get(name) : other ? { type: to, id: other } : undefined;
    written[name] = { ...(data !== undefined && { data }), ...(links && { links }) };
  }
  return some ? written : undefined;
}
