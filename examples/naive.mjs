// A client as most of us write it first: it tries again at once, and sends nothing that names its write.
// service-emulator exec --compare --scenario burst-throttle --report -- node examples/naive.mjs
const { SERVICE_EMULATOR_URL: url, SERVICE_EMULATOR_API_KEY: key } = process.env;

const headers = {
  authorization: `Service-API-Key ${key}`,
  revision: "2026-07-15",
  "content-type": "application/json",
};

/** A placed order, as the body of `POST /api/events`. */
const order = {
  data: {
    type: "event",
    attributes: {
      metric: { data: { type: "metric", attributes: { name: "Placed Order" } } },
      profile: { data: { type: "profile", attributes: { email: "ada@example.com" } } },
      properties: { OrderId: "1001" },
    },
  },
};

for (let attempt = 1; attempt <= 5; attempt += 1) {
  const response = await fetch(`${url}/api/events`, {
    method: "POST",
    headers,
    body: JSON.stringify(order),
  }).catch(() => undefined);
  console.log(`attempt ${attempt}: ${response?.status ?? "no response"}`);
  if (response?.ok) break;
}
