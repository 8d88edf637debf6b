import { describe, expect, it } from "vitest";
import { emulate, refusalOf } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";

/** Who texts, has left, was never asked, and has only mail. */
const [texts, left, never, mails] = ["1", "2", "3", "4"].map((last) => last.padStart(26, "0"));

const people = `
company_id: Tests1
sms: true
keys: [{ name: full, scopes: full }, { name: profiles-only, scopes: ["profiles:read"] }]
profiles:
  - { id: "${texts}", phone_number: "+12025550101", consent: { sms: SUBSCRIBED } }
  - { id: "${left}", phone_number: "+12025550102", consent: { sms: UNSUBSCRIBED } }
  - { id: "${never}", phone_number: "+12025550103" }
  - { id: "${mails}", email: ada@example.com, consent: { email: SUBSCRIBED } }
`;

async function account() {
  const ways = await emulate({ fixtures: [fixtureFile(people)] });
  const conversationOf = (id = "") => ways.get(`/api/profiles/${id}/conversation`);
  return { ...ways, conversationOf };
}

describe("a conversation", () => {
  it("is there for whoever has consented to text messages, also for who has left", async () => {
    const { conversationOf } = await account();
    for (const id of [texts, left]) {
      const { data } = await conversationOf(id);
      expect(data).toMatchObject({
        type: "conversation",
        attributes: { channel: "sms" },
        relationships: { profile: { data: { type: "profile", id } } },
      });
    }
  });

  it("is not there for anybody else, which is no mistake", async () => {
    const { conversationOf, get } = await account();
    for (const id of [never, mails]) {
      expect((await conversationOf(id)).text).toBe('{"data":null}');
      expect((await get(`/api/profiles/${id}/relationships/conversation`)).data).toBeNull();
      expect((await get(`/api/profiles/${id}/conversations`)).many).toEqual([]);
    }
  });

  it("has the same id wherever it is read", async () => {
    const { conversationOf, get } = await account();
    const { id } = (await conversationOf(texts)).data;
    const at = `/api/profiles/${texts}`;
    expect((await get(`${at}/relationships/conversation`)).data.id).toBe(id);
    expect((await get(`${at}/conversations`)).many.map((each) => each.id)).toEqual([id]);
    expect((await get(`${at}/relationships/conversations`)).many[0]?.id).toBe(id);
    const { data, included } = await get(`${at}?include=conversations`);
    expect(data.relationships["conversations"]?.data).toEqual([{ type: "conversation", id }]);
    expect(included.map((each) => each.id)).toEqual([id]);
  });

  it("comes along with a page of profiles, each with its own", async () => {
    const { get } = await account();
    const { included } = await get("/api/profiles?include=conversations");
    const whose = included.map(({ relationships }) => relationships["profile"]?.data);
    expect(whose).toEqual([texts, left].map((id) => ({ type: "profile", id })));
  });

  it("comes along by its old name before 2026-07-15", async () => {
    const { get } = await account();
    const headers = { revision: "2026-04-15" };
    const { included } = await get(`/api/profiles/${texts}?include=conversation`, { headers });
    expect(included[0]?.attributes).toEqual({ channel: "sms" });
  });

  it("by WhatsApp stands beside the one by SMS", async () => {
    const { post, get } = await account();
    const yes = { marketing: { consent: "SUBSCRIBED" } };
    const attributes = { phone_number: "+12025550101", subscriptions: { whatsapp: yes } };
    const profiles = { data: [{ type: "profile", attributes }] };
    const type = "profile-subscription-bulk-create-job";
    const body = { data: { type, attributes: { profiles } } };
    expect((await post("/api/profile-subscription-bulk-create-jobs", body)).status).toBe(202);
    const { many } = await get(`/api/profiles/${texts}/conversations`);
    expect(many.map(({ attributes: { channel } }) => channel)).toEqual(["sms", "whatsapp"]);
  });

  it("of a profile that is not there is not found", async () => {
    const { conversationOf, emulator, get } = await account();
    expect(refusalOf(await conversationOf("nobody"))).toEqual([404, "not_found", "/data/"]);
    const key = emulator.keys["profiles-only"] ?? "";
    const lacking = await get(`/api/profiles/${texts}/conversation`, { key });
    expect(refusalOf(lacking)).toEqual([403, "permission_denied", "/data/"]);
  });
});
