import { type Refusal, payloadTooLarge } from "../../jsonapi/refusal.ts";
import type { App } from "../../world/grants.ts";
import type { Exchange } from "../exchange.ts";
import { formProblem } from "./form.ts";
import { invalidClient, oauthRefusal } from "./refusals.ts";
import { formBytesMax, type OAuthRequest } from "./request.ts";

/**
 * The app behind a request for a token: the form is readable, and its secret is right (behaviour.md,
 * 12: form-encoded, with Basic).
 */
export function clientOf({ incoming, world }: Exchange, request: OAuthRequest): App | Refusal {
  const { form, isForm, basic, app } = request;
  if (!isForm) {
    const hint = "send Content-Type: application/x-www-form-urlencoded";
    return oauthRefusal("invalid_request", "The body is not a form.", { hint });
  }
  if (incoming.body === undefined || incoming.body.length > formBytesMax) {
    return payloadTooLarge(formBytesMax);
  }
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
