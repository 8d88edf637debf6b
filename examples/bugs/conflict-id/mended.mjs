// Creates a profile unless it is there, and puts it on a list.
import { again, attempt, main, ok } from "../client.mjs";

const profile = { data: { type: "profile", attributes: { email: "new@example.com" } } };
const found = "/api/profiles?filter=equals(email,'new@example.com')";

async function requireProfile(service) {
  const { json } = ok(await again(() => attempt(service, "GET", found)));
  if (json.data.length > 0) return json.data[0].id;
  const answer = await again(() => attempt(service, "POST", "/api/profiles", profile));
  if (answer.status === 409) return JSON.parse(answer.text).errors[0].meta.duplicate_profile_id;
  return ok(answer).json.data.id;
}

export async function sync(service) {
  const ids = [await requireProfile(service)].filter(Boolean);
  const data = ids.map((id) => ({ type: "profile", id }));
  const path = "/api/lists/NewsL1/relationships/profiles";
  if (data.length > 0) ok(await again(() => attempt(service, "POST", path, { data })));
  return "done";
}

await main(import.meta, sync);
