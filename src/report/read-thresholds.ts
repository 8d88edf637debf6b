import { thresholdsShape } from "./thresholds.ts";

export const thresholdNames: readonly string[] =
  thresholdsShape.kind === "object" ? [...thresholdsShape.members.keys()] : [];

/** Thresholds as a URL or a shell has them, such as `attemptsMax: "10"`, `retriable: "429,503"`. */
export function readThresholds(texts: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      name === "retriable" ? text.split(",").map(numberOf) : numberOf(text),
    ]),
  );
}

/** Nothing is no number. */
const numberOf = (text: string): number => (text.trim() === "" ? Number.NaN : Number(text));
