import type { Account } from "../../world/account.ts";
import { put } from "../../world/store/store.ts";
import { profileById, findProfile } from "../profiles/identity.ts";
import { acted } from "./acts.ts";
import { newProfile, writeProfile } from "../profiles/write.ts";
import { recorded } from "../objects/acts.ts";
import { type Profile, profiles } from "../resources/profile.ts";
import { changed } from "./subscribe.ts";

type Act = "suppress" | "unsuppress";

/** Whom it is done to: an address, or a member of a list or segment. */
export type Suppressing = { readonly email: string } | { readonly id: string };

/**
 * Suppresses or unsuppresses one person. @guess bulk_suppress_profiles: Suppressing an unknown address creates a
 * suppressed profile.
 *
 * @returns whether anything was changed
 */
export function suppress(account: Account, act: Act, who: Suppressing, now: number): boolean {
  const known = personOf(account, who);
  if (known === undefined && (act === "unsuppress" || !("email" in who))) return false;
  const person = known ?? made(account, who as { email: string }, now);
  const consent = acted(person.consent, act, "email", { at: now });
  if (known !== undefined && consent === known.consent) return false;
  const changes = [put(profiles, changed(person, consent, now))];
  const done = { act: `${act} email`, profile: person.id, about: { Method: "API" } } as const;
  account.commit(recorded(account, changes, [done], now));
  return true;
}

function personOf(account: Account, who: Suppressing): Profile | undefined {
  const table = account.table(profiles);
  return "id" in who ? profileById(account, who.id) : findProfile(table, who);
}

const made = (account: Account, attributes: { email: string }, now: number): Profile =>
  writeProfile(newProfile(account, now), { attributes }, now);
