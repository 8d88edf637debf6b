import type { ShownEntry } from "../../../control/requests/requests.ts";
import { askService } from "../../client/control.ts";
import { laidOut, meant, operationIn, type Schema } from "../../client/schema.ts";
import type { ServiceDocument } from "../../client/schema.ts";
import type { Page } from "../page.ts";

/** A request that is not sent yet. In braces, as `{profiles}`, stand ids that are still to be chosen. */
export interface Draft {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The name of its key; undefined: the first that there is; empty: none. */
  readonly key: string | undefined;
  readonly account: string;
}

/** The keys by which the page itself sends begin so: of a key of the user's it is shown a few letters alone. */
export const own = "inspector-";

const repeated =
  "accept content-type revision idempotency-key x-emulator-test-id authorization".split(" ");

export function draftOf(
  { method, target, request: { headers, body }, key, account }: ShownEntry,
  usual: string,
): Draft {
  const kept = Object.entries(headers).filter(([name]) => repeated.includes(name));
  return {
    method,
    target,
    headers: Object.fromEntries(kept),
    body: laidOut(body ?? ""),
    key: headers["authorization"] === undefined ? "" : (key?.replace(own, "") ?? undefined),
    account: account ?? usual,
  };
}

/** A request of an operation, as far as its document and what is known say it. */
export function draftFor(
  operation: string,
  document: ServiceDocument,
  known: Known,
  { account, revision }: { readonly account: string; readonly revision: string | undefined },
): Draft | undefined {
  const found = operationIn(document, operation);
  if (found === undefined) return undefined;
  const { method, path, query, body, security } = found;
  const { description = "" } = document.components.securitySchemes["PrivateKey"] ?? {};
  const [, scheme = ""] = /`(\S+)`/.exec(description) ?? [];
  const asked = [
    ...(security === "Company" ? [`company_id=${account}`] : []),
    ...query.filter(({ required }) => required === true).map(({ name }) => `${name}=`),
  ].join("&");
  const all = { email: "ada@example.com", name: "Example", ...known };
  return {
    method,
    // Of each id it is known of what.
    target: path.replace(/([\w-]+)\/\{\w+\}/, "$1/{$1}") + (asked && `?${asked}`),
    headers: {
      ...(security === "PrivateKey" && { authorization: `${scheme} …` }),
      ...(revision !== undefined && { revision }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    body: body === undefined ? "" : laidOut(sampleOf(document, body, all)),
    key: security === "PrivateKey" ? undefined : "",
    account,
  };
}

export const holesIn = ({ target, body }: Draft): readonly string[] => [
  ...new Set([...`${target} ${body}`.matchAll(/[/"]\{([\w-]+)\}/g)].map(([, name = ""]) => name)),
];

export function filled(draft: Draft, ids: Known): Draft {
  let { target, body } = draft;
  for (const [name, id] of Object.entries(ids)) {
    if (id === "") continue;
    target = target.replaceAll(`/{${name}}`, `/${encodeURIComponent(id)}`);
    body = body.replaceAll(`"{${name}}"`, JSON.stringify(id));
  }
  return { ...draft, target, body };
}

/** What of a body is known before it is written, by the names of members. */
export type Known = Readonly<Record<string, string>>;

/** Members without which a body says nothing. */
const telling = ["data", "attributes", "subscriptions", "marketing"];

/** Where an id is to be chosen from a collection. */
const holeOf = (kind: string): string => `{${kind.replace(/y$/, "ie")}s}`;

/** Something that a schema takes: what must be there, and what is known. */
export function sampleOf(
  document: ServiceDocument,
  schema: Schema,
  known: Known,
  name = "",
): unknown {
  const of = meant(document, schema);
  const { type, properties, items, required = [] } = of;
  const first = of.enum?.[0] ?? of.default;
  if (first !== undefined && first !== null) return first;
  if (properties !== undefined) {
    const kind = properties["type"]?.enum?.[0];
    const own = Object.entries(properties).filter(
      ([each]) => required.includes(each) || telling.includes(each) || each in known,
    );
    const members = own.map(([each, its]) =>
      each === "id" && kind !== undefined
        ? [each, holeOf(String(kind))]
        : [each, sampleOf(document, its, known, each)],
    );
    return Object.fromEntries(members);
  }
  if (type === "object") return {};
  if (type === "array") return items === undefined ? [] : [sampleOf(document, items, known, name)];
  if (type === "boolean") return true;
  if (type === "number" || type === "integer") return of.minimum ?? 1;
  return known[name] ?? textOf(name, of.description);
}

/** Some text that a member may hold: an id is one of a collection, as far as its name says so. */
function textOf(name: string, description = ""): string {
  const [, such] = / such as (\S+?)\.?$/.exec(description) ?? [];
  const [, kind] = /([a-z]+)_ids?$/.exec(name) ?? [];
  if (kind !== undefined && kind !== "external") return holeOf(kind);
  return such ?? (name.endsWith("url") ? "https://example.com/image.png" : `example_${name}`);
}

const depthMax = 9;

type Path = readonly string[];

/** The members that a schema takes, by their paths; `0` is the first of a list. */
export function membersOf(
  document: ServiceDocument,
  schema: Schema,
  path: Path = [],
): (readonly [Path, Schema])[] {
  const { properties = {}, items } = meant(document, schema);
  if (path.length > depthMax) return [];
  if (items !== undefined) return membersOf(document, items, [...path, "0"]);
  return Object.entries(properties).flatMap(([name, its]) => [
    [[...path, name], its] as const,
    ...membersOf(document, its, [...path, name]),
  ]);
}

export const memberAt = (body: unknown, path: Path): unknown =>
  path.reduce((of, name) => (of as Readonly<Record<string, unknown>> | undefined)?.[name], body);

export function withMember(body: unknown, [name, ...rest]: Path, value: unknown): unknown {
  if (name === undefined) return value;
  if (name === "0") {
    const [first, ...others] = Array.isArray(body) ? body : [];
    return [withMember(first, rest, value), ...others];
  }
  const members = (body ?? {}) as Readonly<Record<string, unknown>>;
  return { ...members, [name]: withMember(members[name], rest, value) };
}

/** The account that is looked at, or the first. */
export const accountIn = ({ store }: Page): string =>
  store.account.value ?? store.accounts.value[0] ?? "";

/** The names of the keys of an account, without the page's own. */
export const namesOf = (keys: readonly { readonly name: string }[]): string[] =>
  keys.map(({ name }) => name).filter((name) => !name.startsWith(own));

/** A key with the scopes of another, whose secret nobody is shown: made once, and kept in the page's memory alone. */
async function keyLike(page: Page, account: string, asked: string | undefined): Promise<string> {
  const { control } = page.store;
  const made = page.ui.keep("keys", () => new Map<string, string>());
  const keys = await control.call("GET /keys", { account });
  const like = keys.find(({ name }) => name === (asked ?? namesOf(keys)[0]));
  if (like === undefined) throw new Error(`There is no key ${asked ?? ""} any more.`);
  const name = (own + like.name).slice(0, 100);
  const known = made.get(account + name);
  const isThere = keys.some((each) => each.name === name);
  if (isThere && known !== undefined) return known;
  if (isThere) await control.call("DELETE /keys/{name}", { name, account });
  const scopes = like.type === "custom" ? like.scopes : like.type;
  const { key } = await control.call("POST /keys", { account }, { name, scopes });
  made.set(account + name, key);
  return key;
}

export async function send(page: Page, draft: Draft): Promise<Response> {
  const { method, target, body, key, account } = draft;
  const { authorization, ...headers } = draft.headers;
  const [scheme] = /^\S+/.exec(authorization ?? "") ?? [];
  const isSigned = scheme !== undefined && key !== "";
  const signed = isSigned && { authorization: `${scheme} ${await keyLike(page, account, key)}` };
  const response = await askService(target, {
    method,
    headers: { ...headers, ...signed },
    ...(body !== "" && method !== "GET" && { body }),
  });
  page.ui.notice.value = { text: `Sent: ${response.status}.`, isBad: false };
  return response;
}
