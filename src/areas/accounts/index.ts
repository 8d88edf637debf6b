import { account } from "../../domain/resources/account.ts";
import type { ApiArea } from "../../verbs/invocation.ts";
import { get, list } from "../../contract/rows.ts";

const operations = [
  list(account, "get_accounts", { onePage: true }),
  get(account, "get_account"),
] as const;

export const accountsArea: ApiArea = { name: "accounts", resources: [account], operations };
