import { instant, one } from "../../contract/members.ts";
import { type RecordOf, resource, unstored } from "../../contract/resource.ts";
import {
  any,
  boolean,
  during,
  list,
  nullable,
  object,
  oneOf,
  string,
} from "../../contract/shape.ts";
import { defined, flat } from "../campaigns/shape.ts";
import {
  changedDefinition,
  type Definition,
  definition,
  emailContent,
  renderOptions,
  smsContent,
} from "../campaigns/message-definition.ts";
import { collectionOf } from "../../world/store/collection-of.ts";

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
    label: { ...plain.label, ...flat, write: "update", body: during(nullable(string()), flat) },
    channel: { ...plain.channel, ...flat },
    content: {
      ...plain.content,
      ...flat,
      write: "update",
      body: during(nullable(plainShapes.content), flat),
    },
    ...times,
    render_options: {
      ...plain.render_options,
      ...flat,
      write: "update",
      body: during(plainShapes.render_options, flat),
    },
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
