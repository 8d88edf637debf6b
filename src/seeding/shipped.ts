/** The fixtures that come with the package, by the names under which they may be asked for. */
export const shippedSeeds = ["demo", "small", "empty"] as const;
