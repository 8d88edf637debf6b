import { pages, planned, range } from "../../contract/rows.ts";

/** Published operations of this area that are not built: each passes every stage, then answers 501. */
export const plannedWebFeeds = [
  planned("web-feed", "get_web_feeds", {
    get: "/api/web-feeds",
    scopes: ["web-feeds:read"],
    tier: "XS",
    since: "2025-04-15",
    filter: {
      name: ["any", "contains", "equals"],
      created: range,
      updated: range,
    },
    sort: ["created", "name", "updated"],
    fields: ["web-feed"],
    paging: [pages({ default: 5, max: 20 })],
  }),
  planned("web-feed", "create_web_feed", {
    post: "/api/web-feeds",
    scopes: ["web-feeds:write"],
    tier: "XS",
    since: "2025-04-15",
    fields: ["web-feed"],
  }),
  planned("web-feed", "get_web_feed", {
    get: "/api/web-feeds/{id}",
    scopes: ["web-feeds:read"],
    tier: "XS",
    since: "2025-04-15",
    fields: ["web-feed"],
  }),
  planned("web-feed", "update_web_feed", {
    patch: "/api/web-feeds/{id}",
    scopes: ["web-feeds:write"],
    tier: "XS",
    since: "2025-04-15",
    fields: ["web-feed"],
  }),
  planned("web-feed", "delete_web_feed", {
    delete: "/api/web-feeds/{id}",
    scopes: ["web-feeds:write"],
    tier: "XS",
    since: "2025-04-15",
  }),
] as const;
