import type { Account } from "../world/account.ts";
import { accounts } from "./resources/account.ts";
import { type TimeZone, zoneNamed } from "./time-zone.ts";

/** The zone in which an account's days begin. */
export const zoneOfAccount = (account: Account): TimeZone =>
  zoneNamed(account.table(accounts).get(account.id)?.timezone ?? "UTC");
