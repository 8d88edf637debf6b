import { expect, it } from "vitest";
import { EventColumns } from "../../src/seeding/input/event-columns.ts";
import type { EventPlan } from "../../src/seeding/plan.ts";

const given: readonly EventPlan[] = [
  ["c", -1000, 0, 2, 1],
  ["a", "2026-06-01T12:00:00Z", 1, 0, 0, "one"],
  ["d", -1000, 1, 1, 0, "two"],
  ["b", -172_800_000, 0, 1, 2],
];

it("events in columns are read back as they were added, until they are put in the order of their times", () => {
  const columns = EventColumns.of(given);
  expect([...columns]).toEqual(given);
  expect(JSON.parse(JSON.stringify(columns))).toEqual(given);
  columns.sort();
  expect([...columns].map(([id]) => id)).toEqual(["a", "b", "c", "d"]);
  expect(columns.take(2, (id, time) => [id, time])).toEqual(["c", -1000]);
  columns.clear();
  expect([columns.length, ...columns]).toEqual([0]);
});
