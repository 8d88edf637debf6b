// Marks profiles as customers. Some may have been deleted meanwhile.
import { again, attempt, main, ok } from "../client.mjs";

async function profilesOf(service) {
  const { json } = ok(await again(() => attempt(service, "GET", "/api/profiles?sort=email")));
  return json.data.slice(0, 2);
}

async function mark(service, id) {
  const body = { data: { type: "profile", id, attributes: { properties: { customer: true } } } };
  const answer = await again(() => attempt(service, "PATCH", `/api/profiles/${id}`, body));
  const isDeleted = answer.status === 404;
  if (!isDeleted) ok(answer);
}

export async function sync(service) {
  for (const { id } of await profilesOf(service)) await mark(service, id);
  return "customers marked";
}

await main(import.meta, sync);
