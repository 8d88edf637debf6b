import { livesIn, type Revision } from "../../contract/revisions.ts";
import { flowMessages, flows } from "../../domain/resources/flow.ts";
import { lists, segments } from "../../domain/resources/groups.ts";
import { campaignMessages } from "../../domain/resources/campaign.ts";
import type { Message, MessageChannel } from "../../domain/messages/records.ts";
import { messageContents } from "../../domain/messages/records.ts";
import { tagsOf } from "../../domain/tags.ts";
import type { Account } from "../../world/account.ts";
import type { Filterable } from "./filter.ts";

/** What a message has under a name by which reports tell messages apart: of tags and audiences, several. */
type Reads = (account: Account, message: Message) => readonly (string | null)[];

const channels: Readonly<Record<MessageChannel, string>> = {
  email: "email",
  sms: "sms",
  push: "push-notification",
  whatsapp: "whatsapp",
};

/** @guess query_campaign_values, query_flow_*: The message format is `SMS` or `WhatsApp`. */
const formats: Readonly<Partial<Record<MessageChannel, string>>> = {
  sms: "SMS",
  whatsapp: "WhatsApp",
};

/** @guess query_campaign_values, query_flow_*: A message without a value for a grouping is counted once, under null. */
const some = (values: readonly string[]): readonly (string | null)[] =>
  values.length === 0 ? [null] : values;

const nameOfGroup = (account: Account, id: string): string =>
  (account.table(lists).get(id) ?? account.table(segments).get(id))?.name ?? id;

const nameSent = (account: Account, { content }: Message): string | null =>
  account.table(messageContents).get(content)?.name ?? null;

const ofAll = {
  send_channel: (_, { channel }) => [channels[channel]],
  text_message_format: (_, { channel }) => [formats[channel] ?? null],
  variation: (_, { variation }) => [variation],
} as const satisfies Readonly<Record<string, Reads>>;

const ofTags = (sender: "campaign" | "flow") =>
  ({
    tag_id: (account, { [sender]: id }) => some(tagsOf(account, id ?? "").map((tag) => tag.id)),
    tag_name: (account, { [sender]: id }) => some(tagsOf(account, id ?? "").map((tag) => tag.name)),
  }) as const satisfies Readonly<Record<string, Reads>>;

const ofCampaigns = {
  campaign_id: (_, { campaign }) => [campaign],
  campaign_message_id: (_, { message }) => [message],
  campaign_message_name: (account, message) => {
    const label = account.table(campaignMessages).get(message.message)?.says.label;
    return [label ?? nameSent(account, message)];
  },
  group: (_, { groups }) => some(groups),
  group_name: (account, { groups }) => some(groups.map((id) => nameOfGroup(account, id))),
  // @guess query_campaign_values, query_flow_*: A variation is named by the label of its message.
  variation_name: (account, { variation }) => [
    account.table(campaignMessages).get(variation ?? "")?.says.label ?? variation,
  ],
  ...ofTags("campaign"),
  ...ofAll,
} as const satisfies Readonly<Record<string, Reads>>;

/** @guess query_campaign_values, query_flow_*: What was deleted keeps the name that its messages were sent under. */
const ofFlows = {
  flow_id: (_, { flow }) => [flow],
  flow_message_id: (_, { message }) => [message],
  flow_message_name: (account, message) => [
    account.table(flowMessages).get(message.message)?.name ?? nameSent(account, message),
  ],
  flow_name: (account, { flow }) => [account.table(flows).get(flow ?? "")?.name ?? null],
  variation_name: (account, { variation }) => [
    account.table(flowMessages).get(variation ?? "")?.name ?? variation,
  ],
  ...ofTags("flow"),
  ...ofAll,
} as const satisfies Readonly<Record<string, Reads>>;

/** What sends messages, and how reports tell them apart. */
export interface Sender {
  /** The property of a message that says which one sent it. */
  readonly of: "campaign" | "flow";
  readonly reads: Readonly<Record<string, Reads>>;
  readonly needed: readonly string[];
  readonly standard: readonly string[];
  /** The names that there were before the others. */
  // @guess query_campaign_values, query_flow_*: Before 2026-01-15, reports group by ids and `send_channel` only.
  readonly first: readonly string[];
  /** The relationships of a report, each with the name under which the ids are that it leads to. */
  readonly leads: Readonly<Record<string, string>>;
}

export const allNamesSince: Revision = "2026-01-15";

const idsOfCampaigns = ["campaign_id", "campaign_message_id"] as const;

export const campaignSender = {
  of: "campaign",
  reads: ofCampaigns,
  needed: idsOfCampaigns,
  standard: idsOfCampaigns,
  first: [...idsOfCampaigns, "send_channel"],
  leads: { campaigns: "campaign_id" },
} as const satisfies Sender;

const idsOfFlows = ["flow_id", "flow_message_id"] as const;

export const flowSender = {
  of: "flow",
  reads: ofFlows,
  needed: idsOfFlows,
  standard: [...idsOfFlows, "send_channel"],
  first: [...idsOfFlows, "send_channel"],
  leads: { flows: "flow_id", flowMessages: "flow_message_id" },
} as const satisfies Sender;

const isTag = (name: string): boolean => name.startsWith("tag_");

/** What the messages of a sender are filtered by in a revision. */
// @guess query_campaign_values, query_flow_*: Reports can be filtered by everything that they group by.
export function filterables({ reads, first }: Sender, revision: Revision) {
  const isLonger = livesIn({ since: allNamesSince }, revision);
  const names = Object.keys(reads).filter((name) => isLonger || first.includes(name));
  return Object.fromEntries(names.map((name) => [name, filterableOf(name)]));
}

const filterableOf = (name: string): Filterable => ({
  operators: ["equals", "contains-any", ...(isTag(name) ? (["contains-all"] as const) : [])],
  ...(name === "send_channel" && { values: Object.values(channels) }),
});
