import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

/** How much of what a command prints is kept: lines, and characters of each. */
const linesMax = 10_000;
const lettersMax = 2000;

/** The lines of a stream, as far as they are kept. */
export async function linesOf(stream: Readable): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: stream })) {
    if (lines.length < linesMax) lines.push(line.slice(0, lettersMax));
  }
  return lines;
}
