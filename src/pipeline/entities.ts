import { findProfile } from "../domain/identity.ts";
import { profiles } from "../domain/collections.ts";
import { type Condition, FilterError, parseFilter } from "../jsonapi/filter.ts";
import { refused } from "../jsonapi/refusal.ts";
import type { Exchange } from "./exchange.ts";

/** Profiles that a request names; emails in lower case. */
interface Named {
  readonly ids: Set<string>;
  readonly emails: Set<string>;
}

/** How deep a body is searched for profiles. */
const depthMax = 12;

/**
 * The profiles that a request is about: by its path, by its filter, or by the profile resources in
 * its body; each by both its id and its email, where the account knows them.
 */
export function aboutWhom(exchange: Exchange, body: () => unknown): Named {
  const { match, credentials, incoming } = exchange;
  const named: Named = { ids: new Set(), emails: new Set() };
  const ofProfiles = match.kind === "row" && match.row.resource === "profile";
  if (ofProfiles && match.params[0] !== undefined) named.ids.add(match.params[0]);
  for (const condition of conditionsOf(exchange)) addCondition(named, condition, ofProfiles);
  if (incoming.method !== "GET") addResources(named, body(), 0);
  if ("account" in credentials && named.ids.size + named.emails.size > 0) {
    const table = credentials.account.table(profiles);
    const byId = [...named.ids].map((id) => table.get(id));
    const byEmail = [...named.emails].map((email) => findProfile(table, { email }));
    for (const found of [...byId, ...byEmail]) add(named, found?.id, found?.email);
  }
  return named;
}

function add({ ids, emails }: Named, id: unknown, email: unknown): void {
  if (typeof id === "string") ids.add(id);
  if (typeof email === "string") emails.add(email.toLowerCase());
}

function conditionsOf({ parameters }: Exchange): Condition[] {
  const text = refused(parameters) ? undefined : parameters.get("filter");
  if (text === undefined) return [];
  try {
    return parseFilter(text);
  } catch (error) {
    // The query stage refuses it.
    if (error instanceof FilterError) return [];
    throw error;
  }
}

function addCondition(named: Named, { operator, field, values }: Condition, ofProfiles: boolean) {
  if (operator !== "equals" && operator !== "any") return;
  for (const { text } of values) {
    if (field === "email") add(named, undefined, text);
    if (field === "profile_id" || (ofProfiles && field === "id")) add(named, text, undefined);
  }
}

/** Every resource of type `profile`, wherever the body has one. */
function addResources(named: Named, value: unknown, depth: number): void {
  if (typeof value !== "object" || value === null || depth > depthMax) return;
  const { type, id, attributes } = value as Record<string, unknown>;
  if (type === "profile") add(named, id, (attributes as { email?: unknown } | undefined)?.email);
  for (const [name, inner] of Object.entries(value)) {
    // Customers' own data: what looks like a profile there is none.
    if (name !== "properties") addResources(named, inner, depth + 1);
  }
}
