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

/** All that is asked of a message. For `contains`, the template language must have been loaded. */
export function messageConditions(which: WhichMessage): Condition<OutboxRow>[] {
  const { to, subject, contains, campaign, flow, message, profile, channel, status, account } =
    which;
  const found: Condition<OutboxRow>[] = [];
  const ask = (
    name: keyof WhichMessage,
    seen: (row: OutboxRow) => string | null,
    holds: (value: string | null, row: OutboxRow) => boolean,
  ) => found.push({ name, seen, holds: (row) => holds(seen(row), row) });
  const equal = (
    name: keyof WhichMessage,
    wanted: string | undefined,
    seen: (row: OutboxRow) => string | null,
  ) => {
    if (wanted !== undefined) ask(name, seen, (value) => value === wanted);
  };
  equal("account", account, (row) => row.account.id);
  equal("channel", channel, (row) => row.message.channel);
  equal("flow", flow, (row) => row.message.flow);
  equal("message", message, (row) => row.message.message);
  equal("profile", profile, (row) => row.message.profile);
  equal("status", status, (row) => statusOf(row.message));
  if (campaign !== undefined) {
    const isNamed = (row: OutboxRow) =>
      row.message.campaign !== null && nameOfRow(row) === campaign;
    ask(
      "campaign",
      (row) => row.message.campaign,
      (id, row) => id === campaign || isNamed(row),
    );
  }
  if (to !== undefined) {
    const wanted = to.toLowerCase();
    ask(
      "to",
      (row) => row.message.to,
      (value) => isLike(wanted, value?.toLowerCase() ?? null),
    );
  }
  if (subject !== undefined) {
    ask(
      "subject",
      (row) => row.message.subject,
      (value) => isLike(subject, value),
    );
  }
  if (contains !== undefined)
    ask("contains", saidBy, (value) => value?.includes(contains) === true);
  return found;
}

/** What a message says: its text, and its HTML. */
function saidBy({ account, message }: OutboxRow): string | null {
  if (message.profile === null && message.to === null) return null;
  const { text: plain, html } = renderedMessage(account, message, "");
  return [plain, html].filter((part) => part !== null).join("\n");
}
