// Reads all profiles, page by page.
import { again, attempt, main, ok } from "../client.mjs";

async function everyEmail(service) {
  const emails = [];
  let next = "/api/profiles?page[size]=2";
  for (let pages = 0; next !== null; pages += 1) {
    if (pages === 20) throw new Error("the pages do not end");
    const { json } = ok(await again(() => attempt(service, "GET", next)));
    emails.push(...json.data.map(({ attributes }) => attributes.email));
    next = json.links.next;
  }
  return emails;
}

export async function sync(service) {
  return `profiles: ${[...new Set(await everyEmail(service))].toSorted().join(", ")}`;
}

await main(import.meta, sync);
