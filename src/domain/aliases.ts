import type { Account } from "../world/account.ts";
import type { Stored } from "../world/record.ts";
import { type Change, collection, put } from "../world/store.ts";
import { profiles } from "./collections.ts";
import type { Profile } from "./records.ts";

/** That a profile was merged into another: work that was accepted before still means it. */
interface Alias extends Stored {
  readonly into: string;
}

const aliases = collection<Alias>("alias", { keys: {}, indexes: [], internal: true });

export const aliased = (account: Account, from: string, into: string): Change =>
  put(aliases, { id: from, seq: account.nextSeq(), into });

/** Whom an id means once everything that was accepted before has been done. */
export function profileById(account: Account, id: string): Profile | undefined {
  let found = id;
  for (;;) {
    const profile = account.table(profiles).get(found);
    const alias = profile === undefined ? account.table(aliases).get(found) : undefined;
    if (alias === undefined) return profile;
    found = alias.into;
  }
}
