import { begin } from "../../domain/deliveries/attempt.ts";
import { deliverWork } from "../../domain/deliveries/decide.ts";
import { endpointProblem, maskedUrl } from "../../domain/deliveries/target.ts";
import { type Webhook, webhook, webhooks, webhookTopic } from "../../domain/resources/webhook.ts";
import { topicRecord, topicsOf } from "../../domain/webhook-topics.ts";
import { invalid, noSuchRecord } from "../../jsonapi/refusal.ts";
import type { ApiArea, AreaBehavior, Keeping } from "../../verbs/invocation.ts";
import { theOne } from "../../verbs/outcome.ts";
import { action, rows } from "../../contract/rows.ts";

const setting = "webhooks";

const operations = [
  ...rows(webhook, ["list", "create", "get", "update", "remove"], { setting }),
  action(webhookTopic, "get_webhook_topics", { setting, shows: "records" }),
  action(webhookTopic, "get_webhook_topic", { setting }),
] as const;

/** @guess create_webhook: An account has up to 10 webhooks. */
const webhooksMax = 10;

const keeping: Keeping<Webhook> = {
  isThere: (account, id) => topicsOf(account).has(id),
  noSuch: noSuchRecord,
  asKept: ({ description, topics, ...given }) => ({
    ...given,
    // Null says nothing (webhooks.md).
    ...(description != null && { description }),
    ...(topics && { topics: [...topics].sort() }),
  }),
  refuse(account, { url, topics }, before) {
    if (topics.length === 0) {
      return invalid("/data/relationships/webhook-topics/data", "Name at least one topic.");
    }
    if (url !== before?.url) {
      const problem = endpointProblem(account, url);
      if (problem !== undefined) return invalid("/data/attributes/endpoint_url", problem);
    }
    if (before !== undefined || account.table(webhooks).size < webhooksMax) return undefined;
    return invalid("/data", `An account has at most ${webhooksMax} webhooks.`);
  },
};

const behavior: AreaBehavior<typeof operations> = {
  get_webhook_topics: ({ account }) => ({
    kind: "page",
    records: [...topicsOf(account).keys()].map(topicRecord),
  }),
  get_webhook_topic: ({ account, params: [id = ""] }) =>
    topicsOf(account).has(id) ? theOne(topicRecord(id)) : noSuchRecord(webhookTopic.type, id),
};

export const webhooksArea: ApiArea = {
  name: "webhooks",
  resources: [webhook, webhookTopic],
  operations,
  behavior,
  work: { [deliverWork]: begin },
  bindings: {
    webhook: {
      computed: { endpoint_url: ({ url }: Webhook) => maskedUrl(url) },
      related: { "webhook-topics": ({ topics }: Webhook) => topics.map(topicRecord) },
      keeping,
    },
  },
};
