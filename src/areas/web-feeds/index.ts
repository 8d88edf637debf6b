import { rows } from "../../contract/rows.ts";
import { feedContents, refreshFeeds } from "../../domain/feeds/content.ts";
import { type WebFeed, webFeed } from "../../domain/resources/template.ts";
import type { ApiArea, Keeping } from "../../verbs/invocation.ts";
import { drop } from "../../world/store/store.ts";

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
  operations: rows(webFeed, ["list", "create", "get", "update", "remove"]),
  collections: [feedContents as never],
  bindings: { "web-feed": { keeping } },
  work: { [refreshWork]: () => {} },
  loads: { [refreshWork]: refreshFeeds },
};
