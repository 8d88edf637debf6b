import type { Account } from "../world/account.ts";
import { put } from "../world/store/store.ts";
import { accounts, type AccountRecord } from "./resources/account.ts";

/** Who an account is. What every account has besides, it has with `account.begin`. */
export function introduce(account: Account, about: Omit<AccountRecord, "id" | "seq">): void {
  const { id } = account;
  account.commit([put(accounts, { ...about, id, seq: account.nextSeq() })]);
}
