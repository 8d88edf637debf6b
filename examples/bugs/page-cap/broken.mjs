// Reads all profiles, four at a time.
import { again, attempt, main, ok } from "../client.mjs";

async function everyEmail(service) {
  const emails = [];
  const seen = new Set();
  for (let next = "/api/profiles?page[size]=4"; next !== null;) {
    const { json } = ok(await again(() => attempt(service, "GET", next)));
    if (seen.has(next)) throw new Error("the pages go round in a circle");
    seen.add(next);
    emails.push(...json.data.map(({ attributes }) => attributes.email));
    next = json.data.length < 4 ? null : json.links.next;
  }
  return emails;
}

export async function sync(service) {
  return `profiles: ${[...new Set(await everyEmail(service))].toSorted().join(", ")}`;
}

await main(import.meta, sync);
