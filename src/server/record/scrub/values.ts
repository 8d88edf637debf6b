import { kindOf, ownId, withoutForms } from "./patterns.ts";
import type { Kind, StandIns } from "./stand-ins.ts";

/** Members that hold one thing, whatever is in them. */
const byMember: Readonly<Record<string, Kind>> = {
  access_token: "key",
  address1: "address",
  address2: "address",
  anonymous_id: "id",
  api_key: "key",
  city: "city",
  client_id: "key",
  client_secret: "key",
  code: "key",
  code_verifier: "key",
  company_id: "company",
  country: "country",
  author: "name",
  bcc_email: "email",
  cc_email: "email",
  default_sender_email: "email",
  default_sender_name: "name",
  email: "email",
  external_id: "id",
  first_name: "given",
  from_email: "email",
  from_label: "name",
  image: "link",
  ip: "ip",
  ip_address: "ip",
  last_name: "family",
  latitude: "coordinate",
  longitude: "coordinate",
  organization: "name",
  password: "key",
  phone_number: "phone",
  refresh_token: "key",
  region: "region",
  reply_to_email: "email",
  secret_key: "key",
  street_address: "address",
  token: "key",
  unique_code: "key",
  zip: "zip",
};

/** Members whose text is the account's own words: of these, what is told by its form or was met elsewhere is replaced. */
const ownWords =
  /^(?:name|category|subject|preview_text|html|text|description|label|title|detail|pointer|parameter|body|content|message)$/;

/** Below these all is what users have made up. */
const madeUp =
  /^(?:.*properties|.*metadata|.*payload|metadata|record|values|template_context|context)$/;

/** Records of people, of which no text is left that is no word of the service. */
const ofPeople = /^(?:profile|.*-profile|review|conversation(?:-message)?|push-token)$/;

/** Where a value stands. */
interface Place {
  readonly member: string;
  readonly isMadeUp: boolean;
  readonly isOfPeople: boolean;
}

/** Members that are told by a number. */
const personalNumber = /lat|lon|lng|geo|birth|dob|age\b|phone|zip|ssn|card|account|external_id/i;

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

/** When something happened to a record. */
const timely = /created|updated|datetime|timestamp|_at$|last_event_date|expected_date|valid_until/;

/** A text of somebody, by its member. */
const personal = (member: string): Kind =>
  /name|author|sender|label/.test(member) ? "name" : /email/.test(member) ? "email" : "text";

const isId = /^(?:id|included|excluded|.*_ids?|ids|.*-id)$/;
/** Ids as the service gives them: of lists, events, messages and jobs. */
const serviceId = /^(?:[A-Za-z\d]{6}|[A-Za-z\d]{11}|\d{1,10}|[A-Z\d]{26})$/;
/** Numbers, versions, colors and sizes of designs. */
const isPlain =
  /^(?:-?\d{1,4}(?:\.\d{1,2})?(?:px|%|em|pt)?|#[\da-f]{3,8}|[A-Z]{3}|[A-Z][a-z]+\/[A-Z][A-Za-z_]+|[a-z]{2}-[A-Z]{2}|\d{1,2}:\d\d(?::\d\d)?)$/;
