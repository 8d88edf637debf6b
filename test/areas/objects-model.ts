import type { Fields } from "./objects-support.ts";

/** What was sent, and to which of the two data sources. */
export interface Sent {
  readonly source: "a" | "b";
  readonly record: Fields;
}

/** What a schema and its mapping are in one moment, as far as they differ here. */
export interface Made {
  readonly properties: readonly {
    readonly id: number;
    readonly name: string;
    readonly type: string;
  }[];
  readonly required: readonly string[];
  /** Where the age comes from: beside the name, from the other source, or from nowhere. */
  readonly age: "beside" | "other" | "constant";
  readonly friends: "none" | "replace_from_origin" | "additive";
}

/** What there is of a type, and how many of what was sent became nothing. */
export interface Outcome {
  readonly objects: Fields;
  readonly links: readonly string[];
  readonly failures: number;
}

const fits = (type: string, value: unknown): boolean =>
  type === "int" ? Number.isInteger(value) : typeof value === "string";

const idOf = (value: unknown): string | undefined =>
  Number.isInteger(value) || (typeof value === "string" && value !== "")
    ? String(value)
    : undefined;

/**
 * All that was sent, mapped from the first to the last: what there must be, whatever happened in between.
 *
 * @param deleted by id: how much had been sent when the object was deleted last
 * @param from only the failures from there on count
 */
export function outcomeOf(
  { properties, required, age: ageFrom, friends }: Made,
  sent: readonly Sent[],
  deleted: ReadonlyMap<string, number>,
  from = 0,
): Outcome {
  const [called, age] = properties;
  const said = new Map<string, Record<string, Fields>>();
  const objects: Record<string, unknown> = {};
  const links = new Map<string, Set<string>>();
  let failures = 0;
  for (const [place, { source, record }] of sent.entries()) {
    const fail = () => {
      if (place >= from) failures += 1;
    };
    const own = source === "a" ? [called] : [];
    const aged = { a: "beside", b: "other" }[source] === ageFrom ? [age] : [];
    const read = [...own, ...aged].flatMap((each) => each ?? []);
    if (read.length === 0) continue;
    const id = idOf(source === "a" ? record["id"] : record["tag"]);
    if (id === undefined) {
      fail();
      continue;
    }
    if ((deleted.get(id) ?? 0) > place) continue;
    const values: Record<string, unknown> = {};
    let isGood = true;
    for (const { id: property, name, type } of read) {
      const value = record[property === 1 ? "name" : "age"] ?? undefined;
      if (value === undefined) isGood &&= !required.includes(name);
      else if (fits(type, value)) values[name] = value;
      else isGood = false;
    }
    if (!isGood) {
      fail();
      continue;
    }
    if (source === "a" && friends !== "none") {
      const before = friends === "additive" ? (links.get(id) ?? []) : [];
      links.set(id, new Set([...before, ...((record["friends"] as string[] | undefined) ?? [])]));
    }
    const parts = { ...(ageFrom === "other" ? said.get(id) : {}), [source]: values };
    said.set(id, parts);
    const constant = ageFrom === "constant" && age ? { [age.name]: 3 } : {};
    const all: Fields = { ...constant, ...parts["a"], ...parts["b"] };
    if (required.some((name) => !(name in all))) fail();
    else objects[id] = all;
  }
  return {
    objects,
    links: [...links].flatMap(([id, ends]) => [...ends].map((end) => `${id}-${end}`)).toSorted(),
    failures,
  };
}
