import { refused } from "../jsonapi/refusal.ts";
import type { Subject } from "../world/fault-match.ts";
import type { Target } from "../world/fault-plan.ts";
import { jsonOf } from "./body.ts";
import { emailsOf, idsOf } from "./entities.ts";
import { appOf } from "./credentials.ts";
import type { Exchange } from "./exchange.ts";
import { header } from "./incoming.ts";
import { readRevision } from "./revision.ts";

/** The row that a request is for: an operation's, or one of OAuth's. */
export function rowOf({
  match,
  oauth,
}: Exchange): (Pick<Target, "area"> & { id: string }) | undefined {
  if (match.kind === "row") return match.row;
  return oauth?.match.kind === "row" ? oauth.match.row : undefined;
}

/** A request as faults look at it. What costs something is worked out when it is asked for. */
export class RequestSubject implements Subject {
  readonly #exchange: Exchange;
  readonly operation: string | null;
  readonly area: string | null;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
    const row = rowOf(exchange);
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
    return `${this.app ?? ""} ${this.account ?? credentials.kind}`;
  }

  get account(): string | null {
    const { credentials } = this.#exchange;
    return "account" in credentials ? credentials.account.id : null;
  }

  get key(): string | null {
    const { credentials } = this.#exchange;
    return credentials.kind === "key" ? credentials.key.name : null;
  }

  get app(): string | null {
    const { credentials, oauth } = this.#exchange;
    return appOf(credentials) ?? oauth?.app?.clientId ?? null;
  }

  get limited(): boolean {
    const { credentials } = this.#exchange;
    return "account" in credentials && credentials.kind !== "oauth";
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

  /** Of a request of OAuth: its form. */
  body(): unknown {
    const { oauth } = this.#exchange;
    if (oauth !== undefined) return Object.fromEntries(oauth.form.values);
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
