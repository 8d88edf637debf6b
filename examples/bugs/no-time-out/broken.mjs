// Reads a list, with the time-out of fetch itself, which is minutes.
import { again, main, ok } from "../client.mjs";

async function read({ url, key }, path) {
  const response = await fetch(new URL(path, url), {
    headers: { authorization: `Service-API-Key ${key}`, revision: "2026-07-15" },
  });
  const { status, headers } = response;
  return { status, headers, json: response.ok ? await response.json() : undefined };
}

export async function sync(service) {
  const { json } = ok(await again(() => read(service, "/api/lists/NewsL1")));
  return `list: ${json.data.attributes.name}`;
}

await main(import.meta, sync);
