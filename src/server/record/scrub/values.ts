import { kindOf, ownId, withoutForms, kindOfMember, ownWords, madeUp } from "./patterns.ts";
import { ofPeople, personalNumber, timely, personal, isId, serviceId } from "./patterns.ts";
import { isPlain } from "./patterns.ts";
import { StandIns } from "./stand-ins.ts";

/** JSON with another value; undefined: it is none, or too deep. */
export function rewritten(text: string, change: (value: unknown) => unknown): string | undefined {
  try {
    return JSON.stringify(change(JSON.parse(text)));
  } catch {
    return undefined;
  }
}

type Place = { readonly member: string; readonly isMadeUp: boolean; readonly isOfPeople: boolean };

/** Puts stand-ins into values, by where they stand and what they look like. What is not known to be harmless is replaced. */
export class Values {
  readonly standIns = new StandIns();
  readonly #words: ReadonlySet<string>;
  readonly #link: (url: URL) => string | undefined;

  /** @param link a URL of the service without what it must not show; undefined: it is of elsewhere */
  constructor(words: ReadonlySet<string>, link: (url: URL) => string | undefined) {
    this.#words = words;
    this.#link = link;
  }

  json(value: unknown): unknown {
    return this.#any(value, { member: "", isMadeUp: false, isOfPeople: false });
  }

  text(text: string, member: string): string {
    return this.#text(text, {
      member,
      isMadeUp: madeUp.test(member.split(".")[0] ?? ""),
      isOfPeople: true,
    });
  }

  words(text: string): string {
    return this.standIns.within(withoutForms(text, this.standIns));
  }

  /** A document that has stand-ins, without what became known since, as far as it is in somebody's own words. */
  again(value: unknown, member = ""): unknown {
    const isOwn = (name: string) => ownWords.test(name) || !this.#words.has(name);
    if (typeof value === "string") return isOwn(member) ? this.standIns.within(value) : value;
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map((each) => this.again(each, member));
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        this.#words.has(name) ? name : this.standIns.within(name),
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
    return /^[$A-Za-z_][\w$ .-]{0,60}$/.test(shown) ? shown : this.standIns.of("text", name);
  }

  #text(text: string, place: Place): string {
    const { member, isMadeUp, isOfPeople } = place;
    if (text === "") return text;
    const last = member.split(".").at(-1) ?? member;
    const kind = kindOfMember(last);
    if (kind !== undefined && !(kind === "key" && this.#words.has(text)))
      return this.standIns.of(kind, text);
    const form = kindOf(text);
    if (form === "link") return this.#url(text);
    if (isMadeUp || !this.#words.has(last)) return this.standIns.of(form ?? "text", text);
    if (isId.test(last)) return this.id(text);
    if (this.#words.has(text) || isPlain.test(text)) return text;
    const isTime = form === "date" || form === "birthday";
    if (isTime && (!isOfPeople || timely.test(last))) return text;
    if (form !== undefined) return this.standIns.of(form, text);
    if (ownWords.test(last) && !isOfPeople) return this.#nested(text) ?? this.words(text);
    return ownId.test(text) ? text : this.standIns.of(personal(last), text);
  }

  #nested(text: string): string | undefined {
    return /^\s*[[{]/.test(text) ? rewritten(text, (value) => this.json(value)) : undefined;
  }

  /** An id of the service as it is; one of a user's own making is replaced, part by part. */
  id(text: string): string {
    if (text.includes(":::")) {
      const parts = text.split(":::");
      return [...parts.slice(0, -1), this.standIns.of("id", parts.at(-1) ?? "")].join(":::");
    }
    return serviceId.test(text) || ownId.test(text) ? text : this.standIns.of("id", text);
  }

  #number(value: number, { member, isMadeUp }: Place): unknown {
    const kind = kindOfMember(member);
    const text = String(value);
    if (kind === undefined && !isMadeUp) return value;
    const isShort = /^-?\d{1,4}(?:\.\d{1,2})?$/.test(text) && !personalNumber.test(member);
    if (kind === undefined && isShort) return value;
    const standIn = this.standIns.of(kind ?? "coordinate", text);
    // A number stays one.
    return Number(standIn.replaceAll(/\D/g, "").slice(-12));
  }

  #url(text: string): string {
    const own = URL.canParse(text) ? this.#link(new URL(text)) : undefined;
    return own ?? this.standIns.of("link", text);
  }
}

const tokens = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^\s(),[\]"']+|[\s(),[\]"']/g;

/** A field that is compared with times. */
const ofTime = /(?:^|[._])(?:created|updated|datetime|timestamp|\w*_at|\w*date)$/;
const isTime = /^\d{4}-\d\d-\d\d[\dT:.+Z-]*$/;

export const queryText = (values: Values, text: string): string =>
  queryPairs(values, text)
    .map((pair) => pair.map(encodeURIComponent).join("="))
    .join("&");

/** Names of parameters, the grammar of filters and the words of the service stay. */
export const queryPairs = (values: Values, text: string): [name: string, value: string][] =>
  [...new URLSearchParams(text)].map(([name, value]) => {
    const isKnown = name.split(/[[\].]/).every((part) => part === "" || values.isWord(part));
    return [isKnown ? name : values.standIns.of("text", name), valueOf(values, name, value)];
  });

function valueOf(values: Values, name: string, value: string): string {
  if (name === "filter") return filterOf(values, value);
  if (/cursor/.test(name)) return value === "" ? value : values.standIns.of("cursor", value);
  if (name === "page[size]" && /^\d{1,6}$/.test(value)) return value;
  if (!/^(?:fields|additional-fields|include|sort|statistics|group_by)\b/.test(name))
    return values.text(value, name);
  const shown = (each: string) => (isField(values, each) ? each : values.text(each, name));
  return value.split(",").map(shown).join(",");
}

const isField = (values: Values, text: string): boolean =>
  text
    .replace(/^-/, "")
    .split(".")
    .every((part) => values.isWord(part));

/** Operators, fields and times stay; what a field is compared with is a value of that field. */
function filterOf(values: Values, text: string): string {
  let field = "";
  let isCompared = false;
  let shown = "";
  for (const { 0: token, index } of text.matchAll(tokens)) {
    const quote = /^["']./.test(token) ? token[0] : undefined;
    const isOperator = text[index + token.length] === "(";
    if (token.length === 1 && /[\s(),[\]"']/.test(token)) {
      if (token !== " ") isCompared = token === "," || (isCompared && token === "[");
      shown += token;
    } else if (isOperator || (quote === undefined && !isCompared)) {
      if (!isOperator) field = token;
      shown += isField(values, token) ? token : values.standIns.of("text", token);
    } else {
      const bare = quote === undefined ? token : token.slice(1, -1);
      const isKept = quote === undefined && isTime.test(bare) && ofTime.test(field);
      const value = () => values.text(bare.replaceAll(/\\(.)/g, "$1"), field);
      shown += isKept ? bare : `${quote ?? ""}${value()}${quote ?? ""}`;
    }
  }
  return shown;
}
