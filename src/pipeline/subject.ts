import { refused } from "../jsonapi/refusal.ts";
import type { Subject } from "../world/fault-match.ts";
import { jsonOf } from "./body.ts";
import { emailsOf, idsOf } from "./entities.ts";
import { type Exchange, header } from "./exchange.ts";
import { readRevision } from "./revision.ts";

/** A request as faults look at it. What costs something is worked out when it is asked for. */
export class RequestSubject implements Subject {
  readonly #exchange: Exchange;
  readonly operation: string | null;
  readonly area: string | null;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
    const row = exchange.match.kind === "row" ? exchange.match.row : undefined;
    this.operation = row?.id ?? null;
    this.area = row?.area ?? null;
  }

  get exchange(): string {
    return this.#exchange.id;
  }

  get method(): string {
    return this.#exchange.incoming.method;
  }

  get path(): string {
    return this.#exchange.path;
  }

  get caller(): string {
    const { credentials } = this.#exchange;
    if (credentials.kind === "key") return credentials.key.secret;
    return credentials.kind === "company" ? credentials.account.id : credentials.kind;
  }

  get account(): string | null {
    const { credentials } = this.#exchange;
    return "account" in credentials ? credentials.account.id : null;
  }

  get key(): string | null {
    const { credentials } = this.#exchange;
    return credentials.kind === "key" ? credentials.key.name : null;
  }

  revision(): string | null {
    const found = readRevision(this.#exchange);
    return refused(found) ? null : found.revision;
  }

  header(name: string): string | undefined {
    return header(this.#exchange.incoming, name);
  }

  query(name: string): string | undefined {
    const { parameters } = this.#exchange;
    return refused(parameters) ? undefined : parameters.get(name);
  }

  body(): unknown {
    const found = jsonOf(this.#exchange);
    return refused(found) ? undefined : found;
  }

  profileIds(): readonly string[] {
    return idsOf(this.#exchange);
  }

  emails(): readonly string[] {
    return emailsOf(this.#exchange);
  }
}
