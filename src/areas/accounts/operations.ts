import { get, list, type RowOptions } from "../../contract/rows.ts";
import { account } from "../../domain/resources/account.ts";

const options: RowOptions = { scopes: ["accounts:read"], tier: "XS", fields: ["account"] };

export const operations = [
  list(account, "get_accounts", { ...options, onePage: true }),
  get(account, "get_account", options),
] as const;
