import { kindOf, ownId, withoutForms } from "./patterns.ts";
import {
  byMember,
  ownWords,
  madeUp,
  ofPeople,
  personalNumber,
  timely,
  personal,
  isId,
  serviceId,
  isPlain,
} from "./members.ts";
import type { StandIns } from "./stand-ins.ts";

/** Where a value stands. */
interface Place {
  readonly member: string;
  readonly isMadeUp: boolean;
  readonly isOfPeople: boolean;
}

/** Puts stand-ins into values, by where they stand and what they look like. What is not known to be harmless is replaced. */
export class Values {
  readonly #standIns: StandIns;
  readonly #words: ReadonlySet<string>;
  readonly #link: (url: URL) => string | undefined;

  /** @param link a URL of the service without what it must not show; undefined: it is of elsewhere */
  constructor(
    standIns: StandIns,
    words: ReadonlySet<string>,
    link: (url: URL) => string | undefined,
  ) {
    this.#standIns = standIns;
    this.#words = words;
    this.#link = link;
  }

  /** A document. */
  json(value: unknown): unknown {
    return this.#any(value, { member: "", isMadeUp: false, isOfPeople: false });
  }

  /** The value of a member, such as one that a filter compares with. */
  text(text: string, member: string): string {
    return this.#text(text, {
      member,
      isMadeUp: madeUp.test(member.split(".")[0] ?? ""),
      isOfPeople: true,
    });
  }

  /** A text of somebody's own words. */
  words(text: string): string {
    return this.#standIns.within(withoutForms(text, this.#standIns));
  }

  /** A document that has stand-ins, without what became known since, as far as it is in somebody's own words. */
  again(value: unknown, member = ""): unknown {
    const isOwn = (name: string) => ownWords.test(name) || !this.#words.has(name);
    if (typeof value === "string") return isOwn(member) ? this.#standIns.within(value) : value;
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map((each) => this.again(each, member));
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        this.#words.has(name) ? name : this.#standIns.within(name),
        this.again(each, name),
      ]),
    );
  }

  isWord(text: string): boolean {
    return this.#words.has(text);
  }

  #any(value: unknown, place: Place): unknown {
    if (typeof value === "string") return this.#text(value, place);
    if (typeof value === "number") return this.#number(value, place);
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map((each) => this.#any(each, place));
    const { type } = value as { type?: unknown };
    const isOfPeople =
      typeof type === "string" && type !== "" ? ofPeople.test(type) : place.isOfPeople;
    // An error's code is a word of the service, not one that buys a token.
    const isError = "detail" in value && "status" in value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        const isMadeUp = place.isMadeUp || (madeUp.test(name) && typeof member === "object");
        const below = { member: isError && name === "code" ? "title" : name, isMadeUp, isOfPeople };
        return [this.#name(name), this.#any(member, below)];
      }),
    );
  }

  /** The name of a member that users have made up may say something, too. */
  #name(name: string): string {
    if (this.#words.has(name)) return name;
    const shown = this.words(name);
    return /^[$A-Za-z_][\w$ .-]{0,60}$/.test(shown) ? shown : this.#standIns.of("text", name);
  }

  #text(text: string, place: Place): string {
    const { member, isMadeUp, isOfPeople } = place;
    if (text === "") return text;
    const last = member.split(".").at(-1) ?? member;
    const kind = Object.hasOwn(byMember, last) ? byMember[last] : undefined;
    if (kind !== undefined && !(kind === "key" && this.#words.has(text)))
      return this.#standIns.of(kind, text);
    const form = kindOf(text);
    if (form === "link") return this.#url(text);
    if (isMadeUp || !this.#words.has(last)) return this.#standIns.of(form ?? "text", text);
    if (isId.test(last)) return this.id(text);
    if (this.#words.has(text) || isPlain.test(text)) return text;
    const isTime = form === "date" || form === "birthday";
    if (isTime && (!isOfPeople || timely.test(last))) return text;
    if (form !== undefined) return this.#standIns.of(form, text);
    if (ownWords.test(last) && !isOfPeople) return this.#nested(text) ?? this.words(text);
    return ownId.test(text) ? text : this.#standIns.of(personal(last), text);
  }

  /** A text that is JSON is a document, too. */
  #nested(text: string): string | undefined {
    if (!/^\s*[[{]/.test(text)) return undefined;
    try {
      return JSON.stringify(this.json(JSON.parse(text)));
    } catch {
      return undefined;
    }
  }

  /** An id of the service as it is; one of a user's own making is replaced, part by part. */
  id(text: string): string {
    if (text.includes(":::")) {
      const parts = text.split(":::");
      return [...parts.slice(0, -1), this.#standIns.of("id", parts.at(-1) ?? "")].join(":::");
    }
    return serviceId.test(text) || ownId.test(text) ? text : this.#standIns.of("id", text);
  }

  #number(value: number, { member, isMadeUp }: Place): unknown {
    const kind = Object.hasOwn(byMember, member) ? byMember[member] : undefined;
    const text = String(value);
    if (kind === undefined && !isMadeUp) return value;
    const isShort = /^-?\d{1,4}(?:\.\d{1,2})?$/.test(text) && !personalNumber.test(member);
    if (kind === undefined && isShort) return value;
    const standIn = this.#standIns.of(kind ?? "coordinate", text);
    // A number stays one.
    return Number(standIn.replaceAll(/\D/g, "").slice(-12));
  }

  #url(text: string): string {
    const own = URL.canParse(text) ? this.#link(new URL(text)) : undefined;
    return own ?? this.#standIns.of("link", text);
  }
}
