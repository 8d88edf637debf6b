import { isOAuthOperation } from "../../contract/oauth.ts";
import { readParameters } from "../../jsonapi/parameters.ts";
import { refused } from "../../jsonapi/refusal.ts";
import type { Subject } from "../faults/match.ts";
import type { Entry, EntryView, Raw, GivenPage } from "./entry.ts";
import { RingEntry } from "./ring-entry.ts";
import { Redaction } from "./redact.ts";
import { saidIn } from "./record-form.ts";
import { type CreatedRecord, isJob } from "../store/record-change.ts";
import { jsonIn } from "../../jsonapi/json.ts";

/** How much of a request's body is kept, in bytes. */
export const bodyBytesMax = 10_000;

/** Whether a body is kept as it came, not its beginning alone. */
export const isWhole = (body: Uint8Array | undefined): body is Uint8Array =>
  body !== undefined && body.length <= bodyBytesMax;

const nothing: Raw = {
  headers: {},
  body: new Uint8Array(),
  answered: {},
  profiles: { ids: [], emails: [] },
  redaction: new Redaction(),
};

/** A request as the journal has it, to be asked what a fault would ask it. */
export class Received implements Omit<Subject, "area" | "caller" | "limited" | "isReused"> {
  readonly operation: string | null;
  readonly method: string;
  readonly account: string | null;
  readonly key: string | null;
  readonly app: string | null;
  readonly #of: Entry | RingEntry;
  #made: Raw | (() => Raw);
  #body: { readonly value: unknown } | undefined;

  /** @param raw what was sent, or makes it once somebody asks; left out where nobody will */
  constructor(of: Entry | RingEntry, raw: Raw | (() => Raw) = nothing) {
    ({ operation: this.operation, method: this.method } = of);
    ({ account: this.account, key: this.key, app: this.app } = of);
    this.#of = of;
    this.#made = raw;
  }

  get #raw(): Raw {
    if (typeof this.#made === "function") this.#made = this.#made();
    return this.#made;
  }

  get exchange(): string {
    return this.#of.id;
  }

  get entry(): EntryView {
    return this.#of;
  }

  /** The entry as it is now, for whoever shows it. */
  shown(): Entry {
    return this.#of instanceof RingEntry ? this.#of.entry() : this.#of;
  }

  get redaction(): Redaction {
    return this.#raw.redaction;
  }

  get path(): string {
    return this.entry.target.split("?", 1)[0] ?? "";
  }

  revision(): string | null {
    return this.entry.revision;
  }

  header(name: string): string | undefined {
    if (name === "x-emulator-test-id") return this.entry.testId ?? undefined;
    const value = this.#raw.headers[name];
    return Array.isArray(value) ? value[0] : value;
  }

  /** A header of its answer. */
  answered(name: string): string | undefined {
    return this.#raw.answered[name];
  }

  hasBody(): boolean {
    return this.#raw.body === undefined || this.#raw.body.length > 0;
  }

  isKept(): boolean {
    return isWhole(this.#raw.body);
  }

  created(): readonly CreatedRecord[] {
    const { created = [] } = this.#raw;
    if (!created.some(isJob)) return created;
    const about = saidIn(this.body()) ?? this.bodyDigest();
    return created.map((each) => (isJob(each) ? { ...each, about } : each));
  }

  bodyDigest(): string {
    const { body, digest } = this.#raw;
    return digest ?? (body === undefined ? "too long" : Buffer.from(body).toString("latin1"));
  }

  query(name: string): string | undefined {
    const [, text = ""] = this.entry.target.split(/\?(.*)/s);
    const parameters = readParameters(text);
    return refused(parameters) ? undefined : parameters.get(name);
  }

  /** JSON where it is JSON, of OAuth the form; nothing of one that is longer than what is kept. */
  body(): unknown {
    const isForm = isOAuthOperation(this.operation ?? "");
    this.#body ??= { value: valueOf(this.#raw.body, isForm) };
    return this.#body.value;
  }

  page(): GivenPage | undefined {
    return this.#raw.page;
  }

  profileIds(): readonly string[] {
    return this.#raw.profiles.ids;
  }

  emails(): readonly string[] {
    return this.#raw.profiles.emails;
  }
}

function valueOf(body: Uint8Array | undefined, isForm: boolean): unknown {
  if (!isWhole(body) || body.length === 0) return undefined;
  const text = Buffer.from(body).toString();
  return isForm ? Object.fromEntries(new URLSearchParams(text)) : jsonIn(text);
}
