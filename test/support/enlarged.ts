type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null;

/** A resource of a body, or what names one. */
const isResource = (value: unknown): value is Json =>
  isObject(value) && "type" in value && ("attributes" in value || "id" in value);

/**
 * A body with so many resources where it has a list of some, each of another person or with another name.
 *
 * @param there the ids and addresses that there are, and what is in each new name
 */
export function enlarged(
  body: unknown,
  count: number,
  there: {
    readonly ids: (type: string) => readonly string[];
    readonly emails: readonly string[];
    readonly fresh: string;
  },
): unknown {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      const [first] = value;
      if (!isResource(first)) return value.map(walk);
      return Array.from({ length: count }, (_, place) => another(first, place));
    }
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, walk(each)]));
  };
  const another = (value: unknown, place: number): unknown => {
    if (Array.isArray(value)) return value.map((each) => another(each, place));
    if (!isObject(value)) return value;
    const members = Object.entries(value).map(([name, each]) => {
      if (name === "email" && typeof each === "string") return [name, there.emails[place]];
      if (name === "external_id" || name === "unique_code")
        return [name, `${there.fresh}-${place}`];
      const isNamed = name === "id" && "type" in value && !("attributes" in value);
      return [name, isNamed ? (ids(String(value.type))[place] ?? each) : another(each, place)];
    });
    return Object.fromEntries(members);
  };
  const known = new Map<string, readonly string[]>();
  const ids = (type: string) => {
    const found = known.get(type) ?? there.ids(type);
    known.set(type, found);
    return found;
  };
  return walk(body);
}
