// Reads all profiles, page by page, with a token.
import { again, attempt, main, ok } from "../client.mjs";
import { refresh, signIn } from "../sign-in.mjs";

export async function sync({ url, companyId }) {
  const service = { url, companyId };
  const { access_token, refresh_token } = await signIn(service);
  service.token = access_token;
  const ids = [];
  for (let next = "/api/profiles?page[size]=2"; next !== null;) {
    const get = () => again(() => attempt(service, "GET", next));
    let answer = await get();
    if (answer.status === 401) {
      service.token = (await refresh(service, refresh_token)).access_token;
      answer = await get();
    }
    const { json } = ok(answer);
    ids.push(...json.data.map(({ id }) => id));
    next = json.links.next;
  }
  return `${new Set(ids).size} profiles`;
}

await main(import.meta, sync);
