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
