/** The name of what was read of the catalog: no template can name it. */
const items = "catalog items";

type Item = (id: string) => object | undefined;

/** What was read of a context while something was rendered: with it alone, the same is rendered again. */
export class ReadContext {
  readonly #read = new Map<
    string,
    { readonly names: readonly string[]; readonly value: unknown }
  >();
  readonly #items: Record<string, object> = nameless();

  /** Told of each reading. */
  readonly told = (names: readonly string[], value: unknown): void => {
    // Its content has the feeds.
    if (value !== undefined && names[0] !== "feeds")
      this.#read.set(names.join("."), { names, value });
  };

  /** The same catalog, of which what is read is remembered. */
  items(of: Item): Item {
    return (id) => {
      const item = of(id);
      if (item !== undefined) this.#items[id] = item;
      return item;
    };
  }

  /** An object in which the same names lead to the same values. */
  context(): Readonly<Record<string, unknown>> {
    const context = nameless();
    // What was read as a whole has all that is within it.
    const found = [...this.#read.values()].sort((a, b) => a.names.length - b.names.length);
    const whole = new Set<string>();
    for (const { names, value } of found) {
      const isWithin = names.some((_, at) => whole.has(names.slice(0, at).join(".")));
      if (isWithin) continue;
      whole.add(names.join("."));
      let place = context;
      for (const name of names.slice(0, -1)) {
        place[name] ??= nameless();
        place = place[name] as Record<string, unknown>;
      }
      place[names.at(-1) as string] = value;
    }
    if (Object.keys(this.#items).length > 0) context[items] = this.#items;
    return { ...context };
  }
}

/** The catalog as far as it was read. */
export const itemsIn = (context: Readonly<Record<string, unknown>>): Item => {
  const found = (context[items] ?? {}) as Readonly<Record<string, object>>;
  return (id) => (Object.hasOwn(found, id) ? found[id] : undefined);
};

/** A property of any name is data in it, `__proto__` too. */
const nameless = <V = unknown>(): Record<string, V> => Object.create(null) as Record<string, V>;
