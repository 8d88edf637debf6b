// Reads a list, and tries again what the service says of itself: too many requests, or a failure.
import { setTimeout as pause } from "node:timers/promises";
import { attempt, backoffMs, main, ok, toldMs } from "../client.mjs";

const passing = [429, 500, 503];

async function patiently(act) {
  for (let n = 1; ; n += 1) {
    const answer = await act().catch((error) => ({ error }));
    if (answer.error === undefined && !passing.includes(answer.status)) return ok(answer);
    if (n === 5) throw answer.error ?? new Error(`HTTP ${answer.status}`);
    await pause(Math.max(toldMs(answer.headers), backoffMs(n)));
  }
}

export async function sync(service) {
  const { json } = await patiently(() => attempt(service, "GET", "/api/lists/NewsL1"));
  return `list: ${json.data.attributes.name}`;
}

await main(import.meta, sync);
