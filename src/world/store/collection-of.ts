import { attributeOf } from "../../contract/members.ts";
import type { Resource, ResourceTable, RecordOf } from "../../contract/resource.ts";
import { wholeSecond } from "../../jsonapi/time.ts";
import type { KeyOf, Scalar } from "./record.ts";
import type { Collection } from "./store.ts";

type Beside<R extends { readonly id: string; readonly seq: number }> = Partial<
  Pick<Collection<R>, "keys" | "items" | "identified" | "remembered">
>;

/** A resource has one collection, whoever asks. */
const known = new WeakMap<Resource, Collection>();

/**
 * The collection that holds a resource's records: a key for each of its fields, an index for each of its orders.
 * @param beside keys that do not follow from the table, or have to be read fast: by its name is several times slower
 */
export function collectionOf<T extends ResourceTable>(
  resource: Resource<T>,
  beside: Beside<RecordOf<Resource<T>>> = {},
): Collection<RecordOf<Resource<T>>> {
  const found = known.get(resource);
  if (found !== undefined) return found as never;
  const { type, natural, orders = [] } = resource;
  let keys: Collection["keys"] | undefined;
  let instants: Collection["instants"];
  let secret: Collection["secret"];
  // What few ask for is worked out when it is asked for.
  const made: Collection = {
    ...(beside as Partial<Collection>),
    name: type,
    get keys() {
      return (keys ??= { ...derivedKeys(resource), ...beside.keys } as never);
    },
    indexes: orders.map((order) => [order].flat()),
    ...(natural && { natural }),
    get secret() {
      return (secret ??= secretOf(resource));
    },
    get instants() {
      return (instants ??= instantsOf(resource));
    },
    ...personOf(resource),
  };
  known.set(resource, made);
  return made as never;
}

const secretOf = ({ attributes }: Resource): string[] =>
  Object.entries(attributes).flatMap(([name, { secret, from = name }]) => (secret ? [from] : []));

/** The instants that no body writes. */
function instantsOf({ attributes, kept = {} }: Resource): string[] {
  const shown = Object.entries(attributes).flatMap(([name, { type, write, from = name }]) =>
    write === undefined && (type === "datetime" || type === "unix") ? [from] : [],
  );
  const besides = Object.entries(kept).flatMap(([name, shape]) =>
    attributeOf({ shape }).type === "datetime" ? [name.replace(/\?$/, "")] : [],
  );
  return [...new Set([...shown, ...besides])];
}

function derivedKeys(resource: Resource): Record<string, KeyOf<never>> {
  const { attributes, relationships, fields } = resource;
  const keys: Record<string, KeyOf<never>> = { id: reader("id") };
  for (const [name, { from = name, type }] of Object.entries(attributes)) {
    if (fields[name] === undefined) continue;
    // Instants are compared as they are read: in whole seconds.
    keys[name] = type === "datetime" || type === "unix" ? secondReader(from) : reader(from);
    keys[from] ??= keys[name];
  }
  for (const [name, { many, from = name }] of Object.entries(relationships)) {
    if (!many) keys[`${name}.id`] = reader(from);
  }
  return keys;
}

/** What becomes of a deleted person's records, as the relationship to the person says it. */
function personOf({ type, relationships, orders = [] }: Resource): Pick<Collection, "person"> {
  const found = Object.entries(relationships).find(
    ([, { many, to, erased = "stays" }]) => !many && to === "profile" && erased !== "stays",
  );
  if (found === undefined) return {};
  const [name, { from: property = name, erased }] = found;
  const index = orders.map((order) => [order].flat()).find(([first]) => first === `${name}.id`);
  if (index === undefined) throw new Error(`${type} has no order by ${name}.id`);
  return { person: { index, property, erased: erased as "goes" | "cleared" } };
}

type Values = Readonly<Record<string, Scalar | undefined>>;

function reader(property: string): KeyOf<never> {
  return (record: Values) => record[property] ?? null;
}

function secondReader(property: string): KeyOf<never> {
  return (record: Values) => {
    const at = record[property] as number | null | undefined;
    return at == null ? null : wholeSecond(at);
  };
}
