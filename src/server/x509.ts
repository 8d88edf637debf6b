import { createHash, type KeyObject, sign } from "node:crypto";
import { isIP } from "node:net";

/** Distinguished encoding (X.690): a tag, the length of the content, the content. */
function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const digits = body.length.toString(16);
  const size = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, "hex");
  const head = body.length < 0x80 ? [tag] : [tag, 0x80 | size.length];
  return Buffer.concat([Buffer.from(head), size, body]);
}

/** Tags: universal ones, and those that number the members of a structure. */
const tags = {
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

const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);

/** Bits that fill their bytes but for the last ones. */
const bits = (bytes: Uint8Array, unused = 0): Buffer => der(tags.bits, Buffer.of(unused), bytes);

/** An object identifier, such as `2.5.29.17`. */
function identifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return der(0x06, Buffer.from([first * 40 + second, ...rest].flatMap(septets)));
}

/** A number in digits of seven bits; all but the last have the eighth set. */
const septets = (number: number): number[] =>
  number < 0x80 ? [number] : [...septets(number >> 7).map((each) => each | 0x80), number & 0x7f];

/** A second; what is after 2049 has a year of four digits (RFC 5280, 4.1.2.5). */
function second(at: Date): Buffer {
  const text = `${at.toISOString().replace(/[-:T]|\..*/g, "")}Z`;
  const isLate = at.getUTCFullYear() > 2049;
  return der(isLate ? tags.time : tags.utcTime, Buffer.from(isLate ? text : text.slice(2)));
}

export interface Subject {
  readonly name: string;
  readonly publicKey: KeyObject;
  readonly hosts?: readonly string[];
}

export interface Issuer {
  readonly name: string;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

export type Validity = { readonly from: Date; readonly to: Date };

/** A certificate in PEM (RFC 5280), for keys of RSA and of elliptic curves. Libraries that make one weigh 340 kB. */
export function certificateOf(subject: Subject, issuer: Issuer, validity: Validity): string {
  const signature = algorithmOf(issuer.publicKey);
  const content = sequence(
    der(tags.member(0, "parts"), der(tags.integer, Buffer.of(2))),
    // No two keys are the same, so neither are the serial numbers that are made of them. The first byte has no sign.
    der(tags.integer, Buffer.of(1), idOf(subject.publicKey).subarray(0, 15)),
    signature,
    nameOf(issuer.name),
    sequence(second(validity.from), second(validity.to)),
    nameOf(subject.name),
    written(subject.publicKey),
    der(tags.member(3, "parts"), sequence(...extensionsOf(subject, issuer))),
  );
  const signed = sequence(content, signature, bits(sign("sha256", content, issuer.privateKey)));
  const lines = signed.toString("base64").match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

const written = (key: KeyObject): Buffer => key.export({ type: "spki", format: "der" });

/** What tells a key from all others (RFC 7093, method 4). */
const idOf = (key: KeyObject): Buffer =>
  createHash("sha256").update(written(key)).digest().subarray(0, 20);

const isRsa = (key: KeyObject): boolean => key.asymmetricKeyType === "rsa";

/** How a key signs: RSA or ECDSA, each with SHA-256. */
const algorithmOf = (key: KeyObject): Buffer =>
  isRsa(key)
    ? sequence(identifier("1.2.840.113549.1.1.11"), der(tags.null))
    : sequence(identifier("1.2.840.10045.4.3.2"));

const nameOf = (name: string): Buffer =>
  sequence(der(tags.set, sequence(identifier("2.5.4.3"), der(tags.utf8, Buffer.from(name)))));

/** As strict clients want authorities and servers apart (RFC 5280, 4.2.1). */
function extensionsOf({ publicKey, hosts }: Subject, issuer: Issuer): Buffer[] {
  const isAuthority = hosts === undefined;
  const keyId = extension("2.5.29.14", der(tags.bytes, idOf(publicKey)));
  const basic = sequence(...(isAuthority ? [truth] : []));
  // keyCertSign; else digitalSignature, and keyEncipherment, which RSA alone can.
  const usage = isAuthority ? bits(Buffer.of(0x04), 2) : serverUsage(publicKey);
  const all = [extension("2.5.29.19", basic, true), extension("2.5.29.15", usage, true), keyId];
  if (isAuthority) return all;
  const signer = der(tags.member(0, "bytes"), idOf(issuer.publicKey));
  return [
    ...all,
    extension("2.5.29.37", sequence(identifier("1.3.6.1.5.5.7.3.1"))),
    extension("2.5.29.17", sequence(...[...new Set(hosts)].map(hostOf))),
    extension("2.5.29.35", sequence(signer)),
  ];
}

const serverUsage = (key: KeyObject): Buffer =>
  isRsa(key) ? bits(Buffer.of(0xa0), 5) : bits(Buffer.of(0x80), 7);

const truth = der(tags.boolean, Buffer.of(0xff));

const extension = (id: string, value: Buffer, isCritical = false): Buffer =>
  sequence(identifier(id), ...(isCritical ? [truth] : []), der(tags.bytes, value));

/** Types of names in a certificate (RFC 5280, 4.2.1.6). */
const hostOf = (name: string): Buffer =>
  isIP(name) === 0
    ? der(tags.member(2, "bytes"), Buffer.from(name))
    : der(tags.member(7, "bytes"), addressOf(name));

function addressOf(ip: string): Buffer {
  if (isIP(ip) === 4) return Buffer.from(ip.split(".").map(Number));
  // A URL has it in hexadecimal groups, with at most one gap.
  const { hostname } = new URL(`http://[${ip.replace(/%.*/, "")}]`);
  const [before = "", after = ""] = hostname.slice(1, -1).split("::");
  const hex = (groups: string) =>
    groups.replace(/([^:]+):?/g, (_, each: string) => each.padStart(4, "0"));
  const end = hex(after);
  return Buffer.from(`${hex(before).padEnd(32 - end.length, "0")}${end}`, "hex");
}
