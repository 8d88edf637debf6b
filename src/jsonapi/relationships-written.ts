import type { Relationship } from "../contract/members.ts";
import type { Resource } from "../contract/resource.ts";
import { livesIn } from "../contract/revisions.ts";
import type { Identifier, Recorded, Sources, View } from "./view.ts";
import { memo } from "./memo.ts";

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
