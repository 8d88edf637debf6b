import type { Account } from "./account.ts";
import type { Change } from "./store.ts";

/** What the world does for rooms that it knows nothing of. */
export interface Rules {
  /** Does a piece of work, by its kind. @param now the instant for which it was planned */
  readonly perform: (account: Account, kind: string, input: unknown, now: number) => void;
  /**
   * What follows from changes that were just written, and is written with them.
   *
   * @param isNew whether the record with this id was not there before
   */
  readonly follow: (
    account: Account,
    changes: readonly Change[],
    isNew: (id: string) => boolean,
  ) => readonly Change[];
  /** Told of a mistake of ours in work that no request waits for. */
  readonly failed: (error: unknown, kind: string) => void;
}

/** For a world in which nothing follows from anything. */
export const noRules: Rules = {
  perform: (_account, kind) => {
    throw new Error(`nobody does ${kind}`);
  },
  follow: () => [],
  failed: (error) => {
    throw error;
  },
};
