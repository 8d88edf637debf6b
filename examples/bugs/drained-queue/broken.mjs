// Sends what is in its queue, four at a time.
import { again, attempt, main, ok } from "../client.mjs";

const queue = ["C-1", "C-2", "C-3", "C-4", "C-5", "C-6"];

const placed = (id) => ({
  type: "event",
  attributes: {
    unique_id: id,
    metric: { data: { type: "metric", attributes: { name: "Placed Order" } } },
    properties: { id },
  },
});

const bulk = (orders) => ({
  data: {
    type: "event-bulk-create-job",
    attributes: {
      "events-bulk-create": {
        data: [
          {
            type: "event-bulk-create",
            attributes: {
              profile: {
                data: { type: "profile", attributes: { email: "ada.byron@example.com" } },
              },
              events: { data: orders.map(placed) },
            },
          },
        ],
      },
    },
  },
});

export async function sync(service) {
  const left = [...queue];
  const send = (orders) => attempt(service, "POST", "/api/event-bulk-create-jobs", bulk(orders));
  while (left.length > 0) {
    ok(await again(() => send(left.splice(0, 4))));
  }
  return "queue sent";
}

await main(import.meta, sync);
