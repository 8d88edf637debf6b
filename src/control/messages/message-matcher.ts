import { described, literal, object, text } from "../../contract/shape.ts";
import { messageChannels, messageStatuses, statusOf } from "../../domain/messages/records.ts";
import { renderedMessage } from "../../domain/messages/rendered-message.ts";
import type { Condition } from "../../world/faults/match.ts";
import { matchesGlob } from "../../world/name-match.ts";
import type { WhichMessage } from "../types.ts";
import { nameOfRow, type OutboxRow } from "./message-view.ts";

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

const isLike = (pattern: string, value: string | null): boolean =>
  value !== null && matchesGlob(pattern, value);

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
  to: [
    (row) => row.message.to,
    (wanted, to) => isLike(wanted.toLowerCase(), to?.toLowerCase() ?? null),
  ],
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
