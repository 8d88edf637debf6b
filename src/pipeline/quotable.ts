import type { Redaction } from "../world/journal/redact.ts";

/** How much of what a client sent a hint repeats. */
const shownMax = 80;

/** What a client sent, as far as it may be shown: secrets go before anything is cut. */
export const quotable = (text: string, redaction: Redaction): string =>
  shortened(redaction.text(text), shownMax);

export const shortened = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1)}…`;
