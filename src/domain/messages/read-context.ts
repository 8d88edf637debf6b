/** What was read of a context while something was rendered: with it alone, the same is rendered again. */
export class ReadContext {
  readonly #read = new Map<
    string,
    { readonly names: readonly string[]; readonly value: unknown }
  >();

  /** Told of each reading. */
  readonly told = (names: readonly string[], value: unknown): void => {
    if (value !== undefined) this.#read.set(names.join("."), { names, value });
  };

  /** An object in which the same names lead to the same values. */
  context(): Readonly<Record<string, unknown>> {
    const context: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    // What was read as a whole has all that is within it.
    const found = [...this.#read.values()].sort((a, b) => a.names.length - b.names.length);
    const whole = new Set<string>();
    for (const { names, value } of found) {
      const isWithin = names.some((_, at) => whole.has(names.slice(0, at).join(".")));
      if (isWithin) continue;
      whole.add(names.join("."));
      let place = context;
      for (const name of names.slice(0, -1)) {
        place[name] ??= {};
        place = place[name] as Record<string, unknown>;
      }
      place[names.at(-1) as string] = value;
    }
    return { ...context };
  }
}
