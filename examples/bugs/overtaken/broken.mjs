// Writes changes of profiles, in the order in which they were made.
import { setTimeout as pause } from "node:timers/promises";
import { attempt, backoffMs, main, ok, passes, toldMs } from "../client.mjs";

const changes = [
  { email: "ada.byron@example.com", properties: { plan: "free" } },
  { email: "ada.byron@example.com", properties: { plan: "pro" } },
];

export async function sync(service) {
  const queue = [...changes];
  for (let failures = 0; queue.length > 0;) {
    const attributes = queue.shift();
    const body = { data: { type: "profile", attributes } };
    const answer = await attempt(service, "POST", "/api/profile-import", body).catch(() => ({}));
    if (answer.status !== undefined && !passes(answer.status)) {
      ok(answer);
      continue;
    }
    queue.push(attributes);
    failures += 1;
    if (failures === 5) throw new Error(`HTTP ${answer.status}`);
    await pause(Math.max(toldMs(answer.headers), backoffMs(failures)));
  }
  return "2 changes";
}

await main(import.meta, sync);
