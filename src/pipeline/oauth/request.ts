import { decoded } from "../../jsonapi/parameters.ts";
import { type OAuthRow, oauthRows } from "../../contract/oauth.ts";
import { Router } from "../../contract/route.ts";
import type { World } from "../../world/world.ts";
import { header, type Incoming } from "../incoming.ts";

/** The parameters of a query or of a form, and what is wrong with them. */
export type Form = ReturnType<typeof readForm>;

/** Reads parameters as HTML forms write them (`application/x-www-form-urlencoded`). */
function readForm(...texts: readonly string[]) {
  /** One that is empty counts as not sent, of one that is repeated the first (RFC 6749, 3.1). */
  const values = new Map<string, string>();
  const twice = new Set<string>();
  /** Whether anything is not valid percent-encoded UTF-8. */
  let malformed = false;
  for (const pair of texts.flatMap((text) => text.split("&"))) {
    const [, rawName = "", rawValue = ""] = /^([^=]*)=?(.*)$/s.exec(pair) ?? [];
    const [name, value] = [decoded(rawName), decoded(rawValue)];
    malformed ||= name === undefined || value === undefined;
    if (!name || !value) continue;
    if (values.has(name)) twice.add(name);
    else values.set(name, value);
  }
  return { values, twice, malformed };
}

/** What is wrong with the form itself, in OAuth's words; undefined: nothing. */
export function formProblem({ twice, malformed }: Form): string | undefined {
  if (malformed) return "A parameter is not valid percent-encoded UTF-8.";
  const [name] = twice;
  return name === undefined ? undefined : `The parameter ${plain(name)} is there twice.`;
}

/** The client's own words, as an error_description may hold them (RFC 6749, 5.2). */
export const plain = (text: string): string =>
  text.replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, "?").slice(0, 100);

/** A request of OAuth: what it says, before anything of it is believed. */
export type OAuthRequest = ReturnType<typeof readOAuth>;

export const formBytesMax = 100_000;

const router = new Router<OAuthRow>(oauthRows);

export function readOAuth(world: World, incoming: Incoming, path: string, queryString: string) {
  const { method, body } = incoming;
  const match = router.match(method, path);
  const type = header(incoming, "content-type") ?? "";
  const named = type.split(";", 1)[0]?.trim().toLowerCase() === "application/x-www-form-urlencoded";
  const isEmpty = body?.length === 0;
  const readable = named && body !== undefined && body.length <= formBytesMax;
  const sent = readable ? Buffer.from(body).toString("utf8") : "";
  const consent = match.kind === "row" && match.row.id === "oauth_authorize";
  /** Of a request for consent: query and form together; of the others: the form. */
  const form = consent ? readForm(queryString, sent) : readForm(sent);
  const basic = basicOf(header(incoming, "authorization"));
  const app = world.grants.app(basic?.id ?? form.values.get("client_id"));
  const id = consent
    ? consentedBy(world, form, method === "POST")
    : world.grants.wishOf(secretOf(form))?.account;
  const account = world.account(id ?? "");
  const credentials = account === undefined ? nobody : ({ kind: "oauth", account } as const);
  /** Whether its body is a form, or there is none. */
  const isForm = named || isEmpty;
  return { match, form, isForm, basic, app, credentials };
}

const nobody = { kind: "none" } as const;

/** @param decides whether it says which account allows the app, or means the first */
function consentedBy(world: World, { values }: Form, decides: boolean): string | undefined {
  const [first] = world.accounts.keys();
  return values.get("account") ?? (decides ? first : undefined);
}

function secretOf({ values }: Form): string {
  const type = values.get("grant_type");
  const name = type === undefined ? "token" : type === "refresh_token" ? type : "code";
  return values.get(name) ?? "";
}

/** A client id and secret, both as they came and as RFC 6749, 2.3.1, would have them encoded. */
function basicOf(authorization: string | undefined) {
  const [, encoded] = /^basic +([\w+/=-]+) *$/i.exec(authorization ?? "") ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon < 0) return undefined;
  const [id, secret] = [text.slice(0, colon), text.slice(colon + 1)];
  // Many clients leave out the encoding that the standard asks for.
  return { id: decoded(id) ?? id, secrets: [secret, decoded(secret) ?? secret] };
}
