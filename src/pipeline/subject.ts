import { Refusal } from "../jsonapi/refusal.ts";
import type { Subject } from "../world/faults/match.ts";
import { jsonOf } from "./body.ts";
import { emailsOf, idsOf } from "./entities.ts";
import type { Exchange } from "./exchange.ts";
import { header } from "./incoming.ts";
import { readRevision } from "./revision.ts";

/** The row that a request is for: an operation's, or one of OAuth's. */
export function rowOf({ match, oauth }: Exchange) {
  if (match.kind === "row") return match.row;
  return oauth?.match.kind === "row" ? oauth.match.row : undefined;
}

/** A request as faults look at it. What costs something is worked out when it is asked for. */
export const subjectOf = (exchange: Exchange): Subject =>
  (exchange.subject ??= newSubject(exchange));

function newSubject(exchange: Exchange): Subject {
  const { credentials, app = null, incoming, parameters, oauth } = exchange;
  const row = rowOf(exchange);
  const account = "account" in credentials ? credentials.account.id : null;
  const key = credentials.kind === "key" ? credentials.key : undefined;
  return {
    exchange: exchange.id,
    operation: row?.id ?? null,
    area: row?.area ?? null,
    method: incoming.method,
    path: exchange.path,
    caller: key?.secret ?? `${app ?? ""} ${account ?? credentials.kind}`,
    account,
    key: key?.name ?? null,
    app,
    limited: account !== null && credentials.kind !== "oauth",
    isReused: incoming.isReused === true,
    revision() {
      const found = readRevision(exchange);
      return found instanceof Refusal ? null : found.revision;
    },
    header: (name) => header(incoming, name),
    query: (name) => (parameters instanceof Refusal ? undefined : parameters.get(name)),
    /** Of a request of OAuth: its form. */
    body() {
      if (oauth !== undefined) return Object.fromEntries(oauth.form.values);
      const found = jsonOf(exchange);
      return found instanceof Refusal ? undefined : found;
    },
    profileIds: () => idsOf(exchange),
    emails: () => emailsOf(exchange),
  };
}
