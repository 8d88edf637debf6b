import { type AreaExamples, made } from "../../support/areas/example.ts";
import { changing, creating, toAll } from "./bodies.ts";

export const webhooks: AreaExamples = {
  title: "Webhooks",
  intro: "A webhook receives signed calls for the events of its topics.",
  see: { webhooks: "../../areas/webhooks.md", "topics and settings": "../webhooks.md" },
  ids: { webhooks: "$WEBHOOK", "webhook-topics": "event:shop.placed_order" },
  requests: {
    get_webhook_topics: {},
    get_webhook_topic: {},
    create_webhook: {
      note: "Calls go to `endpoint_url` while it is enabled. `npx service-emulator listen` prints them.",
      body: creating(
        "webhook",
        {
          name: "Orders",
          endpoint_url: "https://shop.example.com/hooks",
          secret_key: "a-secret-of-the-shop",
        },
        { "webhook-topics": toAll("webhook-topic", "event:shop.placed_order") },
      ),
      keep: { WEBHOOK: made },
      show: ["name", "endpoint_url", "enabled"],
    },
    get_webhooks: { show: ["name", "enabled"] },
    get_webhook: { query: "include=webhook-topics", show: ["name", "endpoint_url"] },
    update_webhook: { body: changing("webhook", "$WEBHOOK", { enabled: false }) },
    delete_webhook: {},
  },
};
