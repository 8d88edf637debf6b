import { type AreaExamples, made } from "../../support/areas/example.ts";
import { changing, creating } from "./bodies.ts";

export const webFeeds: AreaExamples = {
  title: "Web feeds",
  intro: "A web feed is a URL whose content messages may show.",
  see: { templates: "../../areas/templates.md" },
  ids: { "web-feeds": "$FEED" },
  requests: {
    create_web_feed: {
      body: creating("web-feed", {
        name: "New_arrivals",
        url: "https://shop.example.com/feeds/new.json",
        request_method: "get",
        content_type: "json",
      }),
      keep: { FEED: made },
    },
    get_web_feeds: { query: "sort=name", show: ["name", "url"] },
    get_web_feed: { show: ["name", "content_type"] },
    update_web_feed: {
      body: changing("web-feed", "$FEED", { url: "https://shop.example.com/feeds/all.json" }),
    },
    delete_web_feed: {},
  },
};
