// Creates a profile for each new customer. What failed is tried once more at the end.
import { attempt, backoffMs, main, passes, toldMs } from "../client.mjs";
import { setTimeout as pause } from "node:timers/promises";

const customers = ["eve@example.com", "fay@example.com", "gil@example.com"];

export async function sync(service) {
  const failed = [];
  async function put(email, n) {
    const data = { type: "profile", attributes: { email, properties: { plan: "free" } } };
    const answer = await attempt(service, "POST", "/api/profile-import", { data }).catch(() => {});
    if (answer?.status < 400) return;
    if (answer !== undefined && !passes(answer.status)) throw new Error(`HTTP ${answer.status}`);
    failed.push([email, n + 1, Math.max(toldMs(answer?.headers), backoffMs(n))]);
  }
  for (const email of customers) await put(email, 1);
  for (const [email, n, waitMs] of failed) {
    if (n > 5) throw new Error(`${email} failed five times`);
    if (waitMs > 60_000) throw new Error(`${email} was not synced`);
    await pause(waitMs);
    await put(email, n);
  }
  return "customers synced";
}

await main(import.meta, sync);
