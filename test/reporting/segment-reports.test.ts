import { describe, expect, it } from "vitest";
import { emulate, refusalOf } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";
import { data, type Fields } from "../support/sending.ts";
import { reporting } from "./asking.ts";
import { account, definition, isAda, property, text } from "../areas/segment-support.ts";

const statistics = ["members_added", "members_removed", "net_members_changed", "total_members"];

/** Ways to ask what became of one segment's members, as `[added, removed, net, total]`. */
async function reported(options: Parameters<typeof account>[0] = {}) {
  const ways = await account(options);
  const values = reporting(ways.post, "segment-values");
  const series = reporting(ways.post, "segment-series");
  const movementOf = async (segment: string, timeframe: Fields) => {
    const filter = `equals(segment_id,"${segment}")`;
    const { results } = await values.show({ statistics, timeframe, filter });
    return statistics.map((name) => results[0]?.statistics[name]);
  };
  const rename = (id: string, first_name: string) =>
    ways.patch(`/api/profiles/${id}`, {
      data: { type: "profile", id, attributes: { first_name } },
    });
  return { ...ways, values, series, movementOf, rename };
}

const today = { key: "today" };

describe("a report of segments", () => {
  it("counts who joined and who left, and who is in it at the end", async () => {
    const { create, person, movementOf, rename, emulator } = await reported();
    const segment = await create(definition([isAda]));
    const ada = await person("ada", { first_name: "Ada" });
    await person("other", { first_name: "Ada" });
    expect(await movementOf(segment, today)).toEqual([2, 0, 2, 2]);
    await emulator.clock.advance("1d");
    await rename(ada, "Eve");
    expect(await movementOf(segment, today)).toEqual([0, 1, -1, 1]);
    expect(await movementOf(segment, { key: "yesterday" })).toEqual([2, 0, 2, 2]);
    await rename(ada, "Ada");
    expect(await movementOf(segment, today)).toEqual([1, 1, 0, 2]);
    expect(await movementOf(segment, { key: "last_7_days" })).toEqual([3, 1, 2, 2]);
  });

  it("goes by days, today's among them, or by hours, weeks and months", async () => {
    const { create, person, series, rename, emulator } = await reported();
    await create(definition([isAda]));
    const ada = await person("ada", { first_name: "Ada" });
    await emulator.clock.advance("2d");
    await rename(ada, "Eve");
    await person("other", { first_name: "Ada" });
    const timeframe = { key: "last_7_days" };
    const days = await series.show({ statistics, timeframe, interval: "daily" });
    expect(days.date_times).toEqual(
      [15, 16, 17, 18, 19, 20, 21, 22].map((day) => `2026-07-${day}T00:00:00+00:00`),
    );
    expect(days.results[0]?.statistics).toEqual({
      members_added: [0, 0, 0, 0, 0, 1, 0, 1],
      members_removed: [0, 0, 0, 0, 0, 0, 0, 1],
      net_members_changed: [0, 0, 0, 0, 0, 1, 0, 0],
      total_members: [0, 0, 0, 0, 0, 1, 1, 1],
    });
    const lengths = { hourly: 7 * 24 + 9, weekly: 2, monthly: 1 };
    for (const [interval, length] of Object.entries(lengths)) {
      const { date_times = [], results } = await series.show({ statistics, timeframe, interval });
      expect([interval, date_times.length]).toEqual([interval, length]);
      expect(results[0]?.statistics["total_members"]).toHaveLength(length);
    }
    const weeks = await series.show({ statistics, timeframe, interval: "weekly" });
    // Mondays, in New York.
    expect(weeks.date_times).toEqual(["2026-07-13T00:00:00+00:00", "2026-07-20T00:00:00+00:00"]);
  });

  it.each([
    ["weekly", 54],
    ["monthly", 13],
  ])("goes by %s numbers through a whole year", async (interval, length) => {
    const { create, series } = await reported();
    await create(definition([isAda]));
    const timeframe = { key: "last_365_days" };
    const { date_times } = await series.show({ statistics, timeframe, interval });
    expect(date_times).toHaveLength(length);
  });

  it("lists every segment, also one in which nobody ever was, in the order of their creation", async () => {
    const { create, values, emulator } = await reported();
    const first = await create(definition([isAda]));
    await emulator.clock.advance("1h");
    const second = await create(definition([property("first_name", text("equals", "Eve"))]));
    const { results } = await values.show({ statistics: ["total_members"], timeframe: today });
    expect(results).toEqual(
      [first, second].map((segment_id) => ({
        groupings: { segment_id },
        statistics: { total_members: 0 },
      })),
    );
    const filter = `any(segment_id,["${second}","none"])`;
    const some = await values.show({ statistics: ["total_members"], timeframe: today, filter });
    expect(some.results.map(({ groupings }) => groupings["segment_id"])).toEqual([second]);
  });

  it("knows since when the members are there whom a fixture plants", async () => {
    const fixture = `
company_id: Tests1
timezone: America/New_York
segments: [{ name: Friends, profiles: [a@example.com, b@example.com] }]
profiles:
  - { email: a@example.com, created: "2026-07-01T03:00:00Z" }
  - { email: b@example.com, created: "2026-07-18T12:00:00Z" }
`;
    const { post } = await emulate({ fixtures: [fixtureFile(fixture)] });
    const { show } = reporting(post, "segment-values");
    const asked = { statistics: ["members_added", "total_members"] };
    // Of 3 in the morning, New York says that it is still June.
    const june = { start: "2026-06-01T00:00:00Z", end: "2026-07-01T00:00:00+09:00" };
    const before = await show({ ...asked, timeframe: june });
    expect(before.results[0]?.statistics).toEqual({ members_added: 1, total_members: 1 });
    const profile = { data: { type: "profile", attributes: { email: "a@example.com" } } };
    await post("/api/data-privacy-deletion-jobs", data("data-privacy-deletion-job", { profile }));
    const after = await show({ ...asked, timeframe: { key: "this_month" } });
    expect(after.results[0]?.statistics).toEqual({ members_added: 1, total_members: 1 });
    expect((await show({ ...asked, timeframe: june })).results).toEqual(before.results);
  });

  it("does not take a merge for a joining or a leaving, unless both were members", async () => {
    const { create, person, merge, movementOf, emulator } = await reported();
    const segment = await create(definition([isAda]));
    const ada = await person("ada", { first_name: "Ada" });
    const other = await person("other", { first_name: "Ada" });
    await emulator.clock.advance("1d");
    await merge(ada, other);
    expect(await movementOf(segment, today)).toEqual([0, 1, -1, 1]);
  });

  it("is the same after a restore, and from a copy of the state", async () => {
    const { create, person, movementOf, rename, emulator } = await reported();
    const segment = await create(definition([isAda]));
    const ada = await person("ada", { first_name: "Ada" });
    await emulator.clock.advance("1d");
    await rename(ada, "Eve");
    emulator.state.snapshot("then");
    await rename(ada, "Ada");
    await rename(ada, "Eve");
    expect(await movementOf(segment, today)).toEqual([1, 2, -1, 0]);
    emulator.state.restore("then");
    expect(await movementOf(segment, today)).toEqual([0, 1, -1, 0]);
    expect(emulator.state.get("segment-turnovers").total).toBe(2);
  });

  it("takes what was to come for what happens now, where the clock is put back", async () => {
    const { create, person, movementOf, rename, emulator, members } = await reported();
    const segment = await create(definition([isAda]));
    const ada = await person("ada", { first_name: "Ada" });
    await emulator.clock.advance("2d");
    await rename(ada, "Eve");
    await person("other", { first_name: "Ada" });
    expect(await movementOf(segment, today)).toEqual([1, 1, 0, 1]);
    emulator.clock.freeze("2026-07-21T12:00:00Z");
    expect(await members(segment)).toEqual(["other"]);
    expect(await movementOf(segment, today)).toEqual([1, 1, 0, 1]);
    await rename(ada, "Ada");
    expect(await movementOf(segment, today)).toEqual([2, 1, 1, 2]);
  });

  it("forgets a segment with all that is kept of it", async () => {
    const { create, person, rename, emulator, ask, values } = await reported();
    const segment = await create(definition([isAda]));
    await rename(await person("ada", { first_name: "Ada" }), "Eve");
    await ask("DELETE", `/api/segments/${segment}`);
    expect(emulator.state.get("segment-turnovers").total).toBe(0);
    expect((await values.show({ statistics, timeframe: today })).results).toEqual([]);
  });
});

describe("a report of segments is refused", () => {
  const at = "/data/attributes";
  const between = (start: string, end: string) => ({ start, end });
  const segments = "segment_id";
  it.each([
    [{ statistics: ["members"] }, `${at}/statistics/0`],
    [{ statistics: [] }, `${at}/statistics`],
    [{ timeframe: { key: "tomorrow" } }, `${at}/timeframe/key`],
    [{ timeframe: between("2026-07-02T00:00:00Z", "2026-07-01T00:00:00Z") }, `${at}/timeframe/end`],
    [{ timeframe: between("2025-07-01T00:00:00Z", "2026-07-01T00:00:01Z") }, `${at}/timeframe`],
    [{ timeframe: between("2023-05-31T23:59:59Z", "2023-06-30T00:00:00Z") }, `${at}/timeframe`],
    [{ interval: "yearly" }, `${at}/interval`],
    [{ interval: undefined }, `${at}/interval`],
    [{ interval: "hourly", timeframe: { key: "last_30_days" } }, `${at}/interval`],
    [{ timeframe: { key: "last_90_days" } }, `${at}/interval`],
    [{ filter: "nonsense" }, `${at}/filter`],
    [{ filter: `equals(name,"a")` }, `${at}/filter`],
    [{ filter: `contains-any(${segments},["a"])` }, `${at}/filter`],
    [{ filter: `equals(${segments},["a"])` }, `${at}/filter`],
    [{ filter: `or(equals(${segments},"a"),equals(${segments},"b"))` }, `${at}/filter`],
    [{ filter: `and(equals(${segments},"a"),equals(${segments},"b"))` }, `${at}/filter`],
    [{ filter: `any(${segments},[${"'a',".repeat(100)}'a'])` }, `${at}/filter`],
  ])("with %j", async (wrong, pointer) => {
    const { post } = await emulate();
    const { ask } = reporting(post, "segment-series");
    const right = { statistics, timeframe: { key: "last_7_days" }, interval: "daily" };
    expect((await ask(right)).status).toBe(200);
    expect(refusalOf(await ask({ ...right, ...wrong }))).toEqual([400, "invalid", pointer]);
  });
});
