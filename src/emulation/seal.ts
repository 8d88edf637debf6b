import { crc32 } from "node:zlib";

/** Each byte as it is written. */
const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** A CRC-32 as it is written. Of a million lines, each has one. */
export const checksumText = (sum: number): string =>
  `${hex[sum >>> 24]}${hex[(sum >>> 16) & 255]}${hex[(sum >>> 8) & 255]}${hex[sum & 255]}`;

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

/** How long the checksum at the end of a line is, with the end of the line's pair. */
export const sealLength = ',"01234567"]'.length;

/** Whether a pair's line ends with its checksum. */
export function isSealedLine(text: string, seal: number): boolean {
  const begun = text.slice(0, -sealLength);
  return text === `${begun},"${checksumText(crc32(begun, seal))}"]`;
}
