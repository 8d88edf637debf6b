import type { Operation } from "../contract/compile.ts";
import type { Attribute, Resource } from "../contract/resource.ts";
import { livesIn, type Revision } from "../contract/revisions.ts";
import { itemsOf, type Parameters } from "./parameters.ts";
import { invalidParameter, type Refusal } from "./refusal.ts";

/**
 * The attributes that `fields[TYPE]` asks for, by type. A name may reach into an object
 * (`location.city`). Relationships are not fields: they are always written. @guess
 */
export type Fieldsets = ReadonlyMap<string, Fieldset>;

/** Attribute name -> the members asked for; null: all of it. */
export type Fieldset = ReadonlyMap<string, ReadonlySet<string> | null>;

/** Reads every `fields[TYPE]`, and refuses types that are not answered and names that are not there. */
export function readFieldsets(
  parameters: Parameters,
  operation: Operation,
  resources: ReadonlyMap<string, Resource>,
  included: readonly string[],
  revision: Revision,
): Fieldsets | Refusal {
  const found = new Map<string, Fieldset>();
  for (const type of operation.abilities.fields) {
    const parameter = `fields[${type}]`;
    const text = parameters.get(parameter);
    if (text === undefined) continue;
    if (operation.built && type !== operation.answers && !included.includes(type)) {
      return invalidParameter(parameter, `'${type}' must be included for its fields to be chosen.`);
    }
    const attributes = resources.get(type)?.attributes;
    if (attributes === undefined) continue;
    const fieldset = new Map<string, Set<string> | null>();
    for (const name of itemsOf(text)) {
      const [top = "", ...rest] = name.split(".");
      const attribute = attributes[top];
      if (!isAsked(attribute, revision) || !reaches(attribute, rest)) {
        const published = Object.keys(attributes).filter((each) =>
          isAsked(attributes[each], revision),
        );
        const hint = `fields of ${type}: ${published.join(", ")}`;
        return invalidParameter(parameter, `'${name}' is no field of ${type}.`, hint);
      }
      const members = fieldset.get(top);
      if (rest.length === 0) fieldset.set(top, null);
      else if (members !== null) fieldset.set(top, new Set([...(members ?? []), rest.join(".")]));
    }
    found.set(type, fieldset);
  }
  return found;
}

/** Whether a revision lets a fieldset name an attribute. */
const isAsked = (attribute: Attribute | undefined, revision: Revision): attribute is Attribute =>
  attribute !== undefined && !attribute.unpublished && livesIn(attribute, revision);

function reaches(attribute: Attribute, path: readonly string[]): boolean {
  if (path.length === 0) return true;
  if (attribute.type !== "object") return false;
  return attribute.members === undefined || attribute.members.includes(path.join("."));
}

/** An object cut down to the members asked for; free-form keys may themselves contain dots. */
export function narrowed(value: unknown, members: ReadonlySet<string> | null): unknown {
  if (members === null || typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => members.has(key)));
}
