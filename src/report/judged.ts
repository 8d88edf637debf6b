import { count, integer, literal, type Members } from "../contract/shape.ts";
import { object, orNull, phrase, string, whether, type Infer } from "../contract/shape.ts";

/** What the verdict of a rule has, whoever is judged. @param seen by what an undecided rule leans */
export const judgedMembers = (judged: "client" | "receiver", seen: string) => ({
  title: phrase(`What a good ${judged} does.`),
  verdict: literal("pass", "fail", "undecided", "not exercised"),
  leaning: orNull(
    literal("pass", "fail"),
    `What an undecided rule would be by ${seen}, or null if nothing is suggested.`,
  ),
  wouldDecide: orNull(
    string(),
    "What to do to get a verdict on an undecided rule, or null if it is decided.",
  ),
  message: phrase("The first failure, or why the rule passed, is undecided or was not exercised."),
  passed: count(`Number of times the ${judged} followed the rule.`),
  failed: count(`Number of times the ${judged} broke the rule.`),
  undecided: count("Number of cases that the run cannot decide."),
});

export const evidenceMembers = (judged: "client" | "receiver") => ({
  result: literal("passed", "failed", "undecided"),
  call: orNull(integer(), "Id of the call, or null if it is about several."),
  text: phrase(`What the ${judged} did. For a failure also what was expected and what to change.`),
});

export const adviceShape = object({
  text: phrase("Where to paste the option, in words."),
  option: phrase("Option of the library to paste."),
  library: phrase("Library of the client."),
  language: phrase("Language of the option."),
  source: phrase("Page of the library's documentation."),
  isTried: whether("Whether the change was tried with an exam."),
});

export interface Judged extends Members<ReturnType<typeof judgedMembers>> {
  readonly rule: string;
  readonly advice?: Infer<typeof adviceShape> | null;
  readonly evidence: readonly JudgedEvidence[];
}

export interface JudgedEvidence extends Members<ReturnType<typeof evidenceMembers>> {
  /** Journal ids of the attempts, of a client's. */
  readonly exchanges?: readonly string[];
}

export interface JudgedCard<R extends Judged = Judged> {
  readonly run: { readonly requests: number };
  readonly passed: boolean;
  readonly rules: readonly R[];
}
