import { action, create, get, list, remove, update } from "../../contract/rows.ts";
import { webhook, webhookTopic } from "../../domain/resources/webhook.ts";

const since = "2024-07-15";
const tier = "XS";
const reading = { scopes: ["webhooks:read"], tier, since, setting: "webhooks" } as const;
const writing = { scopes: ["webhooks:write"], tier, since, setting: "webhooks" } as const;
const fields = ["webhook", "webhook-topic"];
const include = ["webhook-topics"];
const ofTopics = { ...reading, fields: ["webhook-topic"], success: 200 } as const;

export const operations = [
  list(webhook, "get_webhooks", { ...reading, include, fields }),
  create(webhook, "create_webhook", { ...writing, fields: ["webhook"] }),
  get(webhook, "get_webhook", { ...reading, include, fields }),
  update(webhook, "update_webhook", { ...writing, fields: ["webhook"] }),
  remove(webhook, "delete_webhook", writing),
  action(webhookTopic, "get_webhook_topics", {
    ...ofTopics,
    get: webhookTopic.path,
    shows: "records",
  }),
  action(webhookTopic, "get_webhook_topic", { ...ofTopics, get: `${webhookTopic.path}/{id}` }),
] as const;
