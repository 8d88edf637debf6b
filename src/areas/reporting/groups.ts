import { livesIn, type Revision } from "../../contract/revisions.ts";
import { campaignMessages, lists, messageContents, segments } from "../../domain/collections.ts";
import type { Message, MessageChannel } from "../../domain/messages/records.ts";
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

/** Which formats text messages have. @guess */
const formats: Readonly<Partial<Record<MessageChannel, string>>> = {
  sms: "SMS",
  whatsapp: "WhatsApp",
};

/** Something without any is told of once, by null. @guess */
const some = (values: readonly string[]): readonly (string | null)[] =>
  values.length === 0 ? [null] : values;

const nameOfGroup = (account: Account, id: string): string =>
  (account.table(lists).get(id) ?? account.table(segments).get(id))?.name ?? id;

/** What messages of campaigns and of flows have alike. @guess: that a variation is called by its id */
const ofAll = {
  send_channel: (_, { channel }) => [channels[channel]],
  text_message_format: (_, { channel }) => [formats[channel] ?? null],
  variation: (_, { variation }) => [variation],
  variation_name: (_, { variation }) => [variation],
} as const satisfies Readonly<Record<string, Reads>>;

const ofCampaigns = {
  campaign_id: (_, { campaign }) => [campaign],
  campaign_message_id: (_, { message }) => [message],
  campaign_message_name: (account, { message, content }) => {
    const label = account.table(campaignMessages).get(message)?.says.label;
    return [label ?? account.table(messageContents).get(content)?.name ?? null];
  },
  group: (_, { groups }) => some(groups),
  group_name: (account, { groups }) => some(groups.map((id) => nameOfGroup(account, id))),
  tag_id: (account, { campaign }) => some(tagsOf(account, campaign ?? "").map(({ id }) => id)),
  tag_name: (account, { campaign }) =>
    some(tagsOf(account, campaign ?? "").map(({ name }) => name)),
  ...ofAll,
} as const satisfies Readonly<Record<string, Reads>>;

/** What sends messages, and how reports tell them apart. */
export interface Sender {
  /** The property of a message that says which one sent it. */
  readonly of: "campaign" | "flow";
  readonly reads: Readonly<Record<string, Reads>>;
  /** The names that every report has. */
  readonly needed: readonly string[];
  /** The names of a report that asks for none. */
  readonly standard: readonly string[];
  /** The names that there were before the others. @guess: which */
  readonly first: readonly string[];
}

/** Since when there are all names. */
export const allNamesSince: Revision = "2026-01-15";

const ids = ["campaign_id", "campaign_message_id"] as const;

export const campaignSender = {
  of: "campaign",
  reads: ofCampaigns,
  needed: ids,
  standard: ids,
  first: [...ids, "send_channel"],
} as const satisfies Sender;

const isTag = (name: string): boolean => name.startsWith("tag_");

/** What the messages of a sender are filtered by in a revision: what they are told apart by. @guess */
export function filterables(
  { reads, first }: Sender,
  revision: Revision,
): Readonly<Record<string, Filterable>> {
  const isLonger = livesIn({ since: allNamesSince }, revision);
  const names = Object.keys(reads).filter((name) => isLonger || first.includes(name));
  return Object.fromEntries(names.map((name) => [name, filterableOf(name)]));
}

const filterableOf = (name: string): Filterable => ({
  operators: ["equals", "contains-any", ...(isTag(name) ? (["contains-all"] as const) : [])],
  ...(name === "send_channel" && { values: Object.values(channels) }),
});
