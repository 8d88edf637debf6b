import type { Account } from "../../world/account.ts";
import type { Stored } from "../../world/store/record.ts";
import { collection } from "../../world/store/store.ts";
import { webFeeds } from "../resources/template.ts";

/** What a web feed had when it was fetched last. Its id is the feed's. */
export interface FeedContent extends Stored {
  /** As the feed said it. */
  readonly from: string;
  /** When it was fetched last, in milliseconds since 1970. */
  readonly tried: number;
  /** Since when fetching it fails; null: it does not. */
  readonly failing: number | null;
  /** When its value was fetched: with the id, it says which value it is. */
  readonly version: number;
  /** Not there: it was never fetched. */
  readonly value?: unknown;
}

export const feedContents = collection<FeedContent>("feed-content", {
  instants: ["tried", "failing", "version"],
  internal: true,
});

/** The feeds that some texts name, as they are known by templates. */
export function feedsIn(account: Account, texts: readonly (string | null)[]) {
  if (!texts.some((text) => text?.includes("feeds."))) return [];
  return [...account.table(webFeeds).all()].flatMap((feed) => {
    if (!texts.some((text) => text?.includes(feed.name))) return [];
    const content = account.table(feedContents).get(feed.id);
    return [{ feed, content }];
  });
}

/** What templates read as `feeds`. */
export const valuesOf = (found: ReturnType<typeof feedsIn>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(found.map(({ feed, content }) => [feed.name, content?.value]));
