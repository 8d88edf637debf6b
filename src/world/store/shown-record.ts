import type { Stored } from "./record.ts";
import type { Collection } from "./store.ts";

type Values = Readonly<Record<string, unknown>>;

/** In place of what nobody is shown. */
const hidden = "…";

/** A record as it may be told of: without the values of its secret members. */
export function shownRecord<R extends Stored>(
  { secret = [] }: Pick<Collection, "secret">,
  record: R,
): R {
  const held = secret.filter((name) => (record as Values)[name] != null);
  if (held.length === 0) return record;
  return { ...record, ...Object.fromEntries(held.map((name) => [name, hidden])) };
}

/**
 * By what a record is known, whatever its id: the first of its type's natural keys that is set.
 *
 * @returns the members of the key, or undefined if its type has none, or none of them is set
 */
export function naturalKey(
  { natural = [] }: Pick<Collection, "natural">,
  record: Stored,
): Values | undefined {
  const values = record as unknown as Values;
  const key = natural
    .map((names) => [names].flat())
    .find((names) => names.every((name) => values[name] != null));
  return key && Object.fromEntries(key.map((name) => [name, values[name]]));
}
