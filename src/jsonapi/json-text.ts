/** What a text of JSON says. @param otherwise stands for a text that is none */
export function jsonIn(text: string, otherwise?: unknown): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return otherwise;
  }
}
