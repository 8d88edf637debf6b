import type { Account } from "../../world/account.ts";
import { accounts } from "../resources/account.ts";
import { settingsOf } from "../settings.ts";

/** Whether mails may come from an address: those of the domain of the account's own sender may. */
export function isVerifiedSender(account: Account, from: string): boolean {
  const { verifiedSenders } = settingsOf(account);
  if (verifiedSenders === "any") return true;
  const [own] = account.table(accounts).all();
  const sender = String(own?.contact_information["default_sender_email"] ?? "");
  const verified = [...verifiedSenders, domainOf(sender)].map((each) => each.toLowerCase());
  const address = from.toLowerCase();
  return verified.includes(address) || verified.includes(domainOf(address));
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1);
