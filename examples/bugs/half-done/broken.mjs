// Creates a list with a profile on it, unless it is there.
import { again, attempt, main, ok, unlessLost } from "../client.mjs";

const list = { data: { type: "list", attributes: { name: "Winter sale" } } };

const lists = async (service) => ok(await again(() => attempt(service, "GET", "/api/lists"))).json;

const create = async (service) =>
  ok(await unlessLost(() => attempt(service, "POST", "/api/lists", list)));

export async function sync(service) {
  const there = (await lists(service)).data.find(
    ({ attributes }) => attributes.name === "Winter sale",
  );
  if (there !== undefined) return "list synced";
  const { id } = (await create(service)).json.data;
  const data = [{ type: "profile", id: "01JGFJJZ00ADABYR0N00000001" }];
  const path = `/api/lists/${id}/relationships/profiles`;
  ok(await again(() => attempt(service, "POST", path, { data })));
  return "list synced";
}

await main(import.meta, sync);
