/** What became of one record. */
export interface Written {
  readonly collection: string;
  readonly id: string;
  readonly change: "created" | "updated" | "deleted";
  /** Written by the service itself about what was asked for, such as the event of a list join. */
  readonly ofService?: true;
}

/**
 * What a request created. What the service writes about it is left out: a request that is sent again may
 * find something else to do, and doubles nothing with it.
 */
export const createdIn = (written: readonly Written[]): readonly Written[] =>
  written.filter(({ change, ofService }) => change === "created" && !ofService);

/** What was first done to each record. @param from where to begin */
export function firstChanges(
  written: readonly Written[],
  from: number,
): Map<string, Written["change"]> {
  const firsts = new Map<string, Written["change"]>();
  for (let at = from; at < written.length; at += 1) {
    const { id, change } = written[at] as Written;
    if (!firsts.has(id)) firsts.set(id, change);
  }
  return firsts;
}
