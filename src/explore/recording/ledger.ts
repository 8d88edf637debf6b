import type { RecordedExchange } from "../../seeding/recording/exchange.ts";
import { Mapping } from "./mapping.ts";
import { cursorIn } from "./records.ts";
import {
  dataIn,
  identifiersIn,
  jsonIn,
  nameOf,
  naturalsOf,
  type Resource,
  scalarsIn,
} from "./resources.ts";

/** Longer texts are hardly an id or a name. */
const textMax = 300;

/** What a recording has told so far, and what it has in common with the emulator. */
export class Ledger {
  readonly mapping = new Mapping();
  /** The texts that were sent, or read. */
  readonly said = new Set<string>();
  /** Those of them that were sent in a body. */
  readonly sent = new Set<string>();
  /** The records that its requests have made, by type and id. */
  readonly made = new Set<string>();
  /** The areas of which something is assumed that could not be made. */
  readonly unmade = new Set<string>();
  /** Those, and all that their responses name for the first time. */
  readonly #born = new Set<string>();
  readonly #followed: ReadonlySet<string>;

  constructor(exchanges: readonly RecordedExchange[]) {
    this.#followed = new Set(exchanges.flatMap(({ url }) => cursorIn(url.href) ?? []));
  }

  readonly isMade = (resource: Resource): boolean => this.made.has(nameOf(resource));
  readonly isThere = ({ id }: Resource): boolean => this.mapping.knows(id);
  readonly isOwn = ({ id }: Resource): boolean => this.mapping.knowsOwn(id);
  readonly isFollowed = (cursor: string): boolean => this.#followed.has(cursor);

  /** What a request says is known where its response is compared; so is what a write shows first: it has made that. */
  hear({ method, url, request, status, response }: RecordedExchange): void {
    if (method !== "GET" && status < 300)
      for (const each of dataIn(jsonIn(response.body)))
        if (this.#isNew(each)) this.made.add(nameOf(each));
    for (const [, value] of url.searchParams) this.#say(value);
    for (const each of scalarsIn(jsonIn(request.body))) {
      this.#say(each);
      this.sent.add(each);
    }
  }

  /** What a response says is known from the next request on. */
  read({ method, status, response }: RecordedExchange): void {
    const document = jsonIn(response.body);
    if (method === "POST" && status < 300)
      for (const each of identifiersIn(document))
        if (this.#isNew(each)) this.#born.add(nameOf(each));
    for (const each of scalarsIn(document)) this.#say(each);
  }

  /** Whether a record was made, or what it is known by was sent. */
  wasSent = (resource: Resource): boolean =>
    this.made.has(nameOf(resource)) || naturalsOf(resource).some((each) => this.sent.has(each));

  #isNew = ({ id }: Resource): boolean => !this.said.has(id);

  #say(text: string): void {
    if (text.length <= textMax) this.said.add(text);
  }
}
