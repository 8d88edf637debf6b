import { Refusal } from "../jsonapi/refusal.ts";
import type { Subject } from "../world/faults/match.ts";
import type { Target } from "../world/faults/plan.ts";
import { jsonOf } from "./body.ts";
import { emailsOf, idsOf } from "./entities.ts";
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
  readonly exchange: string;
  readonly operation: string | null;
  readonly area: string | null;
  readonly method: string;
  readonly path: string;
  readonly caller: string;
  readonly account: string | null;
  readonly key: string | null;
  readonly app: string | null;
  readonly limited: boolean;
  readonly isReused: boolean;

  constructor(exchange: Exchange) {
    const { credentials, app = null } = exchange;
    const row = rowOf(exchange);
    const account = "account" in credentials ? credentials.account.id : null;
    const key = credentials.kind === "key" ? credentials.key : undefined;
    this.#exchange = exchange;
    this.exchange = exchange.id;
    this.operation = row?.id ?? null;
    this.area = row?.area ?? null;
    this.method = exchange.incoming.method;
    this.path = exchange.path;
    this.caller = key?.secret ?? `${app ?? ""} ${account ?? credentials.kind}`;
    this.account = account;
    this.key = key?.name ?? null;
    this.app = app;
    this.limited = account !== null && credentials.kind !== "oauth";
    this.isReused = exchange.incoming.isReused === true;
  }

  revision(): string | null {
    const found = readRevision(this.#exchange);
    return found instanceof Refusal ? null : found.revision;
  }

  header(name: string): string | undefined {
    return header(this.#exchange.incoming, name);
  }

  query(name: string): string | undefined {
    const { parameters } = this.#exchange;
    return parameters instanceof Refusal ? undefined : parameters.get(name);
  }

  /** Of a request of OAuth: its form. */
  body(): unknown {
    const { oauth } = this.#exchange;
    if (oauth !== undefined) return Object.fromEntries(oauth.form.values);
    const found = jsonOf(this.#exchange);
    return found instanceof Refusal ? undefined : found;
  }

  profileIds(): readonly string[] {
    return idsOf(this.#exchange);
  }

  emails(): readonly string[] {
    return emailsOf(this.#exchange);
  }
}
