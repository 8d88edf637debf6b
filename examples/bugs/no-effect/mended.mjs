// Changes a property of a profile.
import { again, attempt, main, ok } from "../client.mjs";

const email = "ada.byron@example.com";
const found = `/api/profiles?filter=equals(email,'${email}')`;

const change = { data: { type: "profile", attributes: { email, properties: { plan: "pro" } } } };

export async function sync(service) {
  ok(await again(() => attempt(service, "POST", "/api/profile-import", change)));
  const { json } = ok(await again(() => attempt(service, "GET", found)));
  if (json.data[0]?.attributes.properties.plan !== "pro") throw new Error("nothing has changed");
  return "plan changed";
}

await main(import.meta, sync);
