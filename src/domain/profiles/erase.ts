import type { Account } from "../../world/account.ts";
import { profileById } from "./identity.ts";
import { forgotten } from "../every-collection.ts";

/** Deletes a person: the profile, and what of it is anywhere else (behaviour.md, 14). */
export function erase(account: Account, named: string): void {
  const profile = profileById(account, named);
  if (profile !== undefined) account.commit(forgotten(account, profile));
}
