import type { Account } from "../world/account.ts";
import { put } from "../world/store.ts";
import { accounts, mappedMetrics, tagGroups, trackingSettings } from "./collections.ts";
import { firstMapped } from "./mapped-metrics.ts";
import type { AccountRecord } from "./records.ts";
import { firstGroup } from "./tags.ts";
import { firstTracking } from "./tracking.ts";

/** Who an account is, and what every account has besides from its first moment. */
export function beginAccount(account: Account, about: Omit<AccountRecord, "id" | "seq">): void {
  const { id } = account;
  account.commit([
    put(accounts, { ...about, id, seq: account.nextSeq() }),
    put(tagGroups, firstGroup(account)),
    put(trackingSettings, firstTracking(account)),
  ]);
}

/** The mappings that every account has, once the metrics are there with which it begins. */
export function beginMappings(account: Account, now: number): void {
  account.commit(firstMapped(account, now).map((each) => put(mappedMetrics, each)));
}
