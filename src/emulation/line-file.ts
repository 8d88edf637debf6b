import { crc32 } from "node:zlib";
import { open } from "node:fs/promises";
import { separatorsEscaped } from "./json-lines.ts";

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** A CRC-32 as it is written. Of a million lines, each has one. */
export const checksumText = (sum: number): string =>
  `${hex[sum >>> 24]}${hex[(sum >>> 16) & 255]}${hex[(sum >>> 8) & 255]}${hex[sum & 255]}`;

/** With a checksum of all that it says, in the order in which it says it. */
export const sealed = <T extends object>(value: T): T & { readonly sum: string } => ({
  ...value,
  sum: checksumText(crc32(JSON.stringify(value))),
});

export const isSealed = ({ sum, ...value }: { readonly sum?: string }) => sum === sealed(value).sum;

/** What stands in the place of a collection's name where a line says what an account is. */
export const headName = "";

/** What the checksums of single lines begin with: those of another file differ. @param place what tells its file from others */
export const sealOf = (place: string): number => crc32(place);

/** How long the checksum at the end of a line is, with the end of the line's pair. */
export const sealLength = ',"01234567"]'.length;

export function isSealedLine(text: string, seal: number): boolean {
  const begun = text.slice(0, -sealLength);
  return text === `${begun},"${checksumText(crc32(begun, seal))}"]`;
}

/** A value of a line, which in a sealed file is a pair: its line ends with its checksum, whatever becomes of those around it. */
export type LineValue = object | readonly [name: string, value: unknown];

const chunkBytes = 262_144;

class LineBytes {
  #bytes = Buffer.allocUnsafeSlow(2 * chunkBytes);
  length = 0;

  get written(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }

  /** @param seal with what its checksum begins; undefined: it has none */
  add(value: LineValue, seal: number | undefined): void {
    const text = JSON.stringify(value);
    const from = this.length;
    this.#put(text);
    // What is ASCII alone has no separators.
    if (this.length - from !== text.length) {
      this.length = from;
      this.#put(separatorsEscaped(text));
    }
    if (seal !== undefined) {
      // Without the end of the pair, behind the checksum.
      this.length -= 1;
      const sum = crc32(this.#bytes.subarray(from, this.length), seal);
      this.#put(`,"${checksumText(sum)}"]\n`);
    } else this.#put("\n");
  }

  #put(text: string): void {
    const needed = this.length + 3 * text.length;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(2 * needed);
      this.#bytes.copy(larger, 0, 0, this.length);
      this.#bytes = larger;
    }
    this.length += this.#bytes.write(text, this.length);
  }
}

/** Writes values as a file of lines, which outlasts a loss of power. @param how `seal`: with what each checksum begins */
export async function writeLines(
  path: string,
  values: Iterable<LineValue>,
  { seal, told }: { readonly seal?: number | undefined; readonly told?: (lines: number) => void },
): Promise<{ lines: number; checksum: string }> {
  const file = await open(path, "w", 0o600);
  try {
    const bytes = new LineBytes();
    let [lines, before, sum] = [0, 0, 0];
    const write = async () => {
      sum = crc32(bytes.written, sum);
      await file.writeFile(bytes.written);
      bytes.length = 0;
      told?.(lines - before);
      before = lines;
    };
    for (const value of values) {
      lines += 1;
      bytes.add(value, seal);
      if (bytes.length >= chunkBytes) await write();
    }
    await write();
    await file.sync();
    return { lines, checksum: checksumText(sum) };
  } finally {
    await file.close();
  }
}
