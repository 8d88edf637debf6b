import { messageContents, type Message } from "../../domain/messages/records.ts";
import { exactSum } from "../../domain/events/metrics.ts";
import type { Account } from "../../world/account.ts";

export type Outcomes = ReturnType<typeof noOutcomes>;

export const noOutcomes = () => ({
  recipients: 0,
  bounced: 0,
  failed: 0,
  opens: 0,
  opened: 0,
  clicks: 0,
  clicked: 0,
  unsubscribed: 0,
  leaves: 0,
  marked: 0,
  /** Of text messages: how many parts they were sent in. */
  parts: 0,
  conversions: 0,
  value: 0,
  converted: new Set<string>(),
});

/** Counts a message among others. @param parts in how many parts it was sent, if it is a text message */
export function countMessage(of: Outcomes, message: Message, parts: number): void {
  const { failure, channel } = message;
  of.recipients += 1;
  of.parts += parts;
  if (failure !== null) {
    if (channel === "push" || (channel === "email" && failure !== "dropped")) of.bounced += 1;
    else of.failed += 1;
  }
  of.opens += message.opens;
  of.clicks += message.clicks;
  if (message.opened !== null) of.opened += 1;
  if (message.clicked !== null) of.clicked += 1;
  if (message.unsubscribed !== null) {
    of.unsubscribed += 1;
    of.leaves += message.leaves ?? 1;
  }
  if (message.marked !== null) of.marked += 1;
}

/** @guess query_campaign_values, query_flow_*: Each part of a text message costs one credit and 0.01 of the account's currency. */
const pricePerPart = 0.01;

const delivered = ({ recipients, bounced, failed }: Outcomes) => recipients - bounced - failed;

const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

const value = (of: Outcomes): number => exactSum(of.value);
const spent = ({ parts }: Outcomes): number => exactSum(parts * pricePerPart);

/** What each statistic is (facts, reporting.md, "Meaning"). */
// @guess query_campaign_values, query_flow_*: Opens and clicks by machines count, and only the first unsubscribe of a profile counts.
export const messageStatistics = {
  average_order_value: (of) => ratio(value(of), of.conversions),
  bounce_rate: (of) => ratio(of.bounced, of.recipients),
  bounced: ({ bounced }) => bounced,
  bounced_or_failed: ({ bounced, failed }) => bounced + failed,
  bounced_or_failed_rate: (of) => ratio(of.bounced + of.failed, of.recipients),
  click_rate: (of) => ratio(of.clicked, delivered(of)),
  click_to_open_rate: (of) => ratio(of.clicked, of.opened),
  clicks: ({ clicks }) => clicks,
  clicks_unique: ({ clicked }) => clicked,
  conversion_rate: (of) => ratio(of.converted.size, delivered(of)),
  conversion_uniques: ({ converted }) => converted.size,
  conversion_value: value,
  conversions: ({ conversions }) => conversions,
  delivered,
  delivery_rate: (of) => ratio(delivered(of), of.recipients),
  failed: ({ failed }) => failed,
  failed_rate: (of) => ratio(of.failed, of.recipients),
  message_segment_count_sum: ({ parts }) => parts,
  open_rate: (of) => ratio(of.opened, delivered(of)),
  opens: ({ opens }) => opens,
  opens_unique: ({ opened }) => opened,
  recipients: ({ recipients }) => recipients,
  revenue_per_recipient: (of) => ratio(value(of), delivered(of)),
  spam_complaint_rate: (of) => ratio(of.marked, delivered(of)),
  spam_complaints: ({ marked }) => marked,
  text_message_credit_usage_amount: ({ parts }) => parts,
  text_message_roi: (of) => ratio(value(of), spent(of)),
  text_message_spend: spent,
  unsubscribe_rate: (of) => ratio(of.unsubscribed, delivered(of)),
  unsubscribe_uniques: ({ unsubscribed }) => unsubscribed,
  unsubscribes: ({ leaves }) => leaves,
} as const satisfies Readonly<Record<string, (of: Outcomes) => number>>;

/** A text message has so many characters, and each part of a longer one a few less. */
const sizes = { plain: [160, 153], wide: [70, 67] } as const;

/** @guess query_campaign_values, query_flow_*: A text message has as many parts as its text needs before it is rendered. */
export function partsOf(account: Account, { content, channel }: Message): number {
  if (channel !== "sms") return 0;
  const text = account.table(messageContents).get(content)?.text ?? "";
  const [one, each] = /^[\x20-\x7e\s]*$/.test(text) ? sizes.plain : sizes.wide;
  return text.length <= one ? 1 : Math.ceil(text.length / each);
}
