import { headline, waysToDecide } from "../printed/card-words.ts";
import { plainText, rulesText } from "../printed/markdown.ts";
import type { ReceiverCard } from "./card-shape.ts";
import { receiverRunText } from "./words.ts";

/** A receiver's card as a comment on a pull request, in GitHub's Markdown. */
export function receiverMarkdownOf(card: ReceiverCard): string {
  const isEmpty = card.run.requests === 0;
  const mark = isEmpty ? "–" : card.passed ? "✓" : "✗";
  const notes = waysToDecide(card).map((note) => `- ${plainText(note)}`);
  const sections = [
    `### ${mark} Receiver's report card: ${plainText(headline(card))}`,
    ...(isEmpty ? [] : [plainText(receiverRunText(card))]),
    ...rulesText(card),
    ...(notes.length > 0 ? [notes.join("\n")] : []),
  ];
  return `${sections.join("\n\n")}\n`;
}
