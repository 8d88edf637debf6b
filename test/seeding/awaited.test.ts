import { describe, expect, it, vi } from "vitest";
import { Ahead } from "../../src/emulation/ahead.ts";
import { plant } from "../../src/seeding/plant/plant.ts";
import { State } from "../../src/world/store/state.ts";
import type { Account } from "../../src/world/account.ts";
import { emulate } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";
import { createWorld, planTexts } from "./support.ts";

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
  it("are followed by those that are added, of which their people know", async () => {
    const { emulator, get } = await start();
    const people = async () => (await get("/api/profiles?page[size]=1")).many[0]?.attributes;
    const before = await people();
    await emulator.seed({
      metrics: [{ name: "Added" }],
      events: [{ metric: "Added", profile: String(before?.["email"]), time: "0s" }],
    });
    const [said, then] = [(await people())?.["last_event_date"], before?.["last_event_date"]];
    expect(Date.parse(String(said))).toBeGreaterThan(Date.parse(String(then)));
  });

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

describe("a past that nobody has asked for", () => {
  const past = `
company_id: Tests1
generate: { profiles: 40, events: 400, span: 90d }
lists: [{ id: NewsAA, name: News }]
history: { list: News, campaigns: 3, reviews: 10 }
`;
  const planted = async () => {
    const world = createWorld();
    plant(world, await planTexts([past]));
    const account = world.account("Tests1");
    if (account === undefined) throw new Error("Tests1 is missing");
    return account;
  };
  const all = (account: Account) =>
    [...account.tables().values()].map((table) => [table.collection.name, [...table.all()]]);

  it("is not made for whoever asks for something else by its name", async () => {
    const account = await planted();
    const known = account.sizeOf("event");
    expect(account.tableNamed("profile")?.size).toBe(40);
    expect(account.sizeOf("event")).toBe(known);
    expect(account.tableNamed("event")?.size).toBeGreaterThan(known);
  });

  it.each([0, 1, 7, 15, Infinity])(
    "is the same where %s parts of it were made ahead before somebody asked",
    async (parts) => {
      const [one, other] = [await planted(), await planted()];
      const work = one.snapshot().ahead();
      let made = 0;
      while (made < parts && !work.next().done) made += 1;
      expect(made).toBeGreaterThanOrEqual(Math.min(parts, 15));
      expect(all(one)).toEqual(all(other));
      expect(work.next().done).toBe(true);
    },
  );

  it("is made in the first second in which no request comes", async () => {
    const account = await planted();
    const world = createWorld();
    world.accounts.set(account.id, account);
    const ahead = new Ahead();
    let second = 0;
    const made: number[] = [];
    vi.spyOn(account, "snapshot").mockImplementation(() => {
      made.push(second);
      return new State("");
    });
    ahead.watch(
      () => world,
      async () => {
        if (second < 3) ahead.note();
        second += 1;
      },
    );
    await vi.waitFor(() => expect(made).toEqual([4]));
  });
});
