import { accounts as accountRecords } from "../../domain/resources/account.ts";
import type { Scope } from "../../contract/scopes.ts";
import type { Account } from "../../world/account.ts";
import type { App } from "../../world/grants.ts";
import type { Exchange } from "../exchange.ts";
import { header, type Incoming, prefixOf, unnamed } from "../incoming.ts";
import { Plain } from "../stage.ts";
import type { Form } from "./request.ts";
import { type Markup, markup, page } from "./html.ts";

/** A loopback address and its port, which the app may choose anew each time (RFC 8252, 7.3). */
const loopback = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(?=[/?]|$)/;

/** Whether an app may be answered at this URI: but for a name in it, character by character one that it registered. */
export function isRegistered({ redirectUris }: App, uri: string, incoming: Incoming): boolean {
  const portless = (text: string) => unnamed(text, incoming).replace(loopback, "$1");
  // There are more numbers of five digits than ports.
  const isLoopback = loopback.test(uri) && URL.canParse(uri);
  return redirectUris.some(
    (registered) =>
      unnamed(registered, incoming) === unnamed(uri, incoming) ||
      (isLoopback && portless(registered) === portless(uri)),
  );
}

/** A redirect URI with an answer in its query; what it had there already stays. */
export function withQuery(uri: string, answer: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(answer).toString();
  if (!uri.includes("?")) return `${uri}?${query}`;
  return /[?&]$/.test(uri) ? `${uri}${query}` : `${uri}&${query}`;
}

interface Question {
  readonly app: App;
  readonly redirectUri: string;
  readonly scopes: readonly Scope[];
  readonly form: Form;
}

/** What a person is asked: which account, and whether. A script answers with one POST to the same URL. */
export function consentPage(exchange: Exchange, question: Question): Plain {
  const { incoming, world } = exchange;
  const { app, redirectUri, scopes, form } = question;
  const asked = new URLSearchParams([...form.values].filter(([name]) => !answers.has(name)));
  const target = `/oauth/authorize?${asked}`;
  const action = prefixOf(incoming.named) + target;
  const preferred = form.values.get("account");
  const known = [...world.accounts.values()];
  const chosen = known.find(({ id }) => id === preferred) ?? known[0];
  const url = `${incoming.origin}${target}`.replaceAll("'", "%27");
  const example = `curl -si -d decision=allow -d account=${chosen?.id} '${url}'`;
  const title = `Allow ${app.name}?`;
  const main = markup`<form method="post" action="${action}">
<h1>${title}</h1>
<p class="soft">This app would like to work with your data.</p>
<fieldset>
<legend>In this account</legend>
${choices(known, chosen)}
</fieldset>
<h2>It could</h2>
<ul>
${abilitiesOf(scopes).map(ability)}
</ul>
<div class="buttons">
<button class="allow" name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Cancel</button>
</div>
<p class="soft">Then you go to <code>${redirectUri}</code></p>
</form>
<details><summary>The same from a script</summary><pre>${example}</pre></details>`;
  return page(200, { title, main }, `'self' ${targetOf(redirectUri)}`);
}

/** What belongs to the answer, not to the question. */
const answers: ReadonlySet<string> = new Set(["account", "decision"]);

/** More accounts than this are a menu, which stays as long as one line. */
const radiosMax = 6;

function choices(accounts: readonly Account[], chosen: Account | undefined): Markup {
  const named = accounts.map((account) => ({ account, name: nameOf(account) }));
  if (accounts.length > radiosMax) {
    const options = named.map(
      ({ account, name }) =>
        markup`<option value="${account.id}" ${account === chosen ? "selected" : ""}>${name} (${account.id})</option>
`,
    );
    return markup`<select name="account" aria-label="Account">
${options}</select>`;
  }
  const radios = named.map(
    ({ account, name }) =>
      markup`<label><input type="radio" name="account" value="${account.id}" ${account === chosen ? "checked" : ""}> <span>${name}</span> <code>${account.id}</code></label>
`,
  );
  return markup`${radios}`;
}

const nameOf = (account: Account): string => {
  const about = account.table(accountRecords).get(account.id);
  return String(about?.contact_information["organization_name"] ?? account.id);
};

const ability = ([area, rights]: readonly [string, string]): Markup =>
  markup`<li><span>${area}</span> <span class="soft">${rights}</span></li>
`;

/** `Coupon codes`, `see and change`: the scopes by what they are about. */
function abilitiesOf(scopes: readonly Scope[]): [area: string, rights: string][] {
  const byArea = new Map<string, string[]>();
  for (const scope of scopes) {
    const [area = "", right] = scope.split(":");
    const verb = right === "read" ? "see" : "change";
    byArea.set(area, [...(byArea.get(area) ?? []), verb]);
  }
  return [...byArea].map(([area, verbs]) => {
    const words = area.replaceAll("-", " ");
    return [words[0]?.toUpperCase() + words.slice(1), verbs.sort().reverse().join(" and ")];
  });
}

/** A form that leads elsewhere must name where; an IPv6 address has no name there, only its scheme. */
function targetOf(uri: string): string {
  const { protocol, origin, hostname } = new URL(uri);
  return origin === "null" || hostname.startsWith("[") ? protocol : origin;
}

/** What went wrong before anybody could be sent back: to a person a page, to a script a text. */
export function problemPage(incoming: Incoming, status: number, message: string, hint: string) {
  if (header(incoming, "accept")?.includes("text/html")) {
    const title = "This request cannot go on";
    const main = markup`<h1>${title}</h1>
<p>${message}</p>
<h2>What would help</h2>
<p class="soft">${hint}</p>`;
    return page(status, { title, main, hint });
  }
  const headers = { "content-type": "text/plain; charset=utf-8" };
  return new Plain(status, `${message}\n${hint}\n`, { headers, hint });
}
