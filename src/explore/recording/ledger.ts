import type { Emulation } from "../../emulation/emulation.ts";
import type { RecordedExchange } from "../../seeding/recording/exchange.ts";
import { cursorIn, dataIn, jsonIn } from "./resources.ts";
import { nameOf, naturalsOf, type Resource, scalarsIn } from "./resources.ts";

export interface Bench {
  readonly emulation: Emulation;
  readonly fetch: typeof fetch;
  readonly url: string;
  readonly key: string;
  readonly companyId: string;
}

/** A name by which a request may mean a record, also for what a shorter text could be by chance. */
export const idName = /(?:^|[_-])ids?$|Id$/;

/** Texts such as ids stand alone between other characters. */
const token = /[\w=-]+/g;

/** The ids and cursors of a recording, and those that the emulator has in their place. */
export class Mapping {
  readonly #own = new Map<string, string>();
  readonly #taken = new Set<string>();

  /** Both answers have it at the same place. The first time counts. */
  learn(recorded: unknown, own: unknown): void {
    if (typeof recorded !== "string" || typeof own !== "string" || recorded === "") return;
    if (this.#own.has(recorded) || this.#taken.has(own)) return;
    this.#own.set(recorded, own);
    this.#taken.add(own);
  }

  knows(recorded: string): boolean {
    return this.#own.has(recorded);
  }

  knowsOwn(own: string): boolean {
    return this.#taken.has(own);
  }

  own(recorded: string): string {
    return this.#own.get(recorded) ?? recorded;
  }

  /** With what is known in it replaced. */
  text(text: string): string {
    return this.#own.get(text) ?? text.replace(token, (each) => this.own(each));
  }

  /** @param name of the member that has it */
  value(value: unknown, name = ""): unknown {
    if (typeof value === "string") {
      if (idName.test(name)) return this.text(value);
      // What a client has written may be as short as an id, or a number.
      return value.length < 6 || /^\d+$/.test(value) ? value : this.own(value);
    }
    if (Array.isArray(value)) return value.map((each) => this.value(each, name));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, of]) => [key, this.value(of, key)]));
  }

  /** A path and query; they stay as they were written where nothing of them is replaced. */
  target({ pathname, search }: URL, companyId: string): string {
    const path = pathname.split("/").map((each) => {
      const own = this.#own.get(decoded(each));
      return own === undefined ? each : encodeURIComponent(own);
    });
    const pairs = search.slice(1).split("&");
    const query = pairs.map((pair) => {
      const [name = "", value = ""] = pair.split(/=(.*)/s);
      if (name === "company_id") return `${name}=${companyId}`;
      const text = decoded(value);
      const own = this.text(text);
      return own === text ? pair : `${name}=${encodeURIComponent(own)}`;
    });
    return path.join("/") + (search === "" ? "" : `?${query.join("&")}`);
  }
}

/** Empty: it cannot be decoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return "";
  }
}

/** Longer texts are hardly an id or a name. */
const textMax = 300;

/** What a recording has told so far, and what it has in common with the emulator. */
export class Ledger {
  readonly mapping = new Mapping();
  readonly said = new Set<string>();
  readonly sent = new Set<string>();
  readonly #made = new Set<string>();
  readonly #followed: ReadonlySet<string>;

  constructor(exchanges: readonly RecordedExchange[]) {
    this.#followed = new Set(exchanges.flatMap(({ url }) => cursorIn(url.href) ?? []));
  }

  /** Whether a record was made in the recording, so that all that it has follows from it. */
  readonly isMade = (resource: Resource): boolean => this.#made.has(nameOf(resource));
  /** Whether a later request of the recording asks for the page of a cursor. */
  readonly isFollowed = (cursor: string): boolean => this.#followed.has(cursor);

  /** What a request says is known where its response is compared; so is what a write shows first: it has made that. */
  hear({ method, url, request, status, response }: RecordedExchange): void {
    if (method !== "GET" && status < 300)
      for (const each of dataIn(jsonIn(response.body)))
        if (!this.said.has(each.id)) this.#made.add(nameOf(each));
    for (const [, value] of url.searchParams) this.#say(value);
    for (const each of scalarsIn(jsonIn(request.body))) {
      this.#say(each);
      this.sent.add(each);
    }
  }

  /** What a response says is known from the next request on. */
  read({ response }: RecordedExchange): void {
    for (const each of scalarsIn(jsonIn(response.body))) this.#say(each);
  }

  /** Whether a record was made, or what it is known by was sent. */
  wasSent = (resource: Resource): boolean =>
    this.isMade(resource) || naturalsOf(resource).some((each) => this.sent.has(each));

  #say(text: string): void {
    if (text.length <= textMax) this.said.add(text);
  }
}
