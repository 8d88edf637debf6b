import { type Refusal, payloadTooLarge } from "../../jsonapi/refusal.ts";
import type { App } from "../../world/grants.ts";
import type { World } from "../../world/world.ts";
import type { Exchange } from "../exchange.ts";
import { formProblem, plain, formBytesMax, type OAuthRequest } from "./request.ts";
import { invalidClient, invalidRequest, oauthRefusal } from "./refusals.ts";
import { scopes, type Scope } from "../../contract/scopes.ts";
import { nearest } from "../../world/name-match.ts";

const known: ReadonlySet<string> = new Set(scopes);

/** The scopes that a text asks for, each once. @param most those that may be asked for @param by who says so */
export function scopesOf(text: string, most: ReadonlySet<string>, by: string) {
  const asked = [...new Set(text.split(" ").filter((scope) => scope !== ""))];
  const odd = asked.find((scope) => !known.has(scope));
  if (odd !== undefined) {
    const like = nearest(odd, scopes);
    const hint = like && `did you mean ${like}?`;
    return oauthRefusal("invalid_scope", `There is no scope ${plain(odd)}.`, { hint });
  }
  const beyond = asked.find((scope) => !most.has(scope));
  if (beyond !== undefined) {
    const hint = `${by}: ${[...most].join(" ")}`;
    return oauthRefusal("invalid_scope", `The scope ${beyond} is more than ${by}.`, { hint });
  }
  if (asked.length > 0) return asked as readonly Scope[];
  return oauthRefusal("invalid_scope", "The scope parameter is required.");
}

export const noSuchApp = "No app has this client_id.";

export function clientIds({ grants }: World): string {
  const known = grants.apps().map(({ clientId }) => clientId);
  return `the client ids here: ${known.join(", ") || "none; the fixture's apps: has them"}`;
}

/** The app behind a request for a token, if its form is readable and its secret right (behaviour.md, 12). */
export function clientOf({ incoming, world }: Exchange, request: OAuthRequest): App | Refusal {
  const { form, isForm, basic, app } = request;
  if (!isForm) {
    const hint = "send Content-Type: application/x-www-form-urlencoded";
    return invalidRequest("The body is not a form.", { hint });
  }
  if (incoming.body === undefined || incoming.body.length > formBytesMax)
    return payloadTooLarge(formBytesMax);
  const problem = formProblem(form);
  if (problem !== undefined) return invalidRequest(problem);
  if (basic === undefined) {
    const hint = "send Authorization: Basic base64(client_id:client_secret)";
    return invalidClient("Client authentication is missing: it goes into Basic.", hint);
  }
  if (app === undefined) return invalidClient(noSuchApp, clientIds(world));
  if (!basic.secrets.includes(app.clientSecret))
    return invalidClient(
      "The client_secret is wrong.",
      `see the secret of ${app.name} in its fixture`,
    );
  const named = form.values.get("client_id");
  if (named === undefined || named === app.clientId) return app;
  return invalidRequest("The client_id is another than that of Basic.");
}
