import type { Account } from "../../world/account.ts";
import { refreshFeeds } from "../feeds/refresh.ts";
import { loadRendering } from "../rendering/load.ts";

/** Loads the template language, and what messages read beyond the account. @returns undefined if it is there already */
export function loadMessages(account: Account, now: number): Promise<void> | undefined {
  const [language, feeds] = [loadRendering(), refreshFeeds(account, now)];
  return language && feeds ? feeds.then(() => language) : (feeds ?? language);
}
