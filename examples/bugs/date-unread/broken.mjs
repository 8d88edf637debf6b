// Reads a list, and waits as long as Retry-After says.
import { again, attempt, backoffMs, main, ok } from "../client.mjs";

/** How long to wait before the next attempt, in milliseconds. */
function waitMs({ headers }, n) {
  const told = headers?.get("retry-after");
  const ms = Number(told) * 1000;
  return ms > 0 ? Math.max(ms, backoffMs(n)) : backoffMs(n);
}

export async function sync(service) {
  const { json } = ok(await again(() => attempt(service, "GET", "/api/lists/NewsL1"), waitMs));
  return `list: ${json.data.attributes.name}`;
}

await main(import.meta, sync);
