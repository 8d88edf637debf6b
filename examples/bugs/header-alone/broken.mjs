// Reads a list. It tries again for 8 seconds, as often as it may.
import { again, attempt, backoffMs, main, ok, toldMs } from "../client.mjs";

const patient = { attempts: Infinity, forMs: 8000 };

function waitMs({ headers }, n) {
  return headers?.has("retry-after") ? toldMs(headers) : 2 * backoffMs(n);
}

export async function sync(service) {
  const { json } = ok(
    await again(() => attempt(service, "GET", "/api/lists/NewsL1"), waitMs, patient),
  );
  return `list: ${json.data.attributes.name}`;
}

await main(import.meta, sync);
