import { instant, many, one } from "../../contract/members.ts";
import { type RecordOf, resource, unstored } from "../../contract/resource.ts";
import { boolean, literal, nullable, string, any, during, list } from "../../contract/shape.ts";
import { object, oneOf, type Shape } from "../../contract/shape.ts";
import { audiences, campaignStatuses, kept, newSendOptions } from "../campaigns/shape.ts";
import { newStrategy, runs, sendOptions, someAudiences, strategy } from "../campaigns/shape.ts";
import { trackingOptions, defined, flat, type SendOptions } from "../campaigns/shape.ts";
import { collectionOf } from "../../world/store/collection-of.ts";
import { changedDefinition, definition, emailContent } from "../campaigns/message-definition.ts";
import { renderOptions, smsContent, type Definition } from "../campaigns/message-definition.ts";

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

const path = "/api/campaign-messages";

/** What a message is told of by before it has a definition. */
export const plainShapes = {
  label: string(),
  channel: string(),
  content: oneOf(emailContent, smsContent),
  render_options: nullable(renderOptions),
} as const;

const plain = {
  label: { shape: plainShapes.label, computed: true },
  channel: { shape: plainShapes.channel, computed: true },
  content: { shape: plainShapes.content, computed: true },
  render_options: { shape: plainShapes.render_options, computed: true },
} as const;

const changed = <const N extends keyof typeof plain, S extends Shape<unknown>>(name: N, body: S) =>
  ({ ...plain[name], ...flat, write: "update", body: during(body, flat) }) as const;

const times = {
  send_times: {
    shape: list(object({ datetime: string({ format: "datetime" }), is_local: boolean() })),
    default: [],
  },
  created_at: { shape: instant(), from: "created", fraction: "always" },
  updated_at: { shape: instant(), from: "updated", fraction: "always" },
} as const;

const linked = { optional: true, ifIncluded: true } as const;

/** What a campaign sends by one channel. Facts: campaigns.md. */
export const campaignMessage = resource("campaign-message", {
  path,
  id: "ulid",
  attributes: {
    definition: {
      shape: nullable(definition),
      body: during(nullable(changedDefinition), defined),
      write: "update",
      computed: true,
      from: "says",
      ...defined,
    },
    label: changed("label", nullable(string())),
    channel: { ...plain.channel, ...flat },
    content: changed("content", nullable(plainShapes.content)),
    ...times,
    render_options: changed("render_options", plainShapes.render_options),
  },
  relationships: {
    campaign: one("campaign"),
    template: one("template", linked),
    image: one("image", { ...linked, ...defined, write: "update" }),
  },
  kept: { says: any<Definition>() },
  fields: { channel: { type: "string" } },
  orders: ["id", "channel", ["campaign.id", "created"], "created"],
  defaultSort: "created",
});

export type CampaignMessage = RecordOf<typeof campaignMessage>;
export const campaignMessages = collectionOf(campaignMessage, {
  keys: { channel: ({ says }) => says.channel },
});

/** As the answer of assigning a template has it, in every revision (recorded). */
export const assignedMessage = unstored("assigned-campaign-message", {
  path,
  as: "campaign-message",
  attributes: { ...plain, ...times },
  relationships: { campaign: one("campaign"), template: one("template") },
});
