/** What a text says as JSON; one that is none stands for itself. */
export function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A body as a person reads it: JSON laid out, a text as it is. */
export const laidOut = (body: unknown): string =>
  typeof body === "string" ? body : JSON.stringify(body, null, 2);
