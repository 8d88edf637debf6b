// The work of a sync, by a library that asks: profiles are read, a list is kept, events are sent.
export async function work(ask) {
  const ids = [];
  for (let page = "/api/profiles?page[size]=2"; page !== null;) {
    const { data, links } = await ask("GET", page);
    ids.push(...data.map(({ id }) => id));
    page = links.next;
  }
  const { data: lists } = await ask("GET", "/api/lists");
  let list = lists.find(({ attributes }) => attributes.name === "Synced");
  if (list === undefined) {
    const body = { data: { type: "list", attributes: { name: "Synced" } } };
    list = (await ask("POST", "/api/lists", body)).data;
  }
  const data = ids.map((id) => ({ type: "profile", id }));
  await ask("POST", `/api/lists/${list.id}/relationships/profiles`, { data });
  for (const id of ids.slice(0, 3)) {
    const metric = { data: { type: "metric", attributes: { name: "Synced" } } };
    const profile = { data: { type: "profile", id, attributes: {} } };
    const attributes = { unique_id: `sync-${id}`, properties: {}, metric, profile };
    await ask("POST", "/api/events", { data: { type: "event", attributes } });
  }
  console.log(`${ids.length} profiles synced`);
}

const { SERVICE_EMULATOR_URL: url, SERVICE_EMULATOR_API_KEY: key } = process.env;
export const headers = { authorization: `Service-API-Key ${key}`, revision: "2026-07-15" };
export const urlOf = (path) => new URL(path, url).href;
