import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { between, rowsOf, shown, withEvents } from "./metric-support.ts";

describe("the times of an aggregate", () => {
  it("are those of the zone, and so is a range without an offset", async () => {
    const { aggregate } = await withEvents([
      { time: "2026-07-02T03:59:59Z" },
      { time: "2026-07-02T04:00:00Z" },
    ]);
    const timezone = "America/New_York";
    const answer = await aggregate({ timezone });
    expect(shown(answer).dates).toEqual([
      "2026-07-01T04:00:00+00:00",
      "2026-07-02T04:00:00+00:00",
      "2026-07-03T04:00:00+00:00",
    ]);
    expect(rowsOf(answer)).toEqual([[[], [1, 1, 0]]]);
    const filter = between("2026-07-02T04:00:00Z", "2026-07-02T04:00:01+00:00");
    expect(rowsOf(await aggregate({ timezone, filter }))).toEqual([[[], [1]]]);
  });

  it("begin with the whole of the first, of which only a part is counted", async () => {
    const { aggregate } = await withEvents([
      { time: "2026-07-01T10:00:00Z" },
      { time: "2026-07-15T10:00:00Z" },
    ]);
    const filter = between("2026-07-08", "2026-08-02");
    const dates = async (interval: string) => shown(await aggregate({ interval, filter })).dates;
    expect(await dates("month")).toEqual([
      "2026-07-01T00:00:00+00:00",
      "2026-08-01T00:00:00+00:00",
    ]);
    // The 8th is a Wednesday.
    expect((await dates("week")).slice(0, 2)).toEqual([
      "2026-07-06T00:00:00+00:00",
      "2026-07-13T00:00:00+00:00",
    ]);
    expect(rowsOf(await aggregate({ interval: "month", filter }))).toEqual([[[], [1, 0]]]);
  });

  it("have a day of 23 hours where the clock is put forward, and one of 25 where it is put back", async () => {
    const { aggregate } = await withEvents();
    const timezone = "Europe/Berlin";
    const hours = async (from: string, to: string) =>
      shown(await aggregate({ timezone, interval: "hour", filter: between(from, to) })).dates;
    expect(await hours("2026-03-29", "2026-03-30")).toHaveLength(23);
    const back = await hours("2025-10-26", "2025-10-27");
    expect([back.length, back[0], back.at(-1)]).toEqual([
      25,
      "2025-10-25T22:00:00+00:00",
      "2025-10-26T22:00:00+00:00",
    ]);
    const days = await aggregate({ timezone, filter: between("2026-03-28", "2026-03-31") });
    expect(shown(days).dates).toEqual([
      "2026-03-27T23:00:00+00:00",
      "2026-03-28T23:00:00+00:00",
      "2026-03-29T22:00:00+00:00",
    ]);
  });

  it("begin at one o'clock where midnight is skipped", async () => {
    const { aggregate } = await withEvents();
    const filter = between("2026-03-07", "2026-03-10");
    expect(shown(await aggregate({ timezone: "America/Havana", filter })).dates).toEqual([
      "2026-03-07T05:00:00+00:00",
      "2026-03-08T05:00:00+00:00",
      "2026-03-09T04:00:00+00:00",
    ]);
  });

  it("leave out a day that was skipped with the date line", async () => {
    const { aggregate } = await withEvents();
    const filter = between("2011-12-29", "2012-01-01");
    expect(shown(await aggregate({ timezone: "Pacific/Apia", filter })).dates).toEqual([
      "2011-12-29T10:00:00+00:00",
      "2011-12-30T10:00:00+00:00",
    ]);
  });

  it("keep to whole hours where the offset is a quarter past", async () => {
    const { aggregate } = await withEvents();
    const filter = between("2026-07-01T10:20:00Z", "2026-07-01T12:00:00Z");
    const asked = { timezone: "Asia/Kathmandu", interval: "hour", filter };
    expect(shown(await aggregate(asked)).dates).toEqual([
      "2026-07-01T10:15:00+00:00",
      "2026-07-01T11:15:00+00:00",
    ]);
  });

  it("may span a leap year, from day to day", async () => {
    const { aggregate } = await withEvents();
    const timezone = "America/New_York";
    const whole = await aggregate({ timezone, filter: between("2024-01-01", "2025-01-01") });
    expect(shown(whole).dates).toHaveLength(366);
  });

  it("count each event on the day that a calendar there shows", async () => {
    const start = Date.UTC(2025, 8, 1);
    const seconds = fc.array(fc.nat(300 * 86_400), { minLength: 1, maxLength: 40 });
    const zones = fc.constantFrom("America/New_York", "Australia/Lord_Howe", "Asia/Tehran", "UTC");
    await fc.assert(
      fc.asyncProperty(seconds, zones, async (offsets, timeZone) => {
        const times = offsets.map((offset) => start + offset * 1000);
        const { aggregate } = await withEvents(
          times.map((time) => ({ time: new Date(time).toISOString() })),
        );
        const filter = between("2025-08-31", "2026-07-31");
        const { dates, data } = shown(await aggregate({ timezone: timeZone, filter }));
        const day = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
        const shownThere = new Map<string, number>();
        for (const [index, count] of (data[0]?.measurements["count"] ?? []).entries()) {
          if (count > 0) shownThere.set(day.format(new Date(dates[index] ?? "")), count);
        }
        const expected = new Map<string, number>();
        for (const time of times.toSorted((a, b) => a - b)) {
          expected.set(day.format(time), (expected.get(day.format(time)) ?? 0) + 1);
        }
        expect(shownThere).toEqual(expected);
      }),
      { numRuns: 15 },
    );
  });
});
