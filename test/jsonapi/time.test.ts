import { describe, expect, it } from "vitest";
import { formatDatetime, formatPrecise, parseDatetime } from "../../src/jsonapi/time.ts";

const noon = Date.UTC(2026, 0, 31, 12, 30, 15);

describe("parseDatetime", () => {
  it.each([
    ["2026-01-31T12:30:15Z", noon],
    ["2026-01-31T12:30:15+00:00", noon],
    ["2026-01-31T12:30:15+0000", noon],
    ["2026-01-31T12:30:15", noon],
    ["2026-01-31T14:30:15+02:00", noon],
    ["2026-01-31T12:30:15 00:00", noon],
    ["2026-01-31T14:30:15 02:00", noon],
    ["2026-01-31T07:30:15-05:00", noon],
    ["2026-01-31t12:30:15z", noon],
    ["2026-01-31T12:30:15.250Z", noon + 250],
    ["2026-01-31T12:30:15.250999Z", noon + 250],
    ["2026-01-31", Date.UTC(2026, 0, 31)],
  ])("reads %s", (text, ms) => {
    expect(parseDatetime(text)).toBe(ms);
  });

  it.each([
    "",
    "yesterday",
    "2026-02-30",
    "2026-13-01",
    "2026-01-31T25:00:00Z",
    "2026-01-31T12:60Z",
    "2026-01-31T12:30:15+24:00",
    "2026-01-31T12:30:15-00:60",
    "1e9",
    "20260131",
  ])("does not take %j for a datetime", (text) => {
    expect(parseDatetime(text)).toBeUndefined();
  });

  it("reads back what is written", () => {
    expect(parseDatetime(formatDatetime(noon))).toBe(noon);
    expect(formatPrecise(noon + 7)).toBe("2026-01-31T12:30:15.007000+00:00");
  });
});
