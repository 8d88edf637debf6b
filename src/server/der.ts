/** Distinguished encoding (X.690): a tag, the length of the content, the content. */
export function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const digits = body.length.toString(16);
  const size = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, "hex");
  const head = body.length < 0x80 ? [tag] : [tag, 0x80 | size.length];
  return Buffer.concat([Buffer.from(head), size, body]);
}

/** Tags: universal ones, and those that number the members of a structure. */
export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  bytes: 0x04,
  null: 0x05,
  utf8: 0x0c,
  utcTime: 0x17,
  time: 0x18,
  set: 0x31,
  member: (number: number, has: "bytes" | "parts") => (has === "parts" ? 0xa0 : 0x80) | number,
} as const;

export const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);

/** Bits that fill their bytes but for the last ones. */
export const bits = (bytes: Uint8Array, unused = 0): Buffer =>
  der(tags.bits, Buffer.of(unused), bytes);

/** An object identifier, such as `2.5.29.17`. */
export function identifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return der(0x06, Buffer.from([first * 40 + second, ...rest].flatMap(septets)));
}

/** A number in digits of seven bits; all but the last have the eighth set. */
const septets = (number: number): number[] =>
  number < 0x80 ? [number] : [...septets(number >> 7).map((each) => each | 0x80), number & 0x7f];

/** A second; what is after 2049 has a year of four digits (RFC 5280, 4.1.2.5). */
export function second(at: Date): Buffer {
  const text = `${at.toISOString().replace(/[-:T]|\..*/g, "")}Z`;
  const isLate = at.getUTCFullYear() > 2049;
  return der(isLate ? tags.time : tags.utcTime, Buffer.from(isLate ? text : text.slice(2)));
}
