import { described, string } from "../contract/shape.ts";

/** A name, or another short text. */
export const text = () => string({ minLength: 1, maxLength: 1000 });
export const id = () => described(string(), "Default: drawn from the seed.");
export const instant = () =>
  described(string(), "A datetime, or an offset from the start such as -30d.");
