// Sends eight orders, each by a worker of its own.
import { again, attempt, backoffMs, main, ok, toldMs } from "../client.mjs";

const orders = ["A-1", "A-2", "A-3", "A-4", "A-5", "A-6", "A-7", "A-8"];

const placed = (unique_id) => ({
  data: {
    type: "event",
    attributes: {
      unique_id,
      properties: {},
      metric: { data: { type: "metric", attributes: { name: "Placed Order" } } },
      profile: { data: { type: "profile", attributes: { email: "ada.byron@example.com" } } },
    },
  },
});

function waitMs({ headers }, n) {
  const told = toldMs(headers);
  return told > 0 ? told : backoffMs(n);
}

export async function sync(service) {
  const send = (id) => again(() => attempt(service, "POST", "/api/events", placed(id)), waitMs);
  const answers = await Promise.all(orders.map(send));
  return `${answers.map(ok).length} orders sent`;
}

await main(import.meta, sync);
