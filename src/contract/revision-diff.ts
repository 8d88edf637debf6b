import type { Operation } from "./compile.ts";
import type { Resource } from "./resource.ts";
import { type Life, livesIn, type Revision } from "./revisions.ts";

/** One thing that a client of one revision meets, or misses, in another. */
export interface Difference {
  readonly change: "added" | "removed";
  /** `operation`, `filter`, `sort`, `include`, `pages`, `attribute` or `relationship`. */
  readonly what: string;
  /** An operation id, or a type. */
  readonly of: string;
  /** What of it; empty: the whole. */
  readonly name: string;
}

/** What changes for a client that goes from one revision to another, as the rows have it. */
export function revisionDiff(
  {
    operations,
    resources,
  }: {
    readonly operations: ReadonlyMap<string, Operation>;
    readonly resources: ReadonlyMap<string, Resource>;
  },
  from: Revision,
  to: Revision,
): Difference[] {
  const found: Difference[] = [];
  const compare = (what: string, of: string, name: string, life: Life): boolean => {
    const [before, after] = [livesIn(life, from), livesIn(life, to)];
    if (before !== after) found.push({ change: after ? "added" : "removed", what, of, name });
    return before && after;
  };
  for (const operation of operations.values()) {
    const { id, abilities } = operation;
    if (!compare("operation", id, "", operation)) continue;
    for (const what of ["filter", "sort", "include"] as const) {
      for (const ability of abilities[what]) compare(what, id, ability.name, ability);
    }
    for (const page of abilities.paging) {
      const size = page.sized ? `${page.default}, at most ${page.max}` : `always ${page.default}`;
      compare("pages", id, size, page);
    }
  }
  for (const { type, attributes, relationships } of resources.values()) {
    for (const [name, life] of Object.entries(attributes)) compare("attribute", type, name, life);
    for (const [name, life] of Object.entries(relationships)) {
      compare("relationship", type, name, life);
    }
  }
  return found;
}
