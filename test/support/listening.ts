import { onTestFinished } from "vitest";
import type { Emulator } from "../../src/index.ts";

/** A server-sent event as it came. */
export interface Heard {
  id: number | undefined;
  name: string | undefined;
  data: Readonly<Record<string, unknown>>;
}

function heardIn(text: string): Heard | undefined {
  const fields = new Map(
    text.split("\n").map((line) => {
      const at = line.indexOf(": ");
      return [line.slice(0, at), line.slice(at + 2)];
    }),
  );
  const data = fields.get("data");
  if (data === undefined) return undefined;
  const id = fields.get("id");
  return {
    id: id === undefined ? undefined : Number(id),
    name: fields.get("event"),
    data: JSON.parse(data),
  };
}

/** Reads a stream until its test ends. */
export async function streamOf(
  { fetch: ask }: Pick<Emulator, "fetch">,
  query = "",
  headers: Record<string, string> = {},
) {
  const response = await ask(`/_emulator/stream${query}`, { headers });
  if (response.status !== 200) throw new Error(await response.text());
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const close = async () => reader.cancel().catch(() => {});
  onTestFinished(close);
  const decoder = new TextDecoder();
  let [text, waiting]: [string, Heard[]] = ["", []];
  const next = async (): Promise<Heard> => {
    for (;;) {
      const heard = waiting.shift();
      if (heard !== undefined) return heard;
      const { value, done } = await reader.read();
      if (done) throw new Error("the stream has ended");
      const parts = (text + decoder.decode(value, { stream: true })).split("\n\n");
      text = parts.pop() ?? "";
      waiting = parts.flatMap((part) => heardIn(part) ?? []);
    }
  };
  /** The next one with this name; others are passed over. */
  const until = async (name: string): Promise<Heard> => {
    for (;;) {
      const heard = await next();
      if (heard.name === name) return heard;
    }
  };
  const take = async (count: number): Promise<Heard[]> => {
    const all: Heard[] = [];
    while (all.length < count) all.push(await next());
    return all;
  };
  return { next, until, take, close };
}
