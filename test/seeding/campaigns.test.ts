import { describe, expect, it } from "vitest";
import { emulate } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";
import { planText } from "./support.ts";

const base = `
company_id: Tests1
keys: [{ name: full, scopes: full }]
lists: [{ id: Reader, name: Readers }, { name: Staff }]
profiles:
  - { email: ada@example.com, lists: [Readers], consent: { email: SUBSCRIBED } }
  - { email: bob@example.com, lists: [Readers, Staff], consent: { email: SUBSCRIBED } }
templates: [{ name: Hello, html: "<p>{{ first_name }}</p>" }]
`;
const id = "01JZDEM0CAMPA1GNNEWS1ETTER";
const shop = `${base}
campaigns:
  - { id: ${id}, name: Draft, subject: Hi, template: Hello, included: [Readers], excluded: [Staff], created: -3d }
  - { name: Soon, subject: Hi, template: Hello, included: [Readers], status: Scheduled, send_at: 2h }
  - { name: Past, channel: sms, body: Hi, included: [Readers], status: Sent, send_at: -5d }
  - { name: Stopped, channel: mobile_push, title: A, body: B, included: [Readers], status: Cancelled }
`;

describe("campaigns of a fixture", () => {
  it("are there in their states, with their messages and copies of templates", async () => {
    const { emulator, get } = await emulate({ fixtures: [fixtureFile(shop)] });
    const { records } = emulator.state.get("campaigns");
    expect(records.map(({ name, state }) => [name, state])).toEqual([
      ["Soon", "Scheduled"],
      ["Past", "Sent"],
      ["Stopped", "Cancelled"],
      ["Draft", "Draft"],
    ]);
    const draft = await get(`/api/campaigns/${id}?include=campaign-messages`);
    expect(draft.data.attributes).toMatchObject({
      audiences: { included: ["Reader"], excluded: [expect.any(String)] },
      send_strategy: { method: "immediate" },
      created_at: "2026-07-17T12:00:00.000000+00:00",
    });
    const [message] = draft.included;
    expect(message?.attributes["definition"]).toMatchObject({ content: { subject: "Hi" } });
    const copy = await get(`/api/campaign-messages/${message?.id}/template`);
    expect(copy.data.attributes["html"]).toContain("{{ first_name }}");
    expect((await get("/api/templates")).many).toHaveLength(1);
    const past = await get("/api/campaigns?filter=equals(messages.channel,'sms')");
    expect(past.many[0]?.attributes["send_time"]).toBe("2026-07-15T12:00:00.000000+00:00");
  });

  it("go out when their time has come, also after a reset", async () => {
    const { emulator } = await emulate({ fixtures: [fixtureFile(shop)] });
    for (let round = 0; round < 2; round += 1) {
      const [soon] = emulator.state.get("campaigns", {
        filter: "equals(messages.channel,'email'),contains(name,'Soon')",
      }).records;
      await emulator.clock.advance("2h");
      const [send] = emulator.campaigns.sends(String(soon?.id));
      expect(send).toMatchObject({ recipients: 2, reached: 2 });
      emulator.reset();
      emulator.clock.set("2026-07-20T12:00:00Z");
    }
  });

  it.each([
    ["{ name: A, included: [Reader] }", "unknown list or segment 'Reader' (did you mean Readers?)"],
    [
      "{ name: A, included: [Readers], template: Helo }",
      "unknown template 'Helo' (did you mean Hello?)",
    ],
    ["{ name: A, included: [Readers], status: Scheduled }", "needs a send_at such as 2d"],
    [
      "{ name: A, included: [Readers], status: Scheduled, send_at: -2d }",
      "expected a time in the future",
    ],
    ["{ name: A, included: [Readers], send_at: soon }", "expected a time such as"],
    ["{ name: A, included: [] }", "at least one item"],
    [
      "{ name: A, included: [Readers], ab_test: { wait: long, variations: [{}, {}] } }",
      "ab_test.wait: expected a duration such as 4h",
    ],
  ])("%s is refused", async (campaign, what) => {
    await expect(planText(`${base}campaigns: [${campaign}]`)).rejects.toThrow(what);
  });
});
