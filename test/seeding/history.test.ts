import { describe, expect, it } from "vitest";
import { emulate } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";

const shop = `
company_id: Tests1
timezone: UTC
sender_email: hello@shop.example.com
website: https://shop.example.com
lists: [{ name: Newsletter, id: News01 }, { name: Others, id: Other1 }]
generate: { profiles: 40, events: 400, span: 360d, lists: { email: Newsletter } }
history: { campaigns: 24, list: Newsletter }
`;

const year = 365 * 86_400_000;
const noon = Date.parse("2026-07-20T12:00:00Z");

async function account(text = shop) {
  const ways = await emulate({ fixtures: [fixtureFile(text)] });
  /** Every record of a collection. */
  const all = (kind: string) =>
    ways.emulator.state.get(kind, { limit: 10_000 }).records as readonly Record<string, any>[];
  return { ...ways, all };
}

describe("the history of a fixture", () => {
  it("has so many campaigns that were sent, evenly over the past year", async () => {
    const { get } = await account();
    const { many } = await get(
      `/api/campaigns?filter=equals(messages.channel,"email")&sort=created_at`,
    );
    expect(many.map(({ attributes: { status } }) => status)).toEqual(Array(24).fill("Sent"));
    const times = many.map(({ attributes }) => Date.parse(String(attributes["send_time"])));
    expect(times[0]).toBeGreaterThanOrEqual(noon - year);
    expect(times.at(-1)).toBeLessThan(noon);
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThanOrEqual(86_400_000);
    expect(new Set(times.map((at) => new Date(at).getUTCHours()))).toEqual(new Set([10]));
  });

  it("has a message and a template of its own for each, which includes show", async () => {
    const { get } = await account();
    const { many, included } = await get(
      `/api/campaigns?filter=equals(messages.channel,"email")&include=campaign-messages`,
    );
    expect(included).toHaveLength(many.length);
    const { data } = await get(`/api/campaign-messages/${included[0]?.id}/template`);
    expect(data.attributes["html"]).toContain("https://shop.example.com/new");
  });

  it("writes nobody before they joined the list, nor after the last that was heard of them", async () => {
    const { all } = await account();
    const people = new Map(all("profile").map((each) => [each["id"], each]));
    const joined = new Map(
      all("membership")
        .filter(({ group }) => group === "News01")
        .map(({ profile, joined: at }) => [profile, at]),
    );
    const mails = all("message");
    expect(mails.length).toBeGreaterThan(20);
    for (const { profile, at, opened, clicked } of mails) {
      expect(at).toBeGreaterThanOrEqual(joined.get(profile));
      const last = people.get(profile)?.["last_event_date"];
      const seconds = [at, opened ?? 0, clicked ?? 0].map((each) => each - (each % 1000));
      for (const each of seconds) expect(each).toBeLessThanOrEqual(last);
    }
  });

  it("has an event for each mail that went out, for each opening and each click", async () => {
    const { all } = await account();
    const names = new Map(all("metric").map(({ id, name }) => [id, name]));
    const count = (name: string) =>
      all("event").filter(({ metric }) => names.get(metric) === name).length;
    const mails = all("message");
    expect(count("Received Email") + count("Bounced Email")).toBe(mails.length);
    expect(count("Opened Email")).toBe(mails.filter(({ opened }) => opened !== null).length);
    expect(count("Clicked Email")).toBe(mails.filter(({ clicked }) => clicked !== null).length);
    expect(count("Opened Email")).toBeGreaterThan(5);
  });

  it("led to some orders, which say so wherever they are read", async () => {
    const { all, get } = await account();
    const led = all("event").filter(({ properties }) => properties.$attribution !== undefined);
    expect(led.length).toBeGreaterThan(0);
    const events = new Map(all("event").map((each) => [each["id"], each]));
    for (const { profile, time, properties } of led) {
      const by = events.get(properties.$attribution.$attributed_event_id);
      expect(by?.["profile"]).toBe(profile);
      expect(by?.["time"]).toBeLessThanOrEqual(time);
    }
    const [{ id, profile, properties } = {} as Record<string, any>] = led;
    const { many } = await get(`/api/events?filter=equals(profile_id,"${profile}")`);
    const listed = many.find((each) => each.id === id);
    expect(listed?.attributes["event_properties"]).toEqual(properties);
  });

  it("is the same at every start, whatever is asked first", async () => {
    const [one, other] = [await account(), await account()];
    await one.get("/api/profiles");
    await one.get('/api/campaigns?filter=equals(messages.channel,"email")');
    await other.get("/api/events");
    for (const kind of ["message", "event", "campaign", "template"]) {
      expect(one.all(kind)).toEqual(other.all(kind));
    }
  });

  it("is there again after a reset, and in a sandbox", async () => {
    const { emulator, all } = await account();
    const before = all("message").length;
    emulator.reset();
    expect(all("message")).toHaveLength(before);
    const { companyId } = emulator.sandbox();
    expect(
      emulator.state.get("message", { limit: 10_000, account: companyId }).records,
    ).toHaveLength(before);
  });

  it("is run for those whom a fixture adds, and reaches nobody else", async () => {
    const { emulator, all } = await account(
      shop.replace("history: { campaigns: 24, list: Newsletter }", ""),
    );
    const before = new Set(all("profile").map(({ id }) => id));
    await emulator.seed({
      company_id: "Tests1",
      profiles: [
        {
          email: "added@example.com",
          created: "-200d",
          lists: ["Newsletter"],
          consent: { email: "SUBSCRIBED" },
        },
      ],
      history: { campaigns: 4, list: "Newsletter" },
    });
    expect(all("campaign").map(({ state }) => state)).toEqual(Array(4).fill("Sent"));
    expect(all("message").map(({ to }) => to)).toEqual(Array(4).fill("added@example.com"));
    expect(all("profile").filter(({ id }) => !before.has(id))).toHaveLength(1);
    emulator.reset();
    expect([all("campaign"), all("message")]).toEqual([[], []]);
  });

  it("is refused without a list, and with one that is not there", async () => {
    const bare = "company_id: Tests1\nhistory: { campaigns: 2 }";
    await expect(account(bare)).rejects.toThrow("add one to lists");
    await expect(account(shop.replace("list: Newsletter }", "list: Newsleter }"))).rejects.toThrow(
      "did you mean Newsletter?",
    );
  });
});

describe("emulators of one process that begin alike", () => {
  it("have the same past, and see nothing of what another writes", async () => {
    const one = await emulate({ fixtures: ["demo"] });
    const people = () => one.emulator.state.get("profiles", { limit: 10_000 }).records;
    const before = JSON.stringify(people());
    const id = people()[0]?.["id"];
    const attributes = { first_name: "Changed" };
    await one.patch(`/api/profiles/${String(id)}`, { data: { type: "profile", id, attributes } });
    const other = await emulate({ fixtures: ["demo"] });
    const theirs = other.emulator.state.get("profiles", { limit: 10_000 }).records;
    expect(JSON.stringify(theirs)).toBe(before);
    expect(JSON.stringify(people())).not.toBe(before);
  });
});
