import { describe, expect, it } from "vitest";
import { quietUntil } from "../../src/domain/flows/running/wait.ts";
import { zoneNamed } from "../../src/domain/time-zone.ts";

describe("a time on the wall", () => {
  it("that comes twice is the first of the two, and one that is skipped is where it would have been", () => {
    const berlin = zoneNamed("Europe/Berlin");
    const instant = (wall: string) =>
      new Date(berlin.instantOf(Date.parse(`${wall}Z`))).toISOString();
    expect(instant("2026-10-25T02:30:00")).toBe("2026-10-25T00:30:00.000Z");
    expect(instant("2026-10-25T03:00:00")).toBe("2026-10-25T02:00:00.000Z");
    expect(instant("2026-03-29T02:30:00")).toBe("2026-03-29T01:30:00.000Z");
  });
});

/** When a text message goes that is due then; "at once": it is day. */
const goes = (due: string, zone = "UTC"): string => {
  const until = quietUntil(zoneNamed(zone), Date.parse(due));
  return until === undefined ? "at once" : new Date(until).toISOString();
};

describe("quiet hours", () => {
  it.each([
    ["at midnight", "2026-07-15T00:00:00.000Z", "2026-07-15T08:00:00.000Z"],
    ["before 8 in the morning", "2026-07-15T07:59:59.999Z", "2026-07-15T08:00:00.000Z"],
    ["at 8", "2026-07-15T08:00:00.000Z", "at once"],
    ["in the evening", "2026-07-15T20:59:59.999Z", "at once"],
    ["from 21 o'clock on", "2026-07-15T21:00:00.000Z", "2026-07-16T08:00:00.000Z"],
    ["before midnight", "2026-07-15T23:59:59.999Z", "2026-07-16T08:00:00.000Z"],
  ])("hold a text message %s until the next 8 o'clock", (_, due, at) => {
    expect(goes(due)).toBe(at);
  });

  it("are those of the zone", () => {
    expect(goes("2026-07-15T08:00:00.000Z", "America/New_York")).toBe("2026-07-15T12:00:00.000Z");
    expect(goes("2026-07-15T20:00:00.000Z", "Europe/Berlin")).toBe("2026-07-16T06:00:00.000Z");
  });

  it("end at 8 by the clock on the wall, also in a night in which it is put forward or back", () => {
    expect(goes("2026-03-28T22:00:00.000Z", "Europe/Berlin")).toBe("2026-03-29T06:00:00.000Z");
    expect(goes("2026-10-25T00:30:00.000Z", "Europe/Berlin")).toBe("2026-10-25T07:00:00.000Z");
  });
});
