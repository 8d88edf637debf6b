import {
  authenticationFailed,
  invalid,
  invalidParameter,
  notAuthenticated,
} from "../jsonapi/refusal.ts";
import { header } from "./exchange.ts";
import type { Stage } from "./stage.ts";

/** Specification, "Authentication"; behaviour.md, 2 and 16. */
export const authenticate: Stage = (exchange) => {
  const { credentials, world, family, incoming } = exchange;
  const { authScheme, badKeyStatus } = world.settings;
  if (family === "client" && header(incoming, "authorization") !== undefined) {
    const detail = "A private key is never used with client endpoints.";
    return invalid("/data/", detail, "send company_id, and no Authorization header");
  }
  if (credentials.kind === "key" || credentials.kind === "company") {
    exchange.account = credentials.account;
    if (credentials.kind === "key") exchange.key = credentials.key;
    return undefined;
  }
  const [account] = world.accounts.values();
  if (family === "client") {
    const missing = credentials.kind === "none";
    const detail = missing ? "company_id is required." : "No account has this company_id.";
    return invalidParameter("company_id", detail, `the company id here is ${account?.id}`);
  }
  if (credentials.kind === "unknown") {
    const names = account?.keys.map(({ name }) => name).join(", ");
    const hint = `no such key here; the banner shows those there are: ${names}`;
    return authenticationFailed(authScheme, badKeyStatus, hint);
  }
  const sent = header(incoming, "authorization");
  const hint = `send Authorization: ${authScheme} <key>`;
  return notAuthenticated(authScheme, !sent ? hint : `${hint}, not ${schemeOf(sent)}`);
};

/** Only the first word of a header that may hold a secret. */
const schemeOf = (sent: string) => /^[\w-]{1,40}(?= )/.exec(sent)?.[0] ?? "what was sent";
