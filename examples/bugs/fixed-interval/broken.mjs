// Reads a list, and tries again every half second.
import { again, attempt, main, ok, toldMs } from "../client.mjs";

/** How long to wait before the next attempt, in milliseconds. */
function waitMs({ headers }) {
  return Math.max(toldMs(headers), 500);
}

export async function sync(service) {
  const { json } = ok(await again(() => attempt(service, "GET", "/api/lists/NewsL1"), waitMs));
  return `list: ${json.data.attributes.name}`;
}

await main(import.meta, sync);
