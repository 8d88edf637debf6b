// Sends orders. After three failures in a row it sends nothing more, so that the service can recover.
import { again, attempt, main } from "../client.mjs";

const orders = ["B-1", "B-2", "B-3", "B-4", "B-5", "B-6"];

const placed = (id) => ({
  data: {
    type: "event",
    attributes: {
      unique_id: id,
      metric: { data: { type: "metric", attributes: { name: "Placed Order" } } },
      profile: { data: { type: "profile", attributes: { email: "ada.byron@example.com" } } },
      properties: { id },
    },
  },
});

export async function sync(service) {
  let failures = 0;
  const send = async (order) => {
    if (failures >= 3) return { status: 503 };
    const answer = await attempt(service, "POST", "/api/events", placed(order));
    failures = answer.status >= 500 ? failures + 1 : 0;
    return answer;
  };
  for (const order of orders) {
    await again(() => send(order)).catch((error) => {
      if (failures < 3) throw error;
    });
  }
  return "orders synced";
}

await main(import.meta, sync);
