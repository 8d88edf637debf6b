import printed from "./guesses.json" with { type: "json" };

/** All guesses: a module by itself, so that no start loads them. */
export const guesses = printed;
