// Changes a property of a profile.
import { again, attempt, main, ok } from "../client.mjs";

const email = "ada.byron@example.com";

const change = { data: { type: "profile", attributes: { email, properties: { plan: "pro" } } } };

export async function sync(service) {
  ok(await again(() => attempt(service, "POST", "/api/profile-import", change)));
  return "plan changed";
}

await main(import.meta, sync);
