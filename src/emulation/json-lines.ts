import { isUtf8 } from "node:buffer";
import { createReadStream } from "node:fs";
import { lstat } from "node:fs/promises";

const escaped = (separator: string) =>
  `\\u${separator.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** JSON that is one line for every reader of lines: some take these for its end. */
export const separatorsEscaped = (text: string) => text.replace(/[\u0085\u2028\u2029]/g, escaped);

export const jsonLine = (value: unknown): string => separatorsEscaped(JSON.stringify(value));

export interface TextLine {
  /** Without its end; undefined: these bytes are no UTF-8. */
  readonly text: string | undefined;
  readonly bytes: Buffer;
  /** From 1. */
  readonly number: number;
  /** Where it begins, in bytes. */
  readonly start: number;
  /** Whether it has its end: the last one of a file may not. */
  readonly whole: boolean;
}

const newline = 0x0a;

/** A pipe, a device, a link or a folder stands where a file should: it might never end. */
export class IrregularFile extends Error {}

/** The lines of a regular file. They end at `\n` and nowhere else. @param seen is given all bytes as they come @throws what the system says, or IrregularFile */
export async function* linesIn(path: string, seen?: (bytes: Buffer) => void) {
  for await (const lines of partsIn(path, seen)) yield* lines;
}

/** The same, all at once that are read at once: of a million lines, nobody waits for each. */
export async function* partsIn(path: string, seen: (bytes: Buffer) => void = () => {}) {
  if (!(await lstat(path)).isFile()) throw new IrregularFile("is no regular file");
  let begun: Buffer[] = [];
  let [number, start] = [0, 0];
  const line = (last: Buffer, whole: boolean): TextLine => {
    const bytes = begun.length === 0 ? last : Buffer.concat([...begun, last]);
    begun = [];
    number += 1;
    const text = isUtf8(bytes) ? bytes.toString("utf8") : undefined;
    const made = { text, bytes, number, start, whole };
    start += bytes.length + 1;
    return made;
  };
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    seen(chunk);
    let from = 0;
    const lines: TextLine[] = [];
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
      lines.push(line(chunk.subarray(from, at), true));
      from = at + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
    yield lines;
  }
  if (begun.length > 0) yield [line(Buffer.alloc(0), false)];
}
