// Reads sixteen profiles at once, and tries again later each time.
import { again, all, attempt, backoffMs, main, ok, toldMs } from "../client.mjs";

const names = Array.from({ length: 16 }, (_, index) => `reader-${index + 1}`);

/** How long to wait before the next attempt, in milliseconds. */
function waitMs({ headers }, n) {
  const told = toldMs(headers);
  return told > 0 ? told + 500 * Math.random() : backoffMs(n);
}

export async function sync(service) {
  const read = (name) => {
    const path = `/api/profiles?filter=equals(email,'${name}@example.com')`;
    return again(() => attempt(service, "GET", path), waitMs);
  };
  const answers = await all(names.map(read));
  return `found: ${answers.map((answer) => ok(answer).json.data.length)}`;
}

await main(import.meta, sync);
