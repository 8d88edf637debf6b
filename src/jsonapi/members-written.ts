import { type Attribute, isIn, type Relationship } from "../contract/members.ts";
import type { Resource } from "../contract/resource.ts";
import { livesIn } from "../contract/revisions.ts";
import type { Shape } from "../contract/shape.ts";
import { narrowed } from "./fields.ts";
import { memo } from "../contract/memo.ts";
import { formatDatetime, formatPrecise } from "./time.ts";
import type { View, Wrote, Identifier, Recorded, Sources } from "./view.ts";

const attributesIn = memo((resource: Resource, revision) => {
  const known = Object.entries(resource.attributes).filter(
    ([, each]) => !each.secret && isIn(each, revision),
  );
  // What is not the record's own comes first, so that it can stand before a text that is kept.
  return [...known.filter(isAside), ...known.filter((each) => !isAside(each))];
});

const isAside = ([, { additional, own, sparse }]: readonly [string, Attribute]): boolean =>
  Boolean((additional && !own) || sparse);

/** The additional attributes of a view that follow from a record alone. */
export const ownOf = ({ attributes }: Resource, { additional }: View): readonly string[] =>
  additional.filter((name) => attributes[name]?.own);

/** An attribute that a view shows: where its value is found, and how it is written. */
export interface ShownAttribute {
  readonly name: string;
  readonly from: string;
  /** What is worked out is cut down to the revision's part of its shape. */
  readonly shape: Shape | undefined;
  readonly computed: boolean;
  readonly optional: boolean;
  /** Undefined: as it is, and null where there is none. */
  readonly write: ((value: unknown) => unknown) | undefined;
}

export function attributesShown(resource: Resource, view: View): ShownAttribute[] {
  const { revision, fieldset, additional } = view;
  const shown = attributesIn(resource, revision).filter((each) => {
    const [name, attribute] = each;
    if (view.only === "aside" && !isAside(each)) return false;
    const isInFieldset = fieldset === undefined || fieldset.has(name);
    if (!attribute.additional) return isInFieldset;
    return (
      additional.includes(name) || (isInFieldset && attribute.toldOfNew && view.wrote === "created")
    );
  });
  return shown.map(([name, attribute]) => ({
    name,
    from: attribute.from ?? name,
    shape: attribute.shape,
    computed: attribute.computed === true,
    optional: Boolean(attribute.additional || attribute.sparse),
    write: writingOf(name, attribute, view),
  }));
}

function hasFraction({ fraction }: Pick<Attribute, "fraction">, wrote: Wrote | undefined): boolean {
  if (fraction === "always") return true;
  if (wrote === undefined) return fraction === "read";
  return fraction === "wrote" || fraction === wrote;
}

/** A path on the host that was asked, without the name that its URL may have. */
const onHost = (path: string, origin: string): string =>
  path.startsWith("/") ? origin.replace(/\/~[^/]*$/, "") + path : path;

function writingOf(name: string, attribute: Attribute, view: View): ShownAttribute["write"] {
  const sent = view.sent?.[name];
  // Some answers repeat what was sent.
  if (attribute.echoed && typeof sent === "string" && sent.endsWith("Z")) return () => sent;
  const write = formOf(attribute, view);
  const within = view.fieldset?.get(name) ?? null;
  if (within === null) return write;
  return (value) => narrowed(write === undefined ? (value ?? null) : write(value), within);
}

function formOf(attribute: Attribute, { wrote, origin }: View): ShownAttribute["write"] {
  const { members } = attribute;
  if (members !== undefined && !attribute.computed)
    return (value) => wholeOf(members, (value ?? {}) as Readonly<Record<string, unknown>>);
  if (attribute.type === "datetime")
    return orNull(hasFraction(attribute, wrote) ? formatPrecise : formatDatetime);
  if (attribute.local) return orNull((path: string) => onHost(path, origin));
  if (attribute.type === "unix") return orNull((ms: number) => Math.floor(ms / 1000));
  return undefined;
}

const orNull =
  <V>(write: (value: V) => unknown) =>
  (value: unknown): unknown =>
    value === undefined || value === null ? null : write(value as V);

/** All members of an object, null where it has none. */
function wholeOf(members: readonly string[], object: Readonly<Record<string, unknown>>) {
  const whole: Record<string, unknown> = {};
  for (const name of members) whole[name] = object[name] ?? null;
  return whole;
}

const relationshipsIn = memo((resource: Resource, revision): ReadonlyMap<string, Relationship> => {
  const all = Object.entries(resource.relationships);
  return new Map(all.filter(([, each]) => !each.hidden && livesIn(each, revision)));
});

/** Whether a view writes the same relationships of all records of a resource, but for their addresses. */
export function areAlike(resource: Resource, view: View): boolean {
  const known = relationshipsIn(resource, view.revision);
  return [...known.values()].every(
    (each) => (each.many && !each.embedded) || !isWritten(known, each, view),
  );
}

/** The relationships of a record as a view writes them; undefined: none. @param self the address of the record */
export function relationshipsOf(
  resource: Resource,
  record: Recorded,
  view: View,
  self: string,
  linkage: Sources["linkage"],
) {
  const written: Record<string, unknown> = {};
  let some = false;
  const relationships = relationshipsIn(resource, view.revision);
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
export const ifIncluded = ({ relationships }: Resource, included: readonly string[]): string[] =>
  included.filter((name) => relationships[name]?.ifIncluded);

/** The relationships that an operation's answers write otherwise than others, as part of a view's name. */
export const peculiarTo = memo(({ relationships }: Resource, operation: string): string =>
  Object.entries(relationships)
    .filter(
      ([, { only, linksOnly = [] }]) =>
        only?.includes(operation) || (linksOnly !== true && linksOnly.includes(operation)),
    )
    .map(([name]) => name)
    .join(),
);
