// Creates a list unless it is there.
import { again, attempt, main, ok, unlessLost } from "../client.mjs";

const list = { data: { type: "list", attributes: { name: "Winter sale" } } };

async function isThere(service) {
  const { json } = ok(await again(() => attempt(service, "GET", "/api/lists")));
  return json.data.some(({ attributes }) => attributes.name === "Winter sale");
}

const create = async (service) =>
  ok(await unlessLost(() => attempt(service, "POST", "/api/lists", list)));

export async function sync(service) {
  if (await isThere(service)) return "1 list";
  try {
    await create(service);
  } catch (error) {
    // That took too long: ask again.
    if (error.name !== "TimeoutError") throw error;
    await create(service);
  }
  return "1 list";
}

await main(import.meta, sync);
