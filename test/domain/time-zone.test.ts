import { expect, it } from "vitest";
import { zoneNamed } from "../../src/domain/time-zone.ts";

const minute = 60_000;

it.each([
  ["America/New_York", "2026-03-08T07:00:00Z"],
  ["America/New_York", "2026-11-01T06:00:00Z"],
  ["Australia/Lord_Howe", "2026-04-04T15:00:00Z"],
  ["America/St_Johns", "2006-10-29T02:31:00Z"],
  ["Antarctica/Casey", "2020-10-03T16:01:00Z"],
  ["Africa/Monrovia", "1972-01-07T00:44:30Z"],
])("a clock of %s is put forward or back at %s, to the second", (name, change) => {
  const [zone, at] = [zoneNamed(name), Date.parse(change)];
  const around = [-61, -60, -1, -1 / 60, 0, 1 / 60, 1, 29, 60, 61].map(
    (each) => at + each * minute,
  );
  const shown = (ms: number) => new Date(ms).toLocaleString("sv-SE", { timeZone: name });
  const wall = (ms: number) =>
    new Date(zone.wallOf(ms)).toISOString().slice(0, 19).replace("T", " ");
  expect(around.map(wall)).toEqual(around.map(shown));
  expect(zone.wallOf(at - 1000) - (at - 1000)).not.toBe(zone.wallOf(at) - at);
});
