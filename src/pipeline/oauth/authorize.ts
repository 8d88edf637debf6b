import type { Scope } from "../../contract/scopes.ts";
import { type Refusal, refused } from "../../jsonapi/refusal.ts";
import type { App } from "../../world/grants.ts";
import type { Exchange } from "../exchange.ts";
import { header, unnamed } from "../incoming.ts";
import { type Answer, Plain } from "../stage.ts";
import { consentPage, problemPage, isRegistered, withQuery } from "./page.ts";
import { type Form, formProblem, formBytesMax, type OAuthRequest } from "./request.ts";
import { invalidRequest, type OAuthCode, oauthRefusal } from "./refusals.ts";
import { clientIds, noSuchApp, scopesOf } from "./token.ts";

/** Whom to answer, and where: what must be right before anybody is sent anywhere. */
interface Asker {
  readonly app: App;
  readonly redirectUri: string;
  readonly state: string | undefined;
}

type Wanted = { readonly scopes: readonly Scope[]; readonly challenge: string };

/** Asks a person, or takes the answer (RFC 6749, 4.1.1; PKCE is required: behaviour.md, 12). */
export function authorize(exchange: Exchange, { form, isForm }: OAuthRequest): Answer {
  const { incoming } = exchange;
  if (!isForm && incoming.method === "POST")
    return problemPage(incoming, 400, "The decision cannot be read.", "send a form");
  if (incoming.body === undefined || incoming.body.length > formBytesMax) {
    const most = `a form has at most ${formBytesMax} bytes`;
    return problemPage(incoming, 413, "The decision is too large.", most);
  }
  const asker = askerOf(exchange, form);
  if (asker instanceof Plain) return asker;
  const wanted = wantedOf(asker.app, form);
  if (refused(wanted)) return sentBack(asker, wanted);
  if (incoming.method !== "POST") return consentPage(exchange, { ...asker, ...wanted, form });
  return decided(exchange, form, asker, wanted);
}

/**
 * Without them nobody can be sent back: a page tells the person instead (RFC 6749, 4.1.2.1). @guess oauth_authorize:
 * The `redirect_uri` is required, even if an app has only one.
 */
function askerOf({ world, incoming }: Exchange, { values, twice }: Form): Asker | Plain {
  const app = world.grants.app(values.get("client_id"));
  const redirectUri = values.get("redirect_uri");
  const wrong = (message: string, hint: string) => problemPage(incoming, 400, message, hint);
  const sure = ["client_id", "redirect_uri"].find((name) => twice.has(name));
  if (sure !== undefined) return wrong(`The parameter ${sure} is there twice.`, "send it once");
  if (app === undefined) {
    const message = values.has("client_id") ? noSuchApp : "The client_id is missing.";
    return wrong(message, clientIds(world));
  }
  if (redirectUri === undefined || !isRegistered(app, redirectUri, incoming)) {
    const other = `${app.name} has not registered this redirect_uri.`;
    const message = redirectUri === undefined ? "The redirect_uri is missing." : other;
    return wrong(message, `registered: ${app.redirectUris.join(", ")}`);
  }
  return { app, redirectUri, state: values.get("state") };
}

/** @guess oauth_authorize: The `scope` is required: there are no default scopes. */
function wantedOf(app: App, form: Form): Wanted | Refusal {
  const { values } = form;
  const problem = formProblem(form);
  if (problem !== undefined) return invalidRequest(problem);
  const type = values.get("response_type");
  if (type !== "code") {
    const code: OAuthCode = type === undefined ? "invalid_request" : "unsupported_response_type";
    return oauthRefusal(code, "The response_type must be code.");
  }
  const challenge = values.get("code_challenge");
  if (challenge === undefined)
    return invalidRequest("PKCE is required: the code_challenge is missing.");
  if (values.get("code_challenge_method") !== "S256")
    return invalidRequest("The code_challenge_method must be S256.");
  if (!/^[\w-]{43}$/.test(challenge))
    return invalidRequest(
      "The code_challenge is no SHA-256 in base64url, which has 43 characters.",
    );
  const scopes = scopesOf(values.get("scope") ?? "", app.scopes, "the app has registered");
  return refused(scopes) ? scopes : { scopes, challenge };
}

/** The answer of a person or a script: `account` (default: the first), and `decision`, allow (default) or deny. */
function decided(exchange: Exchange, { values }: Form, asker: Asker, wanted: Wanted): Plain {
  const { world, credentials, incoming, now } = exchange;
  const site = header(incoming, "sec-fetch-site");
  if (site === "cross-site" || site === "same-site")
    return problemPage(incoming, 403, "Another site cannot decide this.", "open the page itself");
  const decision = values.get("decision") ?? "allow";
  if (decision !== "allow" && decision !== "deny")
    return problemPage(incoming, 400, "There is no such decision.", "decision is allow or deny");
  if (decision === "deny")
    return sentBack(asker, oauthRefusal("access_denied", "The account did not allow it."));
  if (credentials.kind !== "oauth") {
    const hint = `the accounts here: ${[...world.accounts.keys()].join(", ")}`;
    return problemPage(incoming, 400, "There is no such account.", hint);
  }
  const { app } = asker;
  const redirectUri = unnamed(asker.redirectUri, incoming);
  const account = credentials.account.id;
  const code = world.grants.allow({ app, account, redirectUri, ...wanted }, now);
  return redirected(asker, { code });
}

/** Errors go where the answer would have gone. */
function sentBack(asker: Asker, { problems: [problem], hint }: Refusal): Plain {
  const { code: error = "", detail = "" } = problem ?? {};
  return redirected(asker, { error, error_description: detail }, hint ?? detail);
}

function redirected(asker: Asker, answer: Readonly<Record<string, string>>, hint?: string): Plain {
  const { redirectUri, state } = asker;
  const all = state === undefined ? answer : { ...answer, state };
  const headers = { location: withQuery(redirectUri, all), "referrer-policy": "no-referrer" };
  return new Plain(302, "", { headers, hint });
}
