import { type RecordOf, resource } from "../../contract/resource.ts";
import { boolean, nullable, object, type Shape, string } from "../../contract/shape.ts";
import type { Properties } from "../objects/records.ts";
import { collectionOf } from "../../world/store/collection-of.ts";

const text = nullable(string());

/** Specification, "Account"; the members are those of `accounts.json`. */
const contact: Shape<Properties> = object({
  default_sender_name: string(),
  default_sender_email: string(),
  website_url: text,
  organization_name: string(),
  street_address: object({
    address1: text,
    address2: text,
    city: text,
    region: text,
    country: text,
    zip: text,
  }),
});

/** The account as its own API shows it: one record in each account. */
export const account = resource("account", {
  path: "/api/accounts",
  attributes: {
    test_account: { shape: boolean(), since: "2024-02-15" },
    contact_information: { shape: contact },
    industry: { shape: text },
    timezone: { shape: string() },
    preferred_currency: { shape: string() },
    public_api_key: { shape: string() },
    locale: { shape: string(), since: "2024-05-15" },
  },
  natural: ["public_api_key"],
  orders: ["id"],
  defaultSort: "id",
});

export type AccountRecord = RecordOf<typeof account>;

export const accounts = collectionOf(account);
