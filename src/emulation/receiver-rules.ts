/** The rules of the receiver's card, in the order of its JSON and JUnit. */
export const receiverRuleIds = [
  "acknowledges",
  "signature",
  "timestamp",
  "duplicates",
  "order",
  "half-batch",
  "keeps",
] as const;

export type ReceiverRuleId = (typeof receiverRuleIds)[number];
