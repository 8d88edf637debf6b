import { describe, expect, it } from "vitest";
import { emulate } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";

const fixture = `
company_id: Tests1
keys: [{ name: full, scopes: full }]
generate: { profiles: 10, events: 90, span: 90d }
`;
const start = () => emulate({ fixtures: [fixtureFile(fixture)] });
type Ways = Awaited<ReturnType<typeof start>>;

/** All events, the newest first, with what they say. */
const eventsOf = async ({ get }: Pick<Ways, "get">) =>
  (await get("/api/events?page[size]=200")).many.map(({ id, attributes }) => [id, attributes]);

describe("events that nobody has asked for", () => {
  it("are counted", async () => {
    const ways = await start();
    const told = ways.emulator.accounts[0]?.counts["events"];
    expect(told).toBe(90);
    expect(await eventsOf(ways)).toHaveLength(90);
    expect(ways.emulator.accounts[0]?.counts["events"]).toBe(90);
  });

  it("are the same in two emulators, after a reset, and where others were written first", async () => {
    const [one, two] = [await start(), await start()];
    const before = await eventsOf(one);
    await two.post("/api/profiles", {
      data: { type: "profile", attributes: { email: "first@example.com" } },
    });
    expect(await eventsOf(two)).toEqual(before);
    two.emulator.reset();
    expect(await eventsOf(two)).toEqual(before);
  });

  it("are the same in each sandbox", async () => {
    const ways = await start();
    const [mine, yours] = [ways.emulator.sandbox(), ways.emulator.sandbox()];
    const within = (key = "") => eventsOf({ get: (path) => ways.get(path, { key }) });
    const inside = await within(mine.keys.full);
    expect(inside).toHaveLength(90);
    expect(await eventsOf(ways)).toEqual(inside);
    expect(await within(yours.keys.full)).toEqual(inside);
  });

  it("are there when more are added", async () => {
    const ways = await start();
    await ways.emulator.seed({
      metrics: [{ name: "Added" }],
      profiles: [{ email: "added@example.com" }],
      events: [{ metric: "Added", profile: "added@example.com", time: "-1h" }],
    } as never);
    expect(ways.emulator.accounts[0]?.counts["events"]).toBe(90);
    expect(await eventsOf(ways)).toHaveLength(91);
  });
});
