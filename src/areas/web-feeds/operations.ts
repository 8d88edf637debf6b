import { namePattern, resource, stamps } from "../../contract/resource.ts";
import { create, get, list, listing, pages, range, remove, update } from "../../contract/rows.ts";
import { literal, nullable, object, string } from "../../contract/shape.ts";
import { webFeeds } from "../../domain/collections.ts";

/** How its last polls went. */
const status = literal(
  "critical_nightly_refresh_timeout",
  "disabled",
  "ok",
  "refreshing",
  "warning_nightly_refresh_timeout",
  "warning_periodic_refresh_timeout",
);

export const webFeed = resource("web-feed", {
  path: "/api/web-feeds",
  collection: webFeeds.name,
  attributes: {
    name: { type: "string", nullable: false },
    url: { type: "string", nullable: false },
    request_method: { type: "string", shape: literal("get", "post"), nullable: false },
    content_type: { type: "string", shape: literal("json", "xml"), nullable: false },
    ...stamps,
    status: { type: "string", shape: status },
  },
  fields: {
    name: { type: "string" },
    created: { type: "datetime" },
    updated: { type: "datetime" },
  },
  // @guess
  defaultSort: "created",
});

const text = string({ minLength: 1, maxLength: 2000 });
const members = {
  name: string({ minLength: 1, maxLength: 2000, pattern: namePattern }),
  url: text,
  request_method: literal("get", "post"),
  content_type: literal("json", "xml"),
};
const optional = {
  "name?": nullable(members.name),
  "url?": nullable(members.url),
  "request_method?": nullable(members.request_method),
  "content_type?": nullable(members.content_type),
};

const newFeed = object({
  data: object({ type: literal("web-feed"), attributes: object(members) }),
});
const updatedFeed = object({
  data: object({ type: literal("web-feed"), id: string(), attributes: object(optional) }),
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
  create(webFeed, "create_web_feed", { ...writing, body: newFeed }),
  get(webFeed, "get_web_feed", reading),
  update(webFeed, "update_web_feed", { ...writing, body: updatedFeed }),
  remove(webFeed, "delete_web_feed", { scopes: ["web-feeds:write"], tier: "XS", since }),
] as const;
