import type { Account } from "../world/account.ts";
import { drop } from "../world/store.ts";
import { profileById } from "./aliases.ts";
import { memberships, profiles, pushTokens } from "./collections.ts";
import { isFor, unasked } from "./confirm.ts";
import { membershipsOf } from "./membership.ts";
import { tokensOf } from "./push-tokens.ts";

/**
 * Deletes a person: the profile, where it is a member, its devices, and what waits for its click. Its events
 * stay (behaviour.md, 14).
 */
export function erase(account: Account, named: string): void {
  const profile = profileById(account, named);
  if (profile === undefined) return;
  const { id } = profile;
  account.commit([
    ...membershipsOf(account, id).map((member) => drop(memberships, member.id)),
    ...tokensOf(account, id).map((token) => drop(pushTokens, token.id)),
    ...unasked(account, (waiting) => isFor(account, waiting, profile)),
    drop(profiles, id),
  ]);
}
