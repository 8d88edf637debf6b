import { describe, expect, it } from "vitest";
import { emulate, refusalOf } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";

const [texts, left] = ["1", "2"].map((last) => last.padStart(26, "0"));

const people = `
company_id: Tests1
sms: true
profiles:
  - { id: "${texts}", phone_number: "+12025550101", consent: { sms: SUBSCRIBED } }
  - { id: "${left}", phone_number: "+12025550102", consent: { sms: UNSUBSCRIBED } }
`;

/** An account in which every message is delivered. */
async function account() {
  const ways = await emulate({ fixtures: [fixtureFile(people)] });
  const conversationOf = async (id = "") =>
    (await ways.get(`/api/profiles/${id}/conversation`)).data.id;
  const say = (conversation: string, text: unknown, more: object = {}) =>
    ways.post("/api/conversation-messages", {
      data: {
        type: "conversation-message",
        attributes: { body: text, ...more },
        relationships: { conversation: { data: { type: "conversation", id: conversation } } },
      },
    });
  /** The names of the metrics of a profile's events, and what they say, the oldest first. */
  const heardOf = async (id = "") => {
    const { many, included } = await ways.get(
      `/api/events?filter=equals(profile_id,"${id}")&include=metric&sort=datetime`,
    );
    const names = new Map(included.map((each) => [each.id, each.attributes["name"]]));
    return many.map(({ attributes, relationships }) => ({
      metric: names.get(String((relationships["metric"]?.data as { id: string } | undefined)?.id)),
      properties: attributes["event_properties"] as Record<string, unknown>,
    }));
  };
  return { ...ways, conversationOf, say, heardOf };
}

describe("a message in a conversation", () => {
  it("is accepted without a body, and recorded as sent and received", async () => {
    const { conversationOf, say, heardOf } = await account();
    const id = await conversationOf(texts);
    const answer = await say(id, "Your parcel is there.");
    expect([answer.status, answer.text]).toEqual([202, ""]);
    const heard = await heardOf(texts);
    expect(heard.map(({ metric }) => metric)).toEqual(["Sent SMS", "Received SMS"]);
    expect(heard[0]?.properties).toMatchObject({ $message: id });
  });

  it("fails to be delivered to whoever has unsubscribed, which is an event and no refusal", async () => {
    const { conversationOf, say, heardOf } = await account();
    expect((await say(await conversationOf(left), "Hello")).status).toBe(202);
    const heard = await heardOf(left);
    expect(heard.map(({ metric }) => metric)).toEqual(["Sent SMS", "Failed to Deliver SMS"]);
    expect(heard[1]?.properties).toMatchObject({ "Failure Reason": "no-consent" });
  });

  it("may say what is sent in its place to devices that can show more", async () => {
    const { conversationOf, say } = await account();
    const message_hierarchy = [
      { message_format: "RCS", message: "Rich", rich_content: { suggestions: [] } },
      { message_format: "SMS", message: "Plain" },
    ];
    const id = await conversationOf(texts);
    expect((await say(id, "Hello", { message_hierarchy })).status).toBe(202);
  });

  it("is refused without a text, with one that is too long, and in a conversation that is not there", async () => {
    const { conversationOf, say, heardOf } = await account();
    const id = await conversationOf(texts);
    const place = "/data/attributes/body";
    for (const text of ["", "x".repeat(1601)]) {
      expect(refusalOf(await say(id, text))).toEqual([400, "invalid", place]);
    }
    expect(refusalOf(await say("bm9ib2R5LnNtcw", "Hello"))).toEqual([404, "not_found", "/data/"]);
    expect(await heardOf(texts)).toEqual([]);
  });

  it("is refused where the account may not send any", async () => {
    const { emulator, conversationOf, say } = await account();
    const id = await conversationOf(texts);
    emulator.settings.set({ conversations: false });
    expect((await say(id, "Hello")).status).toBe(403);
  });
});

describe("what a person writes in a conversation", () => {
  it("is an event of theirs", async () => {
    const { emulator, conversationOf, heardOf } = await account();
    const id = await conversationOf(texts);
    emulator.conversations.inbound(id, { text: "Where is it?" });
    expect(await heardOf(texts)).toEqual([
      {
        metric: "Sent Text Message",
        properties: { "Message Body": "Where is it?", Conversation: id },
      },
    ]);
  });

  it.each(["STOP", " stop ", "Unsubscribe"])("unsubscribes them if it is %j", async (text) => {
    const { emulator, conversationOf, get, heardOf } = await account();
    emulator.conversations.inbound(await conversationOf(texts), { text });
    const { data } = await get(`/api/profiles/${texts}?additional-fields[profile]=subscriptions`);
    expect(data.attributes["subscriptions"]).toMatchObject({
      sms: { marketing: { consent: "UNSUBSCRIBED" } },
    });
    const metrics = (await heardOf(texts)).map(({ metric }) => metric);
    expect(metrics).toContain("Unsubscribed from SMS Marketing");
  });

  it("can be brought about through the control API, which refuses what is wrong", async () => {
    const { emulator, conversationOf, heardOf } = await account();
    const ask = async (id: string, body: object) => {
      const answer = await emulator.fetch(`${emulator.url}/_emulator/conversations/${id}/inbound`, {
        method: "POST",
        body: JSON.stringify(body),
      });
      return answer.status;
    };
    const id = await conversationOf(texts);
    expect(await ask(id, { text: "Hello" })).toBe(202);
    expect(await ask(id, {})).toBe(400);
    expect(await ask("nobody", { text: "Hello" })).toBe(404);
    expect(await heardOf(texts)).toHaveLength(1);
  });
});
