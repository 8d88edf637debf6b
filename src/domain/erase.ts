import type { Account } from "../world/account.ts";
import { drop } from "../world/store.ts";
import { confirmations, memberships, profiles, pushTokens } from "./collections.ts";
import { membershipsOf } from "./membership.ts";
import { tokensOf } from "./push-tokens.ts";

/**
 * Deletes a person: the profile, where it is a member, its devices, and what waits for its click. Its events
 * stay (behaviour.md, 14).
 */
export function erase(account: Account, id: string): void {
  const profile = account.table(profiles).get(id);
  if (profile === undefined) return;
  const waiting = [...account.table(confirmations).all()].filter(
    ({ email, phone_number: phone, subscribing }) =>
      subscribing.id === id ||
      (email !== null && email.toLowerCase() === profile.email?.toLowerCase()) ||
      (phone !== null && phone === profile.phone_number),
  );
  account.commit([
    ...membershipsOf(account, id).map((member) => drop(memberships, member.id)),
    ...tokensOf(account, id).map((token) => drop(pushTokens, token.id)),
    ...waiting.map((each) => drop(confirmations, each.id)),
    drop(profiles, id),
  ]);
}
