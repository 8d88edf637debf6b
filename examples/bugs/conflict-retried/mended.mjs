// Creates a profile unless it is there.
import { again, attempt, main, ok } from "../client.mjs";

const profile = { data: { type: "profile", attributes: { email: "new@example.com" } } };
const found = "/api/profiles?filter=equals(email,'new@example.com')";

async function create(service) {
  const answer = await again(() => attempt(service, "POST", "/api/profiles", profile));
  // It is there: an attempt before this one, or another writer, was quicker.
  if (answer.status !== 409) ok(answer);
}

export async function sync(service) {
  const { json } = ok(await again(() => attempt(service, "GET", found)));
  if (json.data.length === 0) await create(service);
  return "1 profile";
}

await main(import.meta, sync);
