import { changing, isThere, type Living } from "./lives.ts";
import type { Revision } from "./revisions.ts";

export interface Difference extends Pick<Living, "what" | "of" | "name"> {
  readonly change: "added" | "removed";
}

export function revisionDiff(
  described: Parameters<typeof changing>[0],
  from: Revision,
  to: Revision,
): Difference[] {
  const living = changing(described);
  const isIn = (each: Living) => isThere(each, from) && isThere(each, to);
  const gone = living.filter((each) => each.what === "operation" && !isIn(each));
  const without = new Set(gone.map(({ of }) => of));
  return living.flatMap((each): Difference[] => {
    const { what, of, name } = each;
    // Of an operation that is not there, the rest says nothing.
    if (what !== "operation" && without.has(of)) return [];
    const [before, after] = [isThere(each, from), isThere(each, to)];
    return before === after ? [] : [{ change: after ? "added" : "removed", what, of, name }];
  });
}
