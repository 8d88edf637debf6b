/** By itself, so that no start loads them. */
export { default as guesses } from "./guesses.json" with { type: "json" };
