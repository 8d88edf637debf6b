// Creates a profile unless it is there.
import { again, attempt, main, ok } from "../client.mjs";

const profile = { data: { type: "profile", attributes: { email: "new@example.com" } } };
const found = "/api/profiles?filter=equals(email,'new@example.com')";

async function create(service) {
  for (let n = 1; ; n += 1) {
    const answer = await again(() => attempt(service, "POST", "/api/profiles", profile));
    // Two writers at once: the other one will be done soon.
    if (answer.status !== 409 || n === 20) return ok(answer);
  }
}

export async function sync(service) {
  const { json } = ok(await again(() => attempt(service, "GET", found)));
  if (json.data.length === 0) await create(service);
  return "1 profile";
}

await main(import.meta, sync);
