// Reads a list. A response must come within 2 seconds.
import { again, main, ok } from "../client.mjs";

async function read({ url, key }, path) {
  const response = await fetch(new URL(path, url), {
    headers: { authorization: `Service-API-Key ${key}`, revision: "2026-07-15" },
    signal: AbortSignal.timeout(2000),
  });
  const { status, headers } = response;
  return { status, headers, json: response.ok ? await response.json() : undefined };
}

export async function sync(service) {
  const { json } = ok(await again(() => read(service, "/api/lists/NewsL1")));
  return `list: ${json.data.attributes.name}`;
}

await main(import.meta, sync);
