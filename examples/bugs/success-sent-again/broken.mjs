// Creates a list unless it is there.
import { setTimeout as pause } from "node:timers/promises";
import { again, attempt, backoffMs, main, ok, passes, toldMs } from "../client.mjs";

const list = { data: { type: "list", attributes: { name: "Winter sale" } } };

/** A lost response is an error at once: the list may be there. */
async function create(service) {
  let answer;
  let isToRepeat = false;
  for (let n = 1; n <= 5; n += 1) {
    answer = await attempt(service, "POST", "/api/lists", list);
    if (passes(answer.status)) isToRepeat = true;
    if (!isToRepeat) break;
    if (n < 5) await pause(Math.max(toldMs(answer.headers), backoffMs(n)));
  }
  return ok(answer);
}

export async function sync(service) {
  const { json } = ok(await again(() => attempt(service, "GET", "/api/lists")));
  if (json.data.every(({ attributes }) => attributes.name !== "Winter sale")) await create(service);
  return "1 list";
}

await main(import.meta, sync);
