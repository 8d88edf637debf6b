const two = (value: number): string => String(value).padStart(2, "0");

/** The nth stand-in of each kind: nobody's, and of a form that the service takes. */
const made = {
  address: (n) => `${n} Example Street`,
  birthday: (n) => `${1900 + (n % 100)}-01-01`,
  city: (n) => `City ${n}`,
  company: (n) => `X${String(n).padStart(5, "0")}`,
  coordinate: (n) => String(n % 90),
  country: (n) => `Country ${n}`,
  cursor: (n) => `cursor-${n}`,
  date: (n) => new Date(Date.UTC(2000, 0, n)).toISOString(),
  email: (n) => `person-${n}@example.com`,
  family: (n) => `Family${n}`,
  given: (n) => `Given${n}`,
  id: (n) => `id-${n}`,
  // The blocks that are for documents (RFC 5737), then one that nobody reaches.
  ip: (n) => (n < 255 ? `192.0.2.${n}` : `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`),
  key: (n) => `secret-${n}`,
  link: (n) => `https://example.com/link-${n}`,
  name: (n) => `Name ${n}`,
  // 555-0100 to 555-0199 are nobody's in each area.
  phone: (n) => `+1${200 + (Math.floor(n / 100) % 800)}55501${two(n % 100)}`,
  region: (n) => `Region ${n}`,
  text: (n) => `text-${n}`,
  zip: (n) => String(n).padStart(5, "0"),
} satisfies Readonly<Record<string, (n: number) => string>>;

/** What a text is, as far as its stand-in must look like it. */
export type Kind = keyof typeof made;

/** Kinds that are found in other texts, too, however short they are; of the rest, what is no mere word. */
const telling = new Set("address birthday city email family given ip key name phone".split(" "));
const folded = new Set("city email family given name".split(" "));
const isFound = (kind: Kind, text: string): boolean =>
  text.length <= 200 &&
  (telling.has(kind) ? text.length >= 2 : text.length >= 6 && /[\s\d]/.test(text));

/** What stands in the place of whom and what a recording must not show: the same for the same, as long as it is recorded. */
export class StandIns {
  readonly #known = new Map<string, string>();
  readonly #counts = new Map<Kind, number>();
  /** What was replaced, by its first word, so that it is found in other texts. */
  readonly #byWord = new Map<string, Map<string, string>>();

  /** Of what people are known by, upper and lower case are one. */
  of(kind: Kind, text: string): string {
    const plain = text.trim();
    const name = `${kind} ${folded.has(kind) ? plain.toLowerCase() : plain}`;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const standIn = made[kind](count);
    this.#known.set(name, standIn);
    if (isFound(kind, text)) this.#remember(plain, standIn);
    return standIn;
  }

  #remember(text: string, standIn: string): void {
    const [word = ""] = text.toLowerCase().match(words) ?? [];
    if (word === "") return;
    const all = this.#byWord.get(word) ?? new Map<string, string>();
    this.#byWord.set(word, all.set(text.toLowerCase(), standIn));
  }

  /** A text in which nothing of what was replaced is left. */
  within(text: string): string {
    if (this.#byWord.size === 0) return text;
    const lower = text.toLowerCase();
    let [shown, from] = ["", 0];
    for (const { 0: word, index } of lower.matchAll(words)) {
      if (index < from) continue;
      const found = this.#longestAt(lower, index, word, from);
      if (found === undefined) continue;
      shown += text.slice(from, found.begins) + found.standIn;
      from = found.ends;
    }
    return from === 0 ? text : shown + text.slice(from);
  }

  /** @param from where the text begins that is looked at: one may begin with what is no word */
  #longestAt(lower: string, at: number, word: string, from: number): Found | undefined {
    let longest: Found | undefined;
    for (const [text, standIn] of this.#byWord.get(word) ?? []) {
      const begins = at - text.indexOf(word);
      if (begins < from || !lower.startsWith(text, begins)) continue;
      const next = lower.slice(begins + text.length, begins + text.length + 2);
      if (isWord.test(next) && isWord.test(text.at(-1) ?? "")) continue;
      const found = { begins, ends: begins + text.length, standIn };
      if (longest === undefined || found.ends > longest.ends) longest = found;
    }
    return longest;
  }
}

type Found = { readonly begins: number; readonly ends: number; readonly standIn: string };

const words = /[\p{L}\p{N}]+/gu;
const isWord = /^[\p{L}\p{N}]/u;
