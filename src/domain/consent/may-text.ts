import type { Account } from "../../world/account.ts";
import { hasIdentifier, type Identifiers } from "../profiles/identity.ts";
import { settingOf } from "../settings.ts";

/** Whether SMS is set up on an account. */
export const mayText = (account: Account): boolean => settingOf(account, "sms");

/** Whether a phone number may stand alone in this account (specification, "Profile"). */
export const phoneAlone = (account: Account, given: Identifiers): boolean =>
  !hasIdentifier(given, ["email", "external_id"]) && !mayText(account);
