import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** A pattern that is searched for in time that grows with the text, and no faster. */
export interface Pattern {
  /** Whether it is somewhere in a text. */
  readonly isIn: (text: string) => boolean;
}

/** The most instructions that a pattern may come to: each is tried at each character at most once. */
const instructionsMax = 2000;

/**
 * Reads a pattern for an engine that never goes back in a text: the usual one may take years for
 * `^(a+)+$`. Loaded at the first pattern.
 *
 * @returns or what is wrong with it: also of what only an engine that goes back can do
 */
export function patternOf(text: string, ignoreCase = false): Pattern | { readonly wrong: string } {
  const { RE2JS } = require("re2js") as typeof import("re2js");
  try {
    const compiled = RE2JS.compile(text, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    if (compiled.programSize() > instructionsMax) return { wrong: "it is too large" };
    return { isIn: (searched) => compiled.matcher(searched).find() };
  } catch (error) {
    return { wrong: error instanceof Error ? error.message.replace(/^.*?regexp: /, "") : "" };
  }
}
