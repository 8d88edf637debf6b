import type { Stored } from "../../world/store/record.ts";
import { collection, type Change, put } from "../../world/store/store.ts";
import type { Account } from "../../world/account.ts";
import { words } from "../../contract/words.ts";

export const messageChannels = ["email", "sms", "push", "whatsapp"] as const;
export type MessageChannel = (typeof messageChannels)[number];

/** What messages say before they are rendered: later changes of a template do not reach them. */
export interface MessageContent extends Stored {
  readonly channel: MessageChannel;
  /** Of the campaign, or the flow's message, for events. */
  readonly name: string;
  /** Of email, in the template language. */
  readonly subject: string | null;
  readonly preview: string | null;
  readonly from: string | null;
  readonly fromLabel: string | null;
  readonly replyTo: string | null;
  readonly cc?: string | null;
  readonly bcc?: string | null;
  /** In the template language. */
  readonly html: string | null;
  /** In the template language: of an email, or all of a text message or push notification. */
  readonly text: string | null;
  readonly tracksOpens: boolean;
  readonly tracksClicks: boolean;
  readonly linkParams: readonly LinkParam[];
  /** What the web feeds had that it names. */
  readonly feeds?: Readonly<Record<string, unknown>>;
}

export const messageContents = collection<MessageContent>("message-content", { internal: true });

/** A parameter of links: always the same, or known of the message or the link. */
export type LinkParam =
  | { readonly name: string; readonly value: string }
  | { readonly name: string; readonly of: LinkSource };

const linkSources = [
  "email_subject",
  "link_alt_text",
  "profile_external_id",
  "profile_id",
] as const;
export type LinkSource = (typeof linkSources)[number];

export const isLinkSource = (value: string): value is LinkSource =>
  (linkSources as readonly string[]).includes(value);

export type Failure = "Hard" | "Soft" | "dropped";

/** A row of the outbox. Instants are world time. It stays without its person when that is deleted. */
export interface Message extends Stored {
  readonly channel: MessageChannel;
  /** Null: the person was deleted. */
  readonly profile: string | null;
  readonly to: string | null;
  readonly campaign: string | null;
  readonly flow: string | null;
  /** The campaign's or flow's message, or the conversation. */
  readonly message: string;
  readonly variation: string | null;
  /** Of the list or segment that it was sent to first. */
  readonly groups: readonly string[];
  readonly content: string;
  readonly subject: string | null;
  /** What its content read: with it, it is rendered again as it was. */
  readonly context: Readonly<Record<string, unknown>>;
  readonly linkValues?: Readonly<Partial<Record<LinkSource, string>>>;
  readonly at: number;
  /** What its links are known by to whoever has the message. */
  readonly secret: string;
  readonly failure: Failure | null;
  /** When it was first opened or clicked, and how often. */
  readonly opened: number | null;
  readonly opens: number;
  readonly clicked: number | null;
  readonly clicks: number;
  readonly unsubscribed: number | null;
  /** How often it was unsubscribed from. Not there: as `unsubscribed` says. */
  readonly leaves?: number;
  readonly marked: number | null;
}

export const messages = collection<Message>("message", {
  instants: ["at"],
  keys: {
    profile: ({ profile }) => profile,
    channel: ({ channel }) => channel,
    at: ({ at }) => at,
    message: ({ message }) => message,
  },
  indexes: [["at"], ["message", "at"], ["profile", "channel", "at"]],
  secret: ["secret"],
});

export const messageStatuses = words(
  "delivered bounced dropped opened clicked unsubscribed marked",
);
export type MessageStatus = (typeof messageStatuses)[number];

export function statusOf(message: Message): MessageStatus {
  if (message.failure !== null) return message.failure === "dropped" ? "dropped" : "bounced";
  if (message.marked !== null) return "marked";
  if (message.unsubscribed !== null) return "unsubscribed";
  if (message.clicked !== null) return "clicked";
  return message.opened === null ? "delivered" : "opened";
}

/** All that was sent to a profile, by channel, the oldest first. */
export const messagesTo = (account: Account, profile: string): Message[] =>
  messageChannels.flatMap((channel) => [
    ...account.table(messages).scan(["profile", "channel", "at"], { prefix: [profile, channel] }),
  ]);

const nobody = { profile: null, to: null, subject: null, context: {}, linkValues: {} } as const;

/** Without their person. @guess request_profile_deletion: Messages to the profile stay without its name, so that reports add up. */
export const anonymous = (account: Account, profile: string): Change[] =>
  messagesTo(account, profile).map((message) => put(messages, { ...message, ...nobody }));
