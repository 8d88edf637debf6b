import type { Account } from "../../world/account.ts";
import { type Change, put } from "../../world/store/store.ts";
import { aliases } from "../objects/records.ts";
import { profiles } from "../resources/profile.ts";
import type { Profile } from "../resources/profile.ts";

export const aliased = (account: Account, from: string, into: string): Change =>
  put(aliases, { id: from, seq: account.nextSeq(), into });

/** The ids that mean a profile by now, without its own. */
export const aliasesOf = (account: Account, profile: string): string[] =>
  [...account.table(aliases).all()]
    .filter(({ id }) => profileById(account, id)?.id === profile)
    .map(({ id }) => id);

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
