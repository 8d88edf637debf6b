// Sends an order as an event. Its key says that a retry is the same event.
import { randomUUID } from "node:crypto";
import { again, attempt, main, ok } from "../client.mjs";

const order = { id: "A-1001", email: "ada.byron@example.com", value: 30 };

const placed = ({ email, value }, unique_id) => ({
  data: {
    type: "event",
    attributes: {
      unique_id,
      value,
      properties: {},
      metric: { data: { type: "metric", attributes: { name: "Placed Order" } } },
      profile: { data: { type: "profile", attributes: { email } } },
    },
  },
});

export async function sync(service) {
  ok(await again(() => attempt(service, "POST", "/api/events", placed(order, randomUUID()))));
  return "1 order sent";
}

await main(import.meta, sync);
