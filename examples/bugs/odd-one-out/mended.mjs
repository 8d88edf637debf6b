// Sends the orders of the day. One has no email: it goes to a profile by its phone number.
import { again, attempt, main, ok } from "../client.mjs";

const orders = Array.from({ length: 40 }, (_, index) => ({
  id: `D-${index + 1}`,
  ...(index === 22 ? { phone_number: "+15005550006" } : { email: "ada.byron@example.com" }),
}));

const placed = ({ id, ...profile }) => ({
  data: {
    type: "event",
    attributes: {
      unique_id: id,
      metric: { data: { type: "metric", attributes: { name: "Placed Order" } } },
      profile: { data: { type: "profile", attributes: profile } },
      properties: { id },
    },
  },
});

async function send(service, order) {
  const post = () => attempt(service, "POST", "/api/events", placed(order));
  return ok(await again(post));
}

export async function sync(service) {
  for (const order of orders) await send(service, order);
  return `${orders.length} orders synced`;
}

await main(import.meta, sync);
