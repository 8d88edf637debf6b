import { words } from "../contract/words.ts";

/** The rules of the receiver's card, in the order of its JSON and JUnit. */
export const receiverRuleIds = words(
  "acknowledges signature timestamp duplicates order half-batch keeps",
);

export type ReceiverRuleId = (typeof receiverRuleIds)[number];
