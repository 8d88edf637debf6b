import type { Account } from "../../world/account.ts";
import { type Change, drop, put } from "../../world/store/store.ts";
import { objectRecords, objectSchemas, objectTypes } from "../resources/custom-object.ts";
import type { Holding, Moment } from "../filters/date.ts";
import { compares, meets } from "../filters/value.ts";
import { type ObjectLink, objectLinks } from "./records.ts";
import type { ConditionOf } from "../grammar/segments.ts";

/** What an object is called, whatever it is called where it comes from. */
export const recordId = (type: string, externalId: string): string => `${type}:::${externalId}`;

export const typeIn = (id: string): string => id.split(":::", 1)[0] ?? "";

/** What is said of an object once by each data source. */
export const objectLinkId = (link: Omit<ObjectLink, "id" | "seq" | "type">): string =>
  JSON.stringify([link.from, link.relationship, link.to, link.source]);

/** The relationship and the other end in the id of a link. */
export function endIn(id: string): { readonly relationship: string; readonly to: string } {
  const [, relationship = "", to = ""] = JSON.parse(id) as readonly string[];
  return { relationship, to };
}

export const relatedTo = (account: Account, object: string): string[] =>
  Array.from(account.table(objectLinks).scan(["from", "id"], { prefix: [object] }), ({ to }) => to);

export const relinked = (account: Account, from: string, into: string): Change[] =>
  [...account.table(objectLinks).scan(["to", "id"], { prefix: [from] })].flatMap((link) => {
    const moved = { ...link, to: into };
    return [drop(objectLinks, link.id), put(objectLinks, { ...moved, id: objectLinkId(moved) })];
  });

/** Whether a profile has as many objects as a condition asks for. One that was only named and is not there does not count. */
export function ofObjects(
  account: Account,
  condition: ConditionOf<"profile-has-custom-object">,
  profile: string,
  moment: Moment,
): Holding {
  const { object_type_id: type, object_type_relationship_id: relationship } = condition;
  const nameOf = namesIn(account, type);
  const links = account.table(objectLinks).scan(["to", "id"], { prefix: [profile] });
  // Several data sources may say the same.
  const ids = new Set<string>();
  for (const link of links) {
    if (link.type === type && link.relationship === relationship) ids.add(link.from);
  }
  let next = Infinity;
  let count = 0;
  for (const id of ids) {
    const object = account.table(objectRecords).get(id);
    if (object === undefined) continue;
    const found = condition.filters.map(({ property_id, filter }) =>
      meets(filter, object.record_properties[nameOf.get(property_id) ?? ""], moment),
    );
    next = Math.min(next, ...found.map((each) => each.next));
    if (found.every(({ holds }) => holds)) count += 1;
  }
  return { holds: compares(condition.filter, count), next };
}

function namesIn(account: Account, type: string): ReadonlyMap<number, string> {
  const { current } = account.table(objectTypes).get(type) ?? {};
  const { properties = [] } = account.table(objectSchemas).get(current ?? "") ?? {};
  return new Map(properties.map(({ id, name }) => [id, name]));
}

/** What an object says by the id of a property or by its name; null: nothing. */
export function objectProperty(
  account: Account,
  object: string | undefined,
  property: number | string,
): unknown {
  const found = account.table(objectRecords).get(object ?? "");
  if (found === undefined) return null;
  const isNamed = typeof property === "string";
  const name = isNamed ? property : namesIn(account, typeIn(found.id)).get(property);
  return found.record_properties[name ?? ""] ?? null;
}
