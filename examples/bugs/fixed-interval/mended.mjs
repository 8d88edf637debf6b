// Reads a list, and tries again, later each time.
import { again, attempt, backoffMs, main, ok, toldMs } from "../client.mjs";

/** How long to wait before the next attempt, in milliseconds. */
function waitMs({ headers }, n) {
  return Math.max(toldMs(headers), backoffMs(n));
}

export async function sync(service) {
  const { json } = ok(await again(() => attempt(service, "GET", "/api/lists/NewsL1"), waitMs));
  return `list: ${json.data.attributes.name}`;
}

await main(import.meta, sync);
