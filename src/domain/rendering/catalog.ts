import type { Account } from "../../world/account.ts";

/** What `{% catalog %}` reads: the items of an account's own catalog, by the ids that their owner gave them. */
export const catalogOf =
  (account: Account) =>
  (external: string): object | undefined =>
    account.tableNamed("catalog-item")?.get(`$custom:::$default:::${external}`);
