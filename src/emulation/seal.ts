import { crc32 } from "node:zlib";
import { jsonLine } from "./json-lines.ts";

/** A CRC-32 as it is written. */
export const checksumText = (sum: number): string => sum.toString(16).padStart(8, "0");

/** With a checksum of all that it says, in the order in which it says it. */
export const sealed = <T extends object>(value: T): T & { readonly sum: string } => ({
  ...value,
  sum: checksumText(crc32(JSON.stringify(value))),
});

/** Whether it says what it said when it was sealed. */
export const isSealed = ({ sum, ...value }: { readonly sum?: string }): boolean =>
  sum === sealed(value).sum;

/** What stands in the place of a collection's name where a line says what an account is. */
export const headName = "";

/** What the checksums of single lines begin with: those of another file differ. @param place what tells its file from others */
export const sealOf = (place: string): number => crc32(place);

/** A pair as a line that ends with its checksum, by which it is known whatever becomes of the lines around it. */
export function sealedLine(pair: readonly [name: string, value: unknown], seal: number): string {
  const begun = jsonLine(pair).slice(0, -1);
  return `${begun},"${checksumText(crc32(begun, seal))}"]`;
}

const sealLength = ',"01234567"]'.length;

/** Whether a line is as `sealedLine` made it. */
export function isSealedLine(text: string, seal: number): boolean {
  const begun = text.slice(0, -sealLength);
  return text === `${begun},"${checksumText(crc32(begun, seal))}"]`;
}
