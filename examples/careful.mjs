// The same client, after its first bad day: it waits as long as it is asked to, backs off at random, gives up in the
// end, and names its write, so that the service can tell a retry from a second order.
// service-emulator exec --compare --scenario burst-throttle --report -- node examples/careful.mjs
import { setTimeout as wait } from "node:timers/promises";

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
      // The service stores an event with the same unique_id once, however often it comes.
      unique_id: "order-1001",
      metric: { data: { type: "metric", attributes: { name: "Placed Order" } } },
      profile: { data: { type: "profile", attributes: { email: "ada@example.com" } } },
      properties: { OrderId: "1001" },
    },
  },
};

const attemptsMax = 6;
const baseMs = 250;
const capMs = 10_000;
const longestMs = 600_000;

/** Whether the same request may succeed later; a lost response counts. */
const mayPass = (response) =>
  response === undefined || [429, 500, 502, 503, 504].includes(response.status);

/** As long as Retry-After says, in seconds or as a date, else at random up to a bound that doubles with each attempt. */
function waitMs(response, attempt) {
  const asked = response?.headers.get("retry-after") ?? "";
  if (/^\d+$/.test(asked)) return Number(asked) * 1000;
  if (asked.endsWith(" GMT")) return Math.max(0, Date.parse(asked) - Date.now());
  return Math.random() * Math.min(capMs, baseMs * 2 ** attempt);
}

for (let attempt = 1; ; attempt += 1) {
  const response = await fetch(`${url}/api/events`, {
    method: "POST",
    headers,
    body: JSON.stringify(order),
    signal: AbortSignal.timeout(10_000),
  }).catch(() => undefined);
  console.log(`attempt ${attempt}: ${response?.status ?? "no response"}`);
  if (response?.ok) break;
  const ms = waitMs(response, attempt);
  // Nobody waits for an hour; and a timer of Node's that is set to more than 24 days ends at once.
  if (!mayPass(response) || attempt === attemptsMax || ms > longestMs) {
    process.exitCode = 1;
    break;
  }
  await wait(ms);
}
