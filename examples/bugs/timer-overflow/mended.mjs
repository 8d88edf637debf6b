// Reads the name of a list, and waits as long as it is told to.
import { again, attempt, backoffMs, main, ok, toldMs } from "../client.mjs";

const waitMs = ({ headers }, n) => Math.max(toldMs(headers), backoffMs(n));

export async function sync(service) {
  const limits = { longestMs: 60_000 };
  const answer = await again(() => attempt(service, "GET", "/api/lists/NewsL1"), waitMs, limits);
  return `list: ${ok(answer).json.data.attributes.name}`;
}

await main(import.meta, sync);
