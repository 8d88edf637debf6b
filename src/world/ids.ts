import type { Chance, Dice } from "./dice.ts";

/** The forms of the service's ids (behaviour.md, 10), drawn from a stream of dice. */
const base32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

const hexByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
const hexWord = (word: number) =>
  `${hexByte[word >>> 24]}${hexByte[(word >>> 16) & 255]}${hexByte[(word >>> 8) & 255]}${hexByte[word & 255]}`;

/** A random UUID (version 4): requests and errors. */
export function uuid(dice: Dice): string {
  const a = hexWord(dice.word());
  const b = hexWord((dice.word() & 0xffff0fff) | 0x4000);
  const c = hexWord((dice.word() & 0x3fffffff) | 0x80000000);
  const d = hexWord(dice.word());
  return `${a}-${b.slice(0, 4)}-${b.slice(4)}-${c.slice(0, 4)}-${c.slice(4)}${d}`;
}

/** 32 hexadecimal digits: universal content. */
export const hexId = (dice: Dice): string => uuid(dice).replaceAll("-", "");

/** 26 characters, ordered by time: profiles, custom metrics, and all jobs but imports. */
export function ulid(dice: Dice, ms: number): string {
  let time = "";
  for (let rest = ms, digit = 0; digit < 10; digit += 1) {
    time = base32[rest % 32] + time;
    rest = Math.floor(rest / 32);
  }
  return time + text(dice, base32, 16);
}

/** Six letters and digits of mixed case: lists, segments, metrics, company ids. */
export const shortId = (dice: Dice): string => text(dice, base62, 6);

/** Eleven characters of base 62: an event that is planned before it has a place among others. */
export const eventId = (dice: Dice): string => text(dice, base62, 11);

/** Where the ids of events that come one by one begin: six digits of base 62, the first a letter. */
const firstInOrder = 12 * 62 ** 5;

/** An event's id after `seq` others: it begins with their count, so that the tree grows at one place. */
export function eventIdInOrder(dice: Dice, seq: number): string {
  let counted = "";
  for (let rest = firstInOrder + seq; rest > 0; rest = Math.floor(rest / 62)) {
    counted = base62[rest % 62] + counted;
  }
  return counted + text(dice, base62, 5);
}

/** Nine digits: what is numbered, and nowhere stored. */
export const numericId = (dice: Dice): string => String(dice.integer(100_000_000, 999_999_999));

/** The same for something that comes after `seq` others: images and web feeds (recorded.md, 3). */
export const numericIdInOrder = (dice: Dice, seq: number): string =>
  String(100_000_000 + seq * 10 + dice.integer(0, 9));

/** Base64url of the company's id, the instant in seconds, and twice six letters: bulk imports. */
export const importJobId = (dice: Dice, company: string, ms: number): string =>
  Buffer.from(
    [`${company}_maintenance`, shortId(dice), Math.floor(ms / 1000), shortId(dice)].join("."),
  ).toString("base64url");

/** `pk_` and 34 hexadecimal digits: private keys. */
export const privateKey = (chance: Chance): string => `pk_${text(chance, "0123456789abcdef", 34)}`;

/**
 * What OAuth gives out: each kind by its own first letters, so that it can be told from other text and hidden wherever
 * it is shown. @guess oauth_token: Access tokens begin with `oat_`, refresh tokens with `ort_`.
 */
const grantSecret = (prefix: string) => (chance: Chance) => `${prefix}_${text(chance, base62, 40)}`;
export const accessToken = grantSecret("oat");
export const refreshToken = grantSecret("ort");
export const authorizationCode = grantSecret("oac");
export const clientSecret = grantSecret("ocs");

/** What opens the control API for one sandbox alone: it names it. */
export const sandboxToken = (id: string, chance: Chance): string =>
  `sandbox_${id}_${text(chance, base62, 32)}`;

/** The company id that such a token names; undefined: it is none. */
export const sandboxOf = (token: string): string | undefined =>
  /^sandbox_([0-9A-Za-z]{6})_[0-9A-Za-z]{32}$/.exec(token)?.[1];

/** Where the bytes of a picture are served: nobody can guess it beyond loopback. */
export const pictureId = (chance: Chance): string => text(chance, base62, 32);

/** What the links in a message are known by to whoever has it. */
export const linkSecret = (chance: Chance): string => text(chance, base62, 22);

function text(chance: Chance, alphabet: string, length: number): string {
  let found = "";
  for (let index = 0; index < length; index += 1) {
    found += alphabet[Math.floor(chance.fraction() * alphabet.length)];
  }
  return found;
}

/** Between the start of the Gregorian calendar, from which these UUIDs count, and 1970. */
const gregorianMs = 12_219_292_800_000;

/** A UUID of version 1 that follows from an event's time and id, so that it need not be stored. */
export function timeUuid(id: string, ms: number): string {
  const ticks = (BigInt(ms) + BigInt(gregorianMs)) * 10_000n;
  const low = hexWord(Number(ticks & 0xffffffffn));
  const middle = hexWord(Number((ticks >> 32n) & 0xffffn)).slice(4);
  const high = Number(((ticks >> 48n) & 0x0fffn) | 0x1000n).toString(16);
  let a = 0x811c9dc5;
  let b = 0x9e3779b9;
  for (let index = 0; index < id.length; index += 1) {
    a = Math.imul(a ^ id.charCodeAt(index), 0x01000193);
    b = Math.imul(b ^ id.charCodeAt(index), 0x85ebca6b);
  }
  const node = hexWord((a & 0x3fffffff) | 0x80000000) + hexWord(b);
  return `${low}-${middle}-${high}-${node.slice(0, 4)}-${node.slice(4)}`;
}
