import { instant, many } from "../../contract/members.ts";
import { type RecordOf, resource, derived } from "../../contract/resource.ts";
import { boolean, nullable, string } from "../../contract/shape.ts";
import { collectionOf } from "../../world/store/collection-of.ts";

const given = { write: "always", required: true } as const;

/** Facts: webhooks.md. @guess create_webhook, update_webhook: A name has up to 255 characters, a description 1,000 and a URL 2,000. */
export const webhook = resource("webhook", {
  path: "/api/webhooks",
  id: "ulid",
  attributes: {
    name: { shape: string({ minLength: 1, maxLength: 255 }), ...given },
    description: { shape: nullable(string({ maxLength: 1000 })), write: "always" },
    // Of the URL its host alone is shown.
    endpoint_url: {
      shape: string({ minLength: 1, maxLength: 2000 }),
      ...given,
      from: "url",
      computed: true,
    },
    enabled: { shape: boolean(), write: "update", default: true },
    created_at: { shape: instant(), from: "created", fraction: "always" },
    updated_at: { shape: instant(), from: "updated", fraction: "always" },
    secret_key: { shape: string({ minLength: 16, maxLength: 1000 }), ...given, secret: true },
  },
  relationships: {
    "webhook-topics": many("webhook-topic", {
      ids: "topics",
      write: "always",
      required: true,
      embedded: true,
      unlinked: true,
    }),
  },
  kept: { url: string() },
  natural: ["name"],
  orders: ["created"],
  // @guess get_webhooks: The oldest webhook comes first.
  defaultSort: "created",
});

export type Webhook = RecordOf<typeof webhook>;
export const webhooks = collectionOf(webhook);

/** What a webhook may be told of: worked out of the metrics, and nowhere stored. */
export const webhookTopic = derived("webhook-topic", { path: "/api/webhook-topics" });
