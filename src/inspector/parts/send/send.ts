import { askService } from "../../client/control.ts";
import type { Page } from "../page.ts";
import { type Draft, own } from "./draft.ts";

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
