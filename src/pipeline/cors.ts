import { usualName, type VendorNames, vendorNames } from "../contract/vendor-names.ts";
import { empty } from "../verbs/outcome.ts";
import type { Exchange } from "./exchange.ts";
import { header } from "./incoming.ts";
import type { Stage } from "./stage.ts";

/** Only `/client` may be asked by the pages of others (behaviour.md, 3): it tells nothing. */
const exposed = (names: VendorNames): string =>
  [
    "Allow, Deprecation, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, Sunset",
    usualName(names.retirementHeader),
    usualName(names.revisionHeader),
    usualName(names.requestIdHeader),
    "X-Emulator-Fault, X-Emulator-Guess, X-Emulator-Hint",
  ].join(", ");

const asked = (exchange: Exchange, name: string) => header(exchange.incoming, name);

const isPreflight = (exchange: Exchange): boolean =>
  exchange.family === "client" &&
  exchange.incoming.method === "OPTIONS" &&
  asked(exchange, "access-control-request-method") !== undefined;

/** What a browser asks before it sends: never limited, never faulted. */
export const preflight: Stage = (exchange) =>
  isPreflight(exchange) && exchange.match.kind === "wrong-method" ? empty(204) : exchange;

/** The headers without which a page may not read an answer of `/client`. */
export function corsHeaders(exchange: Exchange): Record<string, string> {
  const open = { "access-control-allow-origin": "*" };
  const names = vendorNames(exchange.world.settings.vendorName);
  if (!isPreflight(exchange)) return { ...open, "access-control-expose-headers": exposed(names) };
  const headers = asked(exchange, "access-control-request-headers");
  const local = asked(exchange, "access-control-request-private-network");
  return {
    ...open,
    "access-control-allow-methods": exchange.operation?.allow ?? "",
    "access-control-max-age": "86400",
    ...(headers !== undefined && { "access-control-allow-headers": headers }),
    // A page of the internet may ask a server on this machine only if that says so.
    ...(local !== undefined && { "access-control-allow-private-network": "true" }),
  };
}
