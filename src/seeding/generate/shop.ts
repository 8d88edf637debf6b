import { accounts } from "../../domain/resources/account.ts";
import type { Account } from "../../world/account.ts";

/** Who sends mails, and where their links lead. */
export interface Shop {
  readonly from: string;
  readonly fromLabel: string;
  readonly url: string;
}

export function shopOf(account: Account): Shop {
  const contact = account.table(accounts).get(account.id)?.contact_information;
  return {
    from: String(contact?.["default_sender_email"] ?? ""),
    fromLabel: String(contact?.["default_sender_name"] ?? ""),
    url: String(contact?.["website_url"] ?? "https://shop.example.com"),
  };
}
