import { vendorNames } from "../../contract/vendor-names.ts";
import type { Exchange } from "../exchange.ts";
import type { Reply } from "../incoming.ts";
import { faultsOf, printable } from "../headers.ts";
import type { Plain } from "../stage.ts";

/** The answer as it is sent. What OAuth gives out is for nobody's cache (RFC 6749, 5.1). */
export function presentPlain(exchange: Exchange, { status, headers, body, hint }: Plain): Reply {
  const { id, acts, world } = exchange;
  return {
    status,
    body,
    headers: {
      "content-length": String(Buffer.byteLength(body)),
      "cache-control": "no-store",
      pragma: "no-cache",
      [vendorNames(world.settings.vendorName).requestIdHeader]: id,
      ...headers,
      ...(hint !== undefined && { "x-emulator-hint": printable(world.redaction.text(hint)) }),
      ...(acts.length > 0 && !world.settings.stealth && { "x-emulator-fault": faultsOf(acts) }),
    },
  };
}
