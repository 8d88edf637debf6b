import { count, described, integer, list, literal, number, object } from "../../contract/shape.ts";
import { orNull, phrase, string, whether, type Infer } from "../../contract/shape.ts";
import { receiverRuleIds } from "../../emulation/receiver-rules.ts";
import { evidenceMembers, judgedMembers } from "../judged.ts";

const callShape = object({
  id: described(integer({ min: 1 }), "Number of the call in this report, from 1."),
  rule: described(literal(...receiverRuleIds), "Rule that the call is about."),
  about: phrase("What was sent."),
  events: count("Number of events in it."),
  at: described(number(), "Seconds since the first call."),
  took: described(number(), "Seconds until the response, or until there was none."),
  status: orNull(integer(), "Status of the response, or null if there was none."),
  error: orNull(string(), "Why there was no good response, or null."),
});

const evidenceShape = object(evidenceMembers("receiver"));

const ruleResultShape = object({
  rule: literal(...receiverRuleIds),
  ...judgedMembers("receiver", "what was seen"),
  evidence: described(list(evidenceShape), "Failures first, then undecided findings, then passes."),
});

export const receiverCardShape = object({
  run: object({
    from: orNull(string(), "When the first call was made, or null if there was none."),
    seconds: described(number(), "Duration in seconds."),
    requests: count("Number of calls."),
  }),
  passed: whether("True if a call was made and no rule failed."),
  rules: described(list(ruleResultShape), "Verdict of each rule."),
  calls: described(list(callShape), "The calls, in the order in which they were made."),
});

/** The report card of a receiver of webhooks. */
export type ReceiverCard = Infer<typeof receiverCardShape>;
/** The verdict of one rule for receivers, with its evidence. */
export type ReceiverRuleResult = Infer<typeof ruleResultShape>;
