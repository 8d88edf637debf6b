import { fieldNames, fieldsOf, fieldTypes } from "../contract/abilities.ts";
import { itemsOf, type QueryInput } from "./parameters.ts";
import { invalidParameter, type Refusal } from "./refusal.ts";

/** The attributes that `fields[TYPE]` asks for, by type; also `location.city`. Relationships stay (recorded.md, 5). */
export type Fieldsets = ReadonlyMap<string, Fieldset>;

/** Attribute or member -> what of it is asked for; null: all of it. */
export interface Fieldset extends ReadonlyMap<string, Fieldset | null> {}

type Writable = Map<string, Writable | null>;

/** Reads every `fields[TYPE]`, and refuses types that are not answered and names that are not there. */
export function readFieldsets(asked: QueryInput, included: readonly string[]): Fieldsets | Refusal {
  const { parameters, operation, resources, revision } = asked;
  const found = new Map<string, Fieldset>();
  for (const type of fieldTypes(operation, resources, revision)) {
    const parameter = `fields[${type}]`;
    const text = parameters.get(parameter);
    if (text === undefined) continue;
    const resource = fieldsOf(operation, type, resources);
    const isOwn = resource?.type === operation.answers;
    if (!isOwn && !included.includes(type)) {
      const detail = `'${type}' must be included for its fields to be chosen.`;
      const hint = `no ${type} is included: add the relationship to include, or leave out ${parameter}`;
      return invalidParameter(parameter, detail, hint);
    }
    if (resource === undefined) continue;
    const known = fieldNames(operation, resource, revision, resources);
    const fieldset: Writable = new Map();
    for (const name of itemsOf(text)) {
      if (!known.includes(name)) {
        const choice = { what: `a field of ${type}`, written: name, known };
        return invalidParameter(parameter, `'${name}' is no field of ${type}.`, choice);
      }
      ask(fieldset, name.split("."));
    }
    found.set(type, fieldset);
  }
  return found;
}

function ask(fieldset: Writable, [name = "", ...rest]: readonly string[]): void {
  if (rest.length === 0) return void fieldset.set(name, null);
  const within = fieldset.has(name) ? fieldset.get(name) : new Map();
  // All of it is asked for already.
  if (!within) return;
  fieldset.set(name, within);
  ask(within, rest);
}

export function narrowed(value: unknown, fieldset: Fieldset | null): unknown {
  if (fieldset === null || typeof value !== "object" || value === null) return value;
  const asked = Object.entries(value).filter(([name]) => fieldset.has(name));
  return Object.fromEntries(
    asked.map(([name, part]) => [name, narrowed(part, fieldset.get(name) ?? null)]),
  );
}
