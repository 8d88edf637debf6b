import { resource } from "../../contract/resource.ts";
import { accounts } from "../../domain/collections.ts";

export const account = resource("account", {
  path: "/api/accounts",
  collection: accounts.name,
  attributes: {
    test_account: { type: "boolean", since: "2024-02-15" },
    contact_information: { type: "object" },
    industry: { type: "string" },
    timezone: { type: "string" },
    preferred_currency: { type: "string" },
    public_api_key: { type: "string" },
    locale: { type: "string", since: "2024-05-15" },
  },
  fields: { id: { type: "string" } },
  defaultSort: "id",
});
