import { stamps } from "../../contract/attribute.ts";
import { namePattern, resource } from "../../contract/resource.ts";
import { create, get, list, listing, pages, range, remove, update } from "../../contract/rows.ts";
import { literal, nullable, string } from "../../contract/shape.ts";

/** How its last polls went. */
const status = literal(
  "critical_nightly_refresh_timeout",
  "disabled",
  "ok",
  "refreshing",
  "warning_nightly_refresh_timeout",
  "warning_periodic_refresh_timeout",
);
const given = { write: "always", required: true } as const;

export const webFeed = resource("web-feed", {
  path: "/api/web-feeds",
  id: "number",
  attributes: {
    name: { shape: string({ minLength: 1, maxLength: 2000, pattern: namePattern }), ...given },
    url: { shape: string({ minLength: 1, maxLength: 2000 }), ...given },
    request_method: { shape: literal("get", "post"), ...given },
    content_type: { shape: literal("json", "xml"), ...given },
    ...stamps,
    // None before it is fetched for the first time, and nothing is fetched here.
    status: { shape: nullable(status) },
  },
  natural: ["name"],
  orders: ["created", "name", "updated"],
  // @guess
  defaultSort: "created",
});

const since = "2025-04-15";
const reading = { scopes: ["web-feeds:read"], tier: "XS", since, fields: ["web-feed"] } as const;
const writing = { ...reading, scopes: ["web-feeds:write"] } as const;

export const operations = [
  list(webFeed, "get_web_feeds", {
    ...reading,
    filter: { name: listing("any", "contains", "equals"), created: range, updated: range },
    sort: ["created", "name", "updated"],
    paging: [pages({ default: 5, max: 20 })],
  }),
  create(webFeed, "create_web_feed", writing),
  get(webFeed, "get_web_feed", reading),
  update(webFeed, "update_web_feed", writing),
  remove(webFeed, "delete_web_feed", { scopes: ["web-feeds:write"], tier: "XS", since }),
] as const;
