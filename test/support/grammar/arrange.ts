/** The names on a list, in its order, and the others behind them. Those with a question mark may be missing. */
export function listed(names: readonly string[], list = ""): readonly string[] {
  const first = list.split(" ").flatMap((word) => {
    const name = word.replace("?", "");
    if (name === word && name !== "" && !names.includes(name)) {
      throw new Error(`${name} is none of ${names.join()}`);
    }
    return names.includes(name) ? [name] : [];
  });
  return [...first, ...names.filter((name) => !first.includes(name))];
}

/** The names that are on the list change places among each other. */
export function inPlace(order: readonly string[], names: readonly string[]): readonly string[] {
  const known = names.filter((name) => order.includes(name));
  const sorted = known.toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
  return names.map((name) => (order.includes(name) ? (sorted.shift() as string) : name));
}
