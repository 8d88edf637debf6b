// Reads four profiles by four workers, with a token that they share.
import { again, all, attempt, main, ok } from "../client.mjs";
import { refresh, signIn } from "../sign-in.mjs";

const emails = [
  "ada.byron@example.com",
  "grace.murray@example.org",
  "a@example.com",
  "b@example.com",
];

export async function sync({ url, companyId }) {
  const service = { url, companyId };
  const { access_token, refresh_token } = await signIn(service);
  service.token = access_token;

  let renewing;
  async function renew() {
    renewing ??= refresh(service, refresh_token);
    service.token = (await renewing).access_token;
  }

  async function read(email) {
    const path = `/api/profiles?filter=equals(email,'${email}')`;
    const get = () => again(() => attempt(service, "GET", path));
    const answer = await get();
    if (answer.status !== 401) return ok(answer).json.data.length;
    await renew();
    return ok(await get()).json.data.length;
  }

  return `found: ${await all(emails.map(read))}`;
}

await main(import.meta, sync);
