import type { ApiArea } from "../../verbs/invocation.ts";
import { stamps } from "../../contract/attribute.ts";
import { namePattern, resource } from "../../contract/resource.ts";
import { create, get, list, remove, update } from "../../contract/rows.ts";
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

const operations = [
  list(webFeed, "get_web_feeds"),
  create(webFeed, "create_web_feed"),
  get(webFeed, "get_web_feed"),
  update(webFeed, "update_web_feed"),
  remove(webFeed, "delete_web_feed"),
] as const;

export const webFeedsArea: ApiArea = { name: "web-feeds", resources: [webFeed], operations };
