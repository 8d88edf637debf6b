import { create, get, list, remove, update } from "../../contract/rows.ts";
import { feedContents, refreshFeeds } from "../../domain/feeds/content.ts";
import { type WebFeed, webFeed } from "../../domain/resources/template.ts";
import type { ApiArea, Keeping } from "../../verbs/invocation.ts";
import { drop } from "../../world/store/store.ts";

const operations = [
  list(webFeed, "get_web_feeds"),
  create(webFeed, "create_web_feed"),
  get(webFeed, "get_web_feed"),
  update(webFeed, "update_web_feed"),
  remove(webFeed, "delete_web_feed"),
] as const;

/** Work that waits until feeds are fetched, and has nothing to do then. */
const refreshWork = "web-feed.refresh";

const keeping: Keeping<WebFeed> = {
  after: (account, { id: feed }, _, now) => account.later(refreshWork, { feed }, now),
  along: (account, { id }) =>
    account.table(feedContents).get(id) === undefined ? [] : [drop(feedContents, id)],
};

export const webFeedsArea: ApiArea = {
  name: "web-feeds",
  resources: [webFeed],
  operations,
  collections: [feedContents as never],
  bindings: { "web-feed": { keeping } },
  work: { [refreshWork]: () => {} },
  loads: { [refreshWork]: refreshFeeds },
};
