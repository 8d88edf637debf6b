import { profiles } from "../domain/resources/profile.ts";
import { type Condition, FilterError, parseFilter } from "../jsonapi/filter.ts";
import { Refusal } from "../jsonapi/refusal.ts";
import type { Subject } from "../world/faults/match.ts";
import { jsonOf } from "./body.ts";
import type { Exchange, NamedProfiles } from "./exchange.ts";
import { header } from "./incoming.ts";
import { readRevision } from "./row.ts";

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

/** How deep a body is searched for profiles. */
const depthMax = 12;

/** The profiles that a request names: by its path, by its filter, or by the profile resources in its body. */
function namedProfiles(exchange: Exchange): NamedProfiles {
  const { match, incoming } = exchange;
  const named: NamedProfiles = { ids: [], emails: [] };
  const ofProfiles = match.kind === "row" && match.row.resource === "profile";
  if (ofProfiles && match.params[0] !== undefined) named.ids.push(match.params[0]);
  for (const condition of conditionsOf(exchange)) addCondition(named, condition, ofProfiles);
  const { method, body: sent } = incoming;
  const body = method === "GET" || sent?.length === 0 ? undefined : jsonOf(exchange);
  if (!(body instanceof Refusal)) addResources(named, body, 0);
  return named;
}

const namedBy = (exchange: Exchange): NamedProfiles => (exchange.named ??= namedProfiles(exchange));

/** The ids of those that are named, also by email. */
function idsOf(exchange: Exchange): readonly string[] {
  const { ids, emails } = namedBy(exchange);
  const table = tableOf(exchange);
  if (emails.length === 0 || table === undefined) return ids;
  return [...ids, ...emails.flatMap((email) => table.find(["email"], [email])?.id ?? [])];
}

const nobody: NamedProfiles = { ids: [], emails: [] };

/** Both, for the journal. */
export function profilesOf(exchange: Exchange) {
  const { ids, emails } = namedBy(exchange);
  if (ids.length === 0 && emails.length === 0) return nobody;
  return { ids: [...new Set(idsOf(exchange))], emails: [...new Set(emailsOf(exchange))] };
}

/** The emails of those that are named, also by id. */
function emailsOf(exchange: Exchange): readonly string[] {
  exchange.emails ??= allEmails(exchange, namedBy(exchange));
  return exchange.emails;
}

function allEmails(exchange: Exchange, { ids, emails }: NamedProfiles): readonly string[] {
  const table = tableOf(exchange);
  if (ids.length === 0 || table === undefined) return emails;
  const found = emails.slice();
  for (const id of ids) {
    const email = table.get(id)?.email;
    if (typeof email === "string") found.push(email.toLowerCase());
  }
  return found;
}

const tableOf = ({ credentials }: Exchange) =>
  "account" in credentials ? credentials.account.table(profiles) : undefined;

function add({ ids, emails }: NamedProfiles, id: unknown, email: unknown): void {
  if (typeof id === "string") ids.push(id);
  if (typeof email === "string") emails.push(email.toLowerCase());
}

function addCondition(named: NamedProfiles, condition: Condition, ofProfiles: boolean) {
  const { operator, field, values } = condition;
  if (operator !== "equals" && operator !== "any") return;
  for (const { text } of values) {
    if (field === "email") add(named, undefined, text);
    if (field === "profile_id" || (ofProfiles && field === "id")) add(named, text, undefined);
  }
}

function addResources(named: NamedProfiles, value: unknown, depth: number): void {
  if (typeof value !== "object" || value === null || depth > depthMax) return;
  const { type, id, attributes } = value as Record<string, unknown>;
  if (type === "profile") add(named, id, (attributes as { email?: unknown } | undefined)?.email);
  // Not `Object.entries`: with such a fault planned, this looks at every body.
  for (const name in value) {
    // Customers' own data: what looks like a profile there is none.
    if (name === "properties") continue;
    addResources(named, (value as Record<string, unknown>)[name], depth + 1);
  }
}

const none: readonly never[] = [];

function conditionsOf({ parameters }: Exchange): readonly Condition[] {
  const text = parameters instanceof Refusal ? undefined : parameters.get("filter");
  if (text === undefined) return none;
  try {
    return parseFilter(text);
  } catch (error) {
    // The query stage refuses it.
    if (error instanceof FilterError) return none;
    throw error;
  }
}
