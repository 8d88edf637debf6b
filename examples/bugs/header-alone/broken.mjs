// Reads the lists. It tries again for 10 seconds, as often as it may.
import { again, attempt, backoffMs, main, ok, toldMs } from "../client.mjs";

const patient = { attempts: Infinity, forMs: 10_000 };

function waitMs({ headers }, n) {
  return headers?.has("retry-after") ? toldMs(headers) : 2 * backoffMs(n);
}

export async function sync(service) {
  const { json } = ok(await again(() => attempt(service, "GET", "/api/lists"), waitMs, patient));
  return json.data.map(({ attributes }) => attributes.name).toSorted();
}

await main(import.meta, sync);
