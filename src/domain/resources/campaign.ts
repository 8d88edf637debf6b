import { instant, many } from "../../contract/members.ts";
import { type RecordOf, resource } from "../../contract/resource.ts";
import { boolean, literal, nullable, type Shape, string } from "../../contract/shape.ts";
import {
  audiences,
  campaignStatuses,
  kept,
  newSendOptions,
  newStrategy,
  runs,
  type SendOptions,
  sendOptions,
  someAudiences,
  strategy,
  trackingOptions,
} from "../campaigns/shape.ts";
import { collectionOf } from "../../world/store/collection-of.ts";

/** The audiences of a campaign: ids of lists and segments. */
export interface Audiences {
  readonly included: readonly string[];
  readonly excluded: readonly string[];
}

const status = literal(...campaignStatuses);

/** Messages to an audience, and when they go. Facts: campaigns.md. */
export const campaign = resource("campaign", {
  path: "/api/campaigns",
  id: "ulid",
  attributes: {
    name: { shape: string({ minLength: 1, maxLength: 1000 }), write: "always", required: true },
    status: { shape: status, computed: true, from: "state" },
    archived: { shape: boolean(), default: false },
    audiences: {
      shape: audiences as unknown as Shape<Audiences>,
      write: "always",
      required: true,
      created: audiences,
      updated: nullable(someAudiences),
    },
    send_options: {
      shape: sendOptions as Shape<SendOptions>,
      write: "always",
      body: nullable(newSendOptions),
    },
    tracking_options: {
      shape: nullable(trackingOptions),
      write: "always",
      computed: true,
      from: "tracking",
    },
    send_strategy: {
      shape: strategy,
      body: nullable(newStrategy),
      write: "always",
      computed: true,
      from: "strategy",
    },
    created_at: { shape: instant(), from: "created", fraction: "always" },
    scheduled_at: { shape: nullable(instant()), fraction: "always" },
    updated_at: { shape: instant(), from: "updated", fraction: "always" },
    send_time: { shape: nullable(instant()), fraction: "always" },
  },
  relationships: {
    "campaign-messages": many("campaign-message", { by: "campaign.id", listed: true }),
    tags: many("tag"),
  },
  kept: { ...kept, state: status, run: runs },
  natural: ["name"],
  fields: {
    status: { type: "string", from: "state", values: campaignStatuses },
    "messages.channel": {
      type: "string",
      values: ["email", "sms", "mobile_push"],
      via: { collection: "campaign-message", key: "channel", owner: "campaign" },
    },
  },
  orders: ["id", "name", "created_at", "scheduled_at", "updated_at"],
  // @guess get_campaigns: Without `sort`, the oldest campaign comes first.
  defaultSort: "created_at",
});

export type Campaign = RecordOf<typeof campaign>;

export const campaigns = collectionOf(campaign, { keys: { state: ({ state }) => state } });
