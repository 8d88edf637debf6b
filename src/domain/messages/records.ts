import type { Stored } from "../../world/store/record.ts";
import { collection } from "../../world/store/store.ts";

/** By what a message goes out. */
export const messageChannels = ["email", "sms", "push", "whatsapp"] as const;
export type MessageChannel = (typeof messageChannels)[number];

/**
 * What a message says before it is rendered, as it was when it was sent: later changes of a template do not reach it.
 * Many messages share one.
 */
export interface MessageContent extends Stored {
  readonly channel: MessageChannel;
  /** Of its campaign, or of the flow's message: events tell of it by this name. */
  readonly name: string;
  /** Of email, in the template language. */
  readonly subject: string | null;
  readonly preview: string | null;
  readonly from: string | null;
  readonly fromLabel: string | null;
  readonly replyTo: string | null;
  /** Who gets a copy of each email; not there: nobody. */
  readonly cc?: string | null;
  readonly bcc?: string | null;
  /** In the template language. */
  readonly html: string | null;
  /** In the template language: the text of an email, or all of a text message or a push notification. */
  readonly text: string | null;
  /** Whether opens and clicks are told. */
  readonly tracksOpens: boolean;
  readonly tracksClicks: boolean;
  /** What is added to each link, in this order. */
  readonly linkParams: readonly LinkParam[];
  /** What the web feeds had that it names, by their names; not there: it names none. */
  readonly feeds?: Readonly<Record<string, unknown>>;
}

export const messageContents = collection<MessageContent>("message-content", { internal: true });

/** A parameter that is added to links: always the same, or what is known of the message or the link. */
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

/** Why a message was not delivered. */
export type Failure = "Hard" | "Soft" | "dropped";

/**
 * A message to a person: a row of the outbox. Instants are world time, in milliseconds since 1970. It stays when its
 * person is deleted, without what it says of that person.
 */
export interface Message extends Stored {
  readonly channel: MessageChannel;
  /** The id of its profile; null: that person was deleted. */
  readonly profile: string | null;
  /** The address, number or device token. */
  readonly to: string | null;
  readonly campaign: string | null;
  readonly flow: string | null;
  /** The id of the campaign's or flow's message, or of the conversation. */
  readonly message: string;
  /** The id of its variation, of a message that has some. */
  readonly variation: string | null;
  /** Of the list or segment that it was sent to first. */
  readonly groups: readonly string[];
  /** The id of its `MessageContent`. */
  readonly content: string;
  /** As it was rendered. */
  readonly subject: string | null;
  /** What its content read when it was rendered: it can be rendered again as it was. */
  readonly context: Readonly<Record<string, unknown>>;
  /** What its links say of its person, as it was when it was sent; none: nothing. */
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
  /** How often it was unsubscribed from: who subscribes again can leave again. Not there: as `unsubscribed` says. */
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

/** What happened to a message last that matters. */
export const messageStatuses = [
  "delivered",
  "bounced",
  "dropped",
  "opened",
  "clicked",
  "unsubscribed",
  "marked",
] as const;
export type MessageStatus = (typeof messageStatuses)[number];

/** The furthest that a message has got. */
export function statusOf(message: Message): MessageStatus {
  if (message.failure !== null) return message.failure === "dropped" ? "dropped" : "bounced";
  if (message.marked !== null) return "marked";
  if (message.unsubscribed !== null) return "unsubscribed";
  if (message.clicked !== null) return "clicked";
  return message.opened === null ? "delivered" : "opened";
}
