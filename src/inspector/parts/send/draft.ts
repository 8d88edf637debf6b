import type { ShownEntry } from "../../../control/requests/requests.ts";
import { laidOut } from "../../client/json.ts";
import { operationIn, type ServiceDocument } from "../../client/schema.ts";
import { askService } from "../../client/service.ts";
import type { Page } from "../page.ts";
import { type Known, sampleOf } from "./sample.ts";

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
const own = "inspector-";

/** Headers that are sent again as they were. */
const repeated = [
  "accept",
  "content-type",
  "revision",
  "idempotency-key",
  "x-emulator-test-id",
  "authorization",
];

/** A request as it was sent. */
export function draftOf({ method, target, request, key, account }: ShownEntry, page: Page): Draft {
  const { headers, body } = request;
  return {
    method,
    target,
    headers: Object.fromEntries(
      Object.entries(headers).filter(([name]) => repeated.includes(name)),
    ),
    body: laidOut(body ?? ""),
    key: headers["authorization"] === undefined ? "" : (key?.replace(own, "") ?? undefined),
    account: account ?? accountIn(page),
  };
}

/** The account that is looked at, or the first. */
export const accountIn = ({ store }: Page): string =>
  store.account.value ?? store.accounts.value[0] ?? "";

/** A request of an operation, as far as its document and what is known say it. */
export function draftFor(
  operation: string,
  document: ServiceDocument,
  known: Known,
  page: Page,
): Draft | undefined {
  const found = operationIn(document, operation);
  if (found === undefined) return undefined;
  const { method, path, query, body, security } = found;
  const account = accountIn(page);
  const { revisions } = page.store.health.value ?? {};
  const [, scheme = ""] =
    /`(\S+)`/.exec(document.components.securitySchemes["PrivateKey"]?.description ?? "") ?? [];
  const asked = [
    ...(security === "Company" ? [`company_id=${account}`] : []),
    ...query.filter(({ required }) => required === true).map(({ name }) => `${name}=`),
  ].join("&");
  return {
    method,
    // Of each id it is known of what.
    target: path.replace(/([\w-]+)\/\{\w+\}/, "$1/{$1}") + (asked && `?${asked}`),
    headers: {
      ...(security === "PrivateKey" && { authorization: `${scheme} …` }),
      ...(revisions !== undefined && { revision: revisions.newest }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    body:
      body === undefined
        ? ""
        : laidOut(
            sampleOf(document, body, { email: "ada@example.com", name: "Example", ...known }),
          ),
    key: security === "PrivateKey" ? undefined : "",
    account,
  };
}

/** The collections of which an id is to be chosen. */
export const holesIn = ({ target, body }: Draft): readonly string[] => [
  ...new Set([...`${target} ${body}`.matchAll(/[/"]\{([\w-]+)\}/g)].map(([, name = ""]) => name)),
];

/** A draft with the ids that were chosen. */
export function filled(draft: Draft, ids: Known): Draft {
  let { target, body } = draft;
  for (const [name, id] of Object.entries(ids)) {
    if (id === "") continue;
    target = target.replaceAll(`/{${name}}`, `/${encodeURIComponent(id)}`);
    body = body.replaceAll(`"{${name}}"`, JSON.stringify(id));
  }
  return { ...draft, target, body };
}

/** The names of the keys of an account, without the page's own. */
export const namesOf = (keys: readonly { readonly name: string }[]): string[] =>
  keys.map(({ name }) => name).filter((name) => !name.startsWith(own));

/** A key with the scopes of another, whose secret nobody is shown: made once, and kept in the page's memory alone. */
async function keyLike(page: Page, account: string, asked: string | undefined): Promise<string> {
  const { control } = page.store;
  const made = page.ui.keep("keys", () => new Map<string, string>());
  const keys = await control.call("GET /keys", { account });
  const [first] = namesOf(keys);
  const like = keys.find(({ name }) => name === (asked ?? first));
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

/** Sends a request from the page. */
export async function send(
  page: Page,
  { method, target, headers, body, key, account }: Draft,
): Promise<Response> {
  const { authorization, ...others } = headers;
  const [scheme] = /^\S+/.exec(authorization ?? "") ?? [];
  const response = await askService(target, {
    method,
    headers: {
      ...others,
      ...(scheme !== undefined &&
        key !== "" && { authorization: `${scheme} ${await keyLike(page, account, key)}` }),
    },
    ...(body !== "" && method !== "GET" && { body }),
  });
  page.ui.notice.value = { text: `Sent: ${response.status}.`, isBad: false };
  return response;
}
