import type { Span } from "../scenarios/quiet.ts";

/** Where a run took place. */
export interface RunSpan {
  /** The account's own id, which no other run has. */
  readonly account: string;
  /** In one of them lies all that is "now". */
  readonly spans: readonly Span[];
}

/** By what new records are known. */
export interface Naming {
  readonly has: (id: string) => boolean;
  readonly nameOf: (id: string) => string;
}

/** In place of an instant of the run, and of an id that only this run has. */
const now = "(now)";
const itself = "(itself)";
const own = "(the account)";

/** How far an instant that a client sends may lie from its run, in milliseconds. */
const slackMs = 3_600_000;

const isoDatetime = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const epoch = /^\d{10}(\d{3})?$/;

/** Values as two runs can have them alike: without ids and times. */
export class Normalizer {
  readonly #place: RunSpan;
  readonly #naming: Naming;

  constructor(place: RunSpan, naming: Naming) {
    this.#place = place;
    this.#naming = naming;
  }

  /**
   * @param id of the record that holds it
   * @param isIdentified whether its parts have ids that the service has drawn
   */
  value(value: unknown, id: string, isIdentified = false): unknown {
    if (typeof value === "string") return this.#text(value, id);
    if (typeof value === "number") return this.#isNow(value) ? now : value;
    if (value === null || typeof value !== "object") return value;
    if (Array.isArray(value)) return value.map((each) => this.value(each, id, isIdentified));
    const plain: Record<string, unknown> = {};
    for (const [name, each] of Object.entries(value).toSorted(byName)) {
      if (isIdentified && name === "id") continue;
      plain[this.#text(name, id)] = this.value(each, id, isIdentified);
    }
    return plain;
  }

  #text(text: string, id: string): string {
    if (text.length < 6) return text;
    if (this.#naming.has(text)) return text === id ? itself : this.#naming.nameOf(text);
    if (isoDatetime.test(text)) return this.#isNow(Date.parse(text)) ? now : text;
    if (epoch.test(text)) return this.#isNow(Number(text)) ? now : text;
    const { account } = this.#place;
    return text.replaceAll(id, itself).replaceAll(account, own);
  }

  /** Whether a number is an instant of the run, in milliseconds or in seconds. */
  #isNow(value: number): boolean {
    const ms = value < 1e11 ? value * 1000 : value;
    return this.#place.spans.some(
      ({ from, until }) => ms >= from - slackMs && ms <= until + slackMs,
    );
  }
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);
