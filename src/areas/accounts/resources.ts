import { resource } from "../../contract/resource.ts";
import { nullable, object, string } from "../../contract/shape.ts";
import { accounts } from "../../domain/collections.ts";

const text = nullable(string());

/** Specification, "Account"; the members are those of `accounts.json`. */
const contact = object({
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

export const account = resource("account", {
  path: "/api/accounts",
  collection: accounts.name,
  attributes: {
    test_account: { type: "boolean", since: "2024-02-15", nullable: false },
    contact_information: { type: "object", shape: contact, nullable: false },
    industry: { type: "string" },
    timezone: { type: "string", nullable: false },
    preferred_currency: { type: "string", nullable: false },
    public_api_key: { type: "string", nullable: false },
    locale: { type: "string", since: "2024-05-15", nullable: false },
  },
  fields: { id: { type: "string" } },
  defaultSort: "id",
});
