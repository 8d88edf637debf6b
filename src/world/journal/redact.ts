import { maskedKey } from "../keys.ts";

/** Headers that hold secrets, whatever is in them. */
const secretHeader =
  /^(?:(?:proxy-)?authorization|(?:set-)?cookie|.*(?:api|access|private)-?key|(?:.*-)?(?:token|secret|password))$/i;

/** Members of bodies and queries that hold secrets (specification, "Authentication"). */
const secretMember =
  /^(?:client_secret|refresh_token|access_token|code_verifier|password|(?:api|private)[_-]?key)$/i;

/** A JSON text that breaks off is no JSON: its members are found by how they are written. */
const writtenMember =
  /("(?:client_secret|refresh_token|access_token|code_verifier|password|(?:api|private)[_-]?key)"\s*:\s*")(?:[^"\\]|\\.)*/gi;

/** Private keys, what OAuth gives out and the tokens of sandboxes (`world/ids.ts`), wherever they are. */
const forms = /pk_\w+|(?:oat|ort|oac|ocs|sandbox_[0-9A-Za-z]{6})_[0-9A-Za-z]{10,}/g;

/** Whether a text could hold any of it at all: nearly none does. */
const suspicious = /pk_|(?:o(?:at|rt|ac|cs)|sandbox)_|secret|token|verifier|password|key/i;

/** A shorter text stands in too many others. */
const secretMin = 8;

/** How many secrets are known that no form tells: each text is searched for all of them. */
const secretsMax = 200;

/** What is told of a world without the secrets in it: what looks like one, and what is known to be one. */
export class Redaction {
  /** What is shown in the place of each. */
  readonly #secrets = new Map<string, string>();
  readonly #members: ReadonlySet<string>;
  #known: RegExp | undefined;

  /** @param members what else of a body holds a secret, by its name */
  constructor(members: Iterable<string> = []) {
    this.#members = new Set(members);
  }

  /** A secret that no form tells, since its user has chosen it. */
  hide(secret: string): void {
    if (secret.length < secretMin || secret.replace(forms, "") === "") return;
    this.#add(secret, "…");
  }

  /** Hides another service's key but for its end. @returns false if there are too many: it must not be kept */
  hideForeign(key: string): boolean {
    if (this.#secrets.has(key)) return true;
    if (this.#secrets.size >= secretsMax) return false;
    this.#add(key, key.length < secretMin ? "…" : `…${key.slice(-4)}`);
    return true;
  }

  #add(secret: string, shown: string): void {
    this.#secrets.set(secret, shown);
    const long = [...this.#secrets.keys()].filter(({ length }) => length >= secretMin);
    if (long.length > 0) this.#known = new RegExp(long.map(escaped).join("|"), "g");
  }

  /** A text in which nothing opens anything: some legacy clients send their key in the query. */
  text(text: string): string {
    const bare = this.#withoutKnown(text);
    const plain = decoded(bare);
    if (bare === text && this.#withoutKnown(plain) === plain && !suspicious.test(plain))
      return text;
    // A query or a form: names and values may be encoded, all of them.
    return bare
      .replace(writtenMember, "$1…")
      .replace(/([^/?&=\s]+)(?:=([^?&\s]*))?/g, (_, name: string, value?: string) => {
        if (value === undefined) return this.#word(name);
        const shown = secretMember.test(decoded(name)) ? hidden(value) : this.#word(value);
        return `${this.#word(name)}=${shown}`;
      });
  }

  /** The same of JSON: of members that hold secrets nothing, of all other texts what is no secret. */
  json(value: unknown): unknown {
    if (typeof value === "string") return this.text(value);
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map((each) => this.json(each));
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        this.text(name),
        secretMember.test(name) || this.#members.has(name) ? hidden(member) : this.json(member),
      ]),
    );
  }

  /** Headers as they may be shown: of a secret, its scheme at most. */
  headers(headers: NodeJS.ReadOnlyDict<string | string[]>): Record<string, string> {
    const shown: Record<string, string> = {};
    for (const [name, value] of Object.entries(headers)) {
      if (value === undefined) continue;
      const text = Array.isArray(value) ? value.join(", ") : value;
      shown[this.text(name)] = secretHeader.test(name) ? this.#schemeOf(text) : this.text(text);
    }
    return shown;
  }

  /** A part of a text, encoded or not, without the secrets in it. */
  #word(text: string): string {
    const plain = decoded(text);
    const shown = this.#withoutKnown(plain).replace(forms, maskedKey);
    if (shown === plain) return text;
    return text === plain ? shown : encodeURIComponent(shown);
  }

  /** Of what has no form nothing is shown. */
  #withoutKnown(text: string): string {
    if (this.#known === undefined) return text;
    return text.replace(this.#known, (secret) => this.#secrets.get(secret) ?? "…");
  }

  /** `Service-API-Key pk_Full…`, `Bearer …`. */
  #schemeOf(text: string): string {
    const [, scheme = "", secret = ""] = /^([\w-]+ )?(.*)$/s.exec(text) ?? [];
    return `${scheme}${this.#secrets.get(secret.trim()) ?? hidden(secret)}`;
  }
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");

/** Of a private key as much as tells which it is. */
const hidden = (value: unknown): string =>
  typeof value === "string" && /^pk_\w+$/.test(value) ? maskedKey(value) : "…";

/** As often as it is encoded; what is no encoding is as it is. */
function decoded(text: string): string {
  let plain = text;
  for (let times = 0; times < 3 && /[%\\]/.test(plain); times += 1) {
    plain = plain.replace(/(?:%[0-9a-f]{2})+/gi, bytesOf).replace(/\\u00([0-7][0-9a-f])/gi, ofCode);
  }
  return plain;
}

const ofCode = (_: string, code: string): string => String.fromCharCode(Number.parseInt(code, 16));

/** What percent-encoded bytes stand for; where they are no text, those of ASCII. */
function bytesOf(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded.replace(/%([0-7][0-9a-f])/gi, ofCode);
  }
}

const shownMax = 80;

/** What a client sent, as far as it may be shown: secrets go before anything is cut. */
export const quotable = (text: string, redaction: Redaction): string =>
  shortened(redaction.text(text), shownMax);

export const shortened = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1)}…`;
