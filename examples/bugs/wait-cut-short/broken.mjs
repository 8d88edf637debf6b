// Reads a list, and waits as long as Retry-After says, but no longer than its users do.
import { again, attempt, backoffMs, main, ok, toldMs } from "../client.mjs";

/** How long to wait before the next attempt, in milliseconds. */
function waitMs({ headers }, n) {
  const longestMs = 1000;
  return Math.min(Math.max(toldMs(headers), backoffMs(n)), longestMs);
}

export async function sync(service) {
  const { json } = ok(await again(() => attempt(service, "GET", "/api/lists/NewsL1"), waitMs));
  return `list: ${json.data.attributes.name}`;
}

await main(import.meta, sync);
