/** The fixtures that come with the package, by the names under which they may be asked for. */
export const shippedSeeds = ["demo", "small", "empty", "year"] as const;

/** Those that are compiled when the package is built: the others are read, and their past is run, at the start. */
export const compiledSeeds = [
  "demo",
  "small",
  "empty",
] as const satisfies readonly (typeof shippedSeeds)[number][];
