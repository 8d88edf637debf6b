import { described, literal, object, text } from "../../contract/shape.ts";
import { type Finding, findingsOf } from "../../domain/messages/findings.ts";
import { messageContents, statusOf, messageChannels } from "../../domain/messages/records.ts";
import { messageStatuses, type Message } from "../../domain/messages/records.ts";
import type { MessageChannel, MessageStatus } from "../../domain/messages/records.ts";
import { linkOf, renderedMessage } from "../../domain/messages/rendered-message.ts";
import type { RenderedLink } from "../../domain/messages/rendered-message.ts";
import { formatDatetime } from "../../jsonapi/time.ts";
import type { Account } from "../../world/account.ts";
import type { Condition } from "../../world/faults/match.ts";
import { matchesGlob } from "../../world/name-match.ts";
import type { WhichMessage } from "../types.ts";

export type OutboxRow = { readonly account: Account; readonly message: Message };

/** A message that was sent to somebody. */
export interface MessageView {
  readonly id: string;
  readonly account: string;
  readonly channel: MessageChannel;
  /** Address, number or device token; null: the profile was deleted. */
  readonly to: string | null;
  /** Id of the profile; null: it was deleted. */
  readonly profile: string | null;
  /** Id of the campaign or flow that it is from. */
  readonly campaign: string | null;
  readonly flow: string | null;
  /** Id of the campaign's or flow's message, or of the conversation. */
  readonly message: string;
  /** Name of the campaign, or of the flow's message. */
  readonly name: string;
  readonly subject: string | null;
  /** The furthest that it has got. */
  readonly status: MessageStatus;
  /** Emulator time, ISO 8601. */
  readonly at: string;
  /** What a person can do with it: GET the URL. */
  readonly links: readonly RenderedLink[];
}

/** A message with all that it says. */
export interface WholeMessageView extends MessageView, Sender {
  readonly preview: string | null;
  readonly text: string | null;
  readonly html: string | null;
  /** What its templates missed for its person, what the service refuses, and links whose clicks are not counted. */
  readonly findings: readonly Finding[];
  /** A URL that shows it in a frame, by its own secret; looking at it is no open. null: its person was deleted. */
  readonly frame: string | null;
}

/** Of email: who it is from, and who gets a copy of it. */
type Sender = Readonly<Record<"from" | "fromLabel" | "replyTo" | "cc" | "bcc", string | null>>;

/** The query's parameter of a link that shows a message in a frame. */
export const inFrame = "frame";

/** What a row is called in events: the name of its campaign or of its flow's message. */
const nameOfRow = ({ account, message }: OutboxRow): string =>
  account.table(messageContents).get(message.content)?.name ?? "";

/** What a message says; of one whose person was deleted, nothing. */
const shownOf = ({ account, message }: OutboxRow, origin: string) =>
  message.profile === null
    ? { preview: null, html: null, text: null, links: [] }
    : renderedMessage(account, message, origin);

/** The template language must have been loaded. @param origin where its links lead */
export function wholeMessage(row: OutboxRow, origin: string): WholeMessageView {
  const { account, message } = row;
  const content = account.table(messageContents).get(message.content);
  const shown = shownOf(row, origin);
  const frame = `${linkOf(origin, message, "view")}?${inFrame}=inspector`;
  return {
    ...viewOf(row, shown),
    from: content?.from ?? null,
    fromLabel: content?.fromLabel ?? null,
    replyTo: content?.replyTo ?? null,
    cc: content?.cc ?? null,
    bcc: content?.bcc ?? null,
    preview: shown.preview,
    text: shown.text,
    html: shown.html,
    frame: message.profile === null ? null : frame,
    findings: findingsOf(account, message),
  };
}

export const messageInList = (row: OutboxRow, origin: string) => viewOf(row, shownOf(row, origin));

function viewOf(row: OutboxRow, { links }: Pick<MessageView, "links">): MessageView {
  const { account, message } = row;
  const { id, channel, to, profile, campaign, flow, message: of, subject, at } = message;
  const about = { id, account: account.id, channel, to, profile, campaign, flow, message: of };
  const name = nameOfRow(row);
  return { ...about, name, subject, status: statusOf(message), at: formatDatetime(at), links };
}

export const whichMessageMembers = {
  "to?": text("Address, number or device token; * matches anything."),
  "subject?": text("Subject as rendered; * matches anything."),
  "contains?": text("Part of its text or of its HTML, as rendered."),
  "campaign?": text("Id or name of the campaign."),
  "flow?": text("Id of the flow."),
  "message?": text("Id of the campaign's or flow's message, or of the conversation."),
  "profile?": text("Id of the profile."),
  "channel?": described(literal(...messageChannels), "Channel."),
  "status?": described(literal(...messageStatuses), "The furthest that it has got."),
  "account?": text("Company id. Default: every account."),
} as const;

export const whichMessageShape = object(whichMessageMembers);

const isLike = (pattern: string, value?: string | null): boolean =>
  value != null && matchesGlob(pattern, value);

/** What is seen of a message, and whether that is what is wanted. */
type Asked = readonly [
  seen: (row: OutboxRow) => string | null,
  holds?: (wanted: string, value: string | null, row: OutboxRow) => boolean,
];

/** What each member asks, in the order in which it is asked. Without more, it is to be equal. */
const asked: Readonly<Record<keyof WhichMessage, Asked>> = {
  account: [(row) => row.account.id],
  channel: [(row) => row.message.channel],
  flow: [(row) => row.message.flow],
  message: [(row) => row.message.message],
  profile: [(row) => row.message.profile],
  status: [(row) => statusOf(row.message)],
  campaign: [
    (row) => row.message.campaign,
    (wanted, id, row) => id === wanted || (id !== null && nameOfRow(row) === wanted),
  ],
  to: [(row) => row.message.to, (wanted, to) => isLike(wanted.toLowerCase(), to?.toLowerCase())],
  subject: [(row) => row.message.subject, isLike],
  contains: [saidBy, (wanted, text) => text?.includes(wanted) === true],
};

/** All that is asked of a message. For `contains`, the template language must have been loaded. */
export const messageConditions = (which: WhichMessage): Condition<OutboxRow>[] =>
  Object.entries(asked).flatMap(([name, [seen, holds]]) => {
    const wanted = which[name as keyof WhichMessage];
    if (wanted === undefined) return [];
    const isMeant = holds ?? ((_, value) => value === wanted);
    return [{ name, seen, holds: (row: OutboxRow) => isMeant(wanted, seen(row), row) }];
  });

function saidBy({ account, message }: OutboxRow): string | null {
  if (message.profile === null && message.to === null) return null;
  const { text: plain, html } = renderedMessage(account, message, "");
  return [plain, html].filter((part) => part !== null).join("\n");
}
