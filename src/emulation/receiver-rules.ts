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

/** Id of a rule for receivers. */
export type ReceiverRuleId = (typeof receiverRuleIds)[number];
