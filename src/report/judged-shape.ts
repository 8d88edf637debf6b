import { count, described, integer, literal, nullable, string } from "../contract/shape.ts";

/** What the verdict of a rule has, whoever is judged. @param seen by what an undecided rule leans */
export const judgedMembers = (judged: "client" | "receiver", seen: string) => ({
  title: described(string(), `What a good ${judged} does.`),
  verdict: literal("pass", "fail", "undecided", "not exercised"),
  leaning: described(
    nullable(literal("pass", "fail")),
    `What an undecided rule would be by ${seen}, or null if nothing is suggested.`,
  ),
  wouldDecide: described(
    nullable(string()),
    "What to do to get a verdict on an undecided rule, or null if it is decided.",
  ),
  message: described(
    string(),
    "The first failure, or why the rule passed, is undecided or was not exercised.",
  ),
  passed: count(`Number of times the ${judged} followed the rule.`),
  failed: count(`Number of times the ${judged} broke the rule.`),
  undecided: count("Number of cases that the run cannot decide."),
});

/** What a piece of evidence has, whoever is judged. */
export const evidenceMembers = (judged: "client" | "receiver") => ({
  result: literal("passed", "failed", "undecided"),
  call: described(nullable(integer()), "Id of the call, or null if it is about several."),
  text: described(
    string(),
    `What the ${judged} did. For a failure also what was expected and what to change.`,
  ),
});
