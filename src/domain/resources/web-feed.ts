import { stamps } from "../../contract/members.ts";
import { namePattern, type RecordOf, resource } from "../../contract/resource.ts";
import { literal, nullable, string } from "../../contract/shape.ts";
import { collectionOf } from "../../world/store/collection-of.ts";

const status = literal(
  "critical_nightly_refresh_timeout",
  "disabled",
  "ok",
  "refreshing",
  "warning_nightly_refresh_timeout",
  "warning_periodic_refresh_timeout",
);
const given = { write: "always", required: true } as const;

/** Content of a URL that templates read by its name. */
export const webFeed = resource("web-feed", {
  path: "/api/web-feeds",
  id: "number",
  attributes: {
    name: { shape: string({ minLength: 1, maxLength: 2000, pattern: namePattern }), ...given },
    url: { shape: string({ minLength: 1, maxLength: 2000 }), ...given },
    request_method: { shape: literal("get", "post"), ...given },
    content_type: { shape: literal("json", "xml"), ...given },
    ...stamps,
    // How its last refreshes went: none before the first (recorded).
    status: { shape: nullable(status) },
  },
  natural: ["name"],
  orders: ["created", "name", "updated"],
  // @guess get_web_feeds: Without `sort`, the oldest feed comes first.
  defaultSort: "created",
});

export type WebFeed = RecordOf<typeof webFeed>;
export const webFeeds = collectionOf(webFeed);
