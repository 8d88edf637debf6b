// Sends orders as they come in, one after the other.
import { setTimeout as pause } from "node:timers/promises";
import { again, attempt, main, ok } from "../client.mjs";

const orders = ["A-1", "A-2"];

const placed = (id) => ({
  data: {
    type: "event",
    attributes: {
      unique_id: id,
      properties: { id },
      metric: { data: { type: "metric", attributes: { name: "Placed Order" } } },
      profile: { data: { type: "profile", attributes: { email: "ada.byron@example.com" } } },
    },
  },
});

export async function sync(service) {
  const begun = Date.now();
  for (const [index, id] of orders.entries()) {
    await pause(begun + index * 1100 - Date.now());
    ok(await again(() => attempt(service, "POST", "/api/events", placed(id))));
  }
  return `${orders.length} orders sent`;
}

await main(import.meta, sync);
