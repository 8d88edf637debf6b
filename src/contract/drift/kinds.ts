import type { Options } from "./alternatives.ts";

/** Whether each of one is one of the other's, or a narrower one, and none of the other's is missing. */
export function isWithin({ kinds: ours }: Options, { kinds: theirs }: Options): boolean {
  const covers = (wide: string, narrow: string) =>
    wide === narrow || widened(narrow).includes(wide);
  return (
    ours.every((a) => theirs.some((b) => covers(b, a))) &&
    theirs.every((b) => ours.some((a) => covers(b, a)))
  );
}

function widened(kind: string): readonly string[] {
  if (["boolean", "list", "number", "object", "string"].includes(kind)) return [];
  if (kind === "integer" || /^[\d-]/.test(kind)) return ["number", "integer"];
  return kind === "true" || kind === "false" ? ["boolean"] : ["string"];
}

/** The kinds in words; of very many, those that `others` has not. */
export function said({ kinds, isAnything }: Options, others?: Options): string {
  if (isAnything) return "anything";
  const isLong = others !== undefined && kinds.length + others.kinds.length > 20;
  const own = isLong ? kinds.filter((kind) => !others.kinds.includes(kind)) : kinds;
  return own.length === 0 ? "not these" : own.join(" | ");
}
