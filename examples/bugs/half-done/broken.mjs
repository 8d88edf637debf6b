// Creates a list with a profile on it, unless it is there.
import { again, attempt, main, ok } from "../client.mjs";

const list = { data: { type: "list", attributes: { name: "Winter sale" } } };

const lists = async (service) => ok(await again(() => attempt(service, "GET", "/api/lists"))).json;

const profiles = async (service) =>
  ok(await again(() => attempt(service, "GET", "/api/profiles?sort=email"))).json;

export async function sync(service) {
  const there = (await lists(service)).data.find(
    ({ attributes }) => attributes.name === "Winter sale",
  );
  if (there !== undefined) return "list synced";
  const { id } = ok(await attempt(service, "POST", "/api/lists", list)).json.data;
  const [first] = (await profiles(service)).data;
  const data = [{ type: "profile", id: first.id }];
  const path = `/api/lists/${id}/relationships/profiles`;
  ok(await again(() => attempt(service, "POST", path, { data })));
  return "list synced";
}

await main(import.meta, sync);
