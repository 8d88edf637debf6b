// Reads a list. It tries again for 8 seconds, as often as it may.
import { again, attempt, backoffMs, main, ok } from "../client.mjs";

const patient = { attempts: Infinity, forMs: 8000 };

/** How long to wait before the next attempt, in milliseconds. */
function waitMs({ headers }, n) {
  const told = headers?.get("retry-after");
  if (!told) return 2 * backoffMs(n);
  const ms = told.endsWith("GMT") ? Date.parse(told) - Date.now() : Number(told) * 1000;
  return Math.max(ms > 0 ? ms : 0, 2 * backoffMs(n));
}

export async function sync(service) {
  const { json } = ok(
    await again(() => attempt(service, "GET", "/api/lists/NewsL1"), waitMs, patient),
  );
  return `list: ${json.data.attributes.name}`;
}

await main(import.meta, sync);
