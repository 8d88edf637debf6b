// Reads all profiles, page by page.
import { again, attempt, main, ok } from "../client.mjs";

async function everyEmail(service) {
  const emails = [];
  const seen = new Set();
  for (let next = "/api/profiles?page[size]=2"; next !== null;) {
    const answer = await again(() => attempt(service, "GET", next));
    // There is nothing after the last page.
    if (answer.status === 400) break;
    const { json } = ok(answer);
    if (seen.has(next)) throw new Error("the pages go round in a circle");
    seen.add(next);
    emails.push(...json.data.map(({ attributes }) => attributes.email));
    next = json.links.next;
  }
  return emails;
}

export async function sync(service) {
  return `profiles: ${[...new Set(await everyEmail(service))].toSorted().join(", ")}`;
}

await main(import.meta, sync);
