import { describe, expect, it } from "vitest";
import { emulate } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";

const shop = `
company_id: Tests1
lists: [{ name: Newsletter, id: News01 }]
generate: { profiles: 40, events: 400, span: 360d, lists: { email: Newsletter } }
history: { campaigns: 24 }
`;

/** An account with orders that mails led to, and others. */
const account = () => emulate({ fixtures: [fixtureFile(shop)] });

describe("the attribution of an event", () => {
  it("comes along with it: the mail's campaign, its message, and what its person did", async () => {
    const { get } = await account();
    const { many, included } = await get("/api/events?include=attributions&page[size]=1000");
    expect(included.length).toBeGreaterThan(0);
    for (const { id, type, relationships } of included) {
      expect(type).toBe("attribution");
      const idOf = (name: string) =>
        String((relationships[name]?.data as { id: string } | undefined)?.id);
      const event = many.find((each) => each.id === idOf("event"));
      expect(event?.relationships["attributions"]?.data).toEqual([{ type, id }]);
      const said = event?.attributes["event_properties"] as Record<string, object>;
      expect(said["$attribution"]).toMatchObject({
        $attributed_event_id: idOf("attributed-event"),
      });
      const message = await get(`/api/campaign-messages/${idOf("campaign-message")}`);
      expect(message.data.relationships["campaign"]?.data).toMatchObject({ id: idOf("campaign") });
    }
  });

  it("is none where no mail led to it", async () => {
    const { get } = await account();
    const { many, included } = await get("/api/events?include=attributions&page[size]=1000");
    const bare = many.find(({ relationships }) => {
      const { data } = relationships["attributions"] as { data: unknown[] };
      return data.length === 0;
    });
    expect(bare?.attributes["event_properties"]).not.toHaveProperty("$attribution");
    expect(included.length).toBeLessThan(many.length);
  });

  it("is written with an event that follows an opening within five days", async () => {
    const { emulator, get, post } = await account();
    const mails = emulator.state.get("message", { limit: 10_000 }).records;
    const mail = mails.find(({ opened }) => opened !== null);
    const profile = { data: { type: "profile", id: mail?.["profile"], attributes: {} } };
    const order = (days: number) => ({
      data: {
        type: "event",
        attributes: {
          profile,
          metric: { data: { type: "metric", attributes: { name: "Placed Order" } } },
          properties: {},
          unique_id: `after ${days} days`,
          time: new Date(Number(mail?.["opened"]) + days * 86_400_000).toISOString(),
        },
      },
    });
    for (const days of [4, -40]) await post("/api/events", order(days));
    const { many } = await get(`/api/events?filter=equals(profile_id,"${mail?.["profile"]}")`);
    const said = (days: number) =>
      many
        .map(({ attributes }) => attributes["event_properties"] as Record<string, unknown>)
        .find(({ $event_id }) => $event_id === `after ${days} days`);
    expect(said(4)).toHaveProperty("$attribution");
    expect(said(-40)).toBeDefined();
    expect(said(-40)).not.toHaveProperty("$attribution");
  });

  it("follows the last opening before it, whatever was written in between", async () => {
    const { get, post } = await account();
    const act = (name: string, second: number) =>
      post("/api/events", {
        data: {
          type: "event",
          attributes: {
            profile: { data: { type: "profile", attributes: { email: "new@example.com" } } },
            metric: { data: { type: "metric", attributes: { name } } },
            properties: {},
            unique_id: `${name} ${second}`,
            time: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
          },
        },
      });
    await act("Placed Order", 10);
    await act("Opened Email", 20);
    await act("Placed Order", 30);
    await act("Opened Email", 5);
    await act("Placed Order", 11);
    await act("Placed Order", 40);
    const { data } = await get('/api/profiles?filter=equals(email,"new@example.com")');
    const id = (data as unknown as { id: string }[])[0]?.id;
    const { many } = await get(`/api/events?filter=equals(profile_id,"${id}")`);
    const saidOf = (name: string) =>
      many
        .map((each) => each.attributes["event_properties"] as Record<string, unknown>)
        .find(({ $event_id }) => $event_id === name)?.["$attribution"];
    const idOf = (name: string) =>
      many.find(
        ({ attributes }) =>
          (attributes["event_properties"] as { $event_id?: string }).$event_id === name,
      )?.id;
    expect(saidOf("Placed Order 10")).toBeUndefined();
    expect(saidOf("Placed Order 11")).toMatchObject({
      $attributed_event_id: idOf("Opened Email 5"),
    });
    for (const name of ["Placed Order 30", "Placed Order 40"])
      expect(saidOf(name)).toMatchObject({ $attributed_event_id: idOf("Opened Email 20") });
  });
});
