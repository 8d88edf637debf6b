import { type Refusal, payloadTooLarge } from "../../jsonapi/refusal.ts";
import type { App } from "../../world/grants.ts";
import type { Exchange } from "../exchange.ts";
import { formProblem, plain } from "./form.ts";
import { invalidClient, oauthRefusal } from "./refusals.ts";
import { formBytesMax, type OAuthRequest } from "./request.ts";
import { scopes, type Scope } from "../../contract/scopes.ts";
import { nearest } from "../../world/name-match.ts";

const known: ReadonlySet<string> = new Set(scopes);

/** The scopes that a text asks for, each once. @param most those that may be asked for, and who says so */
export function scopesOf(
  text: string,
  most: { readonly scopes: ReadonlySet<string>; readonly by: string },
): readonly Scope[] | Refusal {
  const asked = [...new Set(text.split(" ").filter((scope) => scope !== ""))];
  const odd = asked.find((scope) => !known.has(scope));
  if (odd !== undefined) {
    const like = nearest(odd, scopes);
    const hint = like === undefined ? {} : { hint: `did you mean ${like}?` };
    return oauthRefusal("invalid_scope", `There is no scope ${plain(odd)}.`, hint);
  }
  const beyond = asked.find((scope) => !most.scopes.has(scope));
  if (beyond !== undefined) {
    const hint = `${most.by}: ${[...most.scopes].join(" ")}`;
    return oauthRefusal("invalid_scope", `The scope ${beyond} is more than ${most.by}.`, { hint });
  }
  if (asked.length > 0) return asked as readonly Scope[];
  return oauthRefusal("invalid_scope", "The scope parameter is required.");
}

/** The app behind a request for a token, if its form is readable and its secret right (behaviour.md, 12). */
export function clientOf({ incoming, world }: Exchange, request: OAuthRequest): App | Refusal {
  const { form, isForm, basic, app } = request;
  if (!isForm) {
    const hint = "send Content-Type: application/x-www-form-urlencoded";
    return oauthRefusal("invalid_request", "The body is not a form.", { hint });
  }
  if (incoming.body === undefined || incoming.body.length > formBytesMax)
    return payloadTooLarge(formBytesMax);
  const problem = formProblem(form);
  if (problem !== undefined) return oauthRefusal("invalid_request", problem);
  if (basic === undefined) {
    const hint = "send Authorization: Basic base64(client_id:client_secret)";
    return invalidClient("Client authentication is missing: it goes into Basic.", hint);
  }
  if (app === undefined) {
    const known = world.grants.apps().map(({ clientId }) => clientId);
    const hint = `the client ids here: ${known.join(", ") || "none; the fixture's apps: has them"}`;
    return invalidClient("No app has this client_id.", hint);
  }
  if (!basic.secrets.includes(app.clientSecret)) {
    return invalidClient(
      "The client_secret is wrong.",
      `see the secret of ${app.name} in its fixture`,
    );
  }
  const named = form.values.get("client_id");
  if (named === undefined || named === app.clientId) return app;
  return oauthRefusal("invalid_request", "The client_id is another than that of Basic.");
}
