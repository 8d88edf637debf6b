import { describe, expect, it } from "vitest";
import { catalogVariants } from "../../src/areas/catalogs/resources.ts";
import { profiles } from "../../src/domain/resources/profile.ts";
import { put } from "../../src/world/store/store.ts";
import { action, flowing, mail, wait } from "../support/flowing.ts";

const ada = "ada@example.com";
const onJoin = { type: "list", id: "Friend" } as const;

/** Until when somebody waits who comes to a delay at noon (UTC) of Monday, 20 July 2026, or another instant. */
async function until(
  type: "time-delay" | "target-date",
  data: object,
  { at = "", zone = "" } = {},
) {
  const given = at === "" ? {} : { at: Date.parse(at) };
  const { flow, join, runs, person, account } = await flowing(given);
  if (zone !== "") {
    account().commit([put(profiles, { ...person(ada), location: { timezone: zone } as never })]);
  }
  flow({ trigger: onJoin, actions: [action("1", type, data, "2"), mail("2", "Hello")] });
  join("Friend", ada);
  const [{ due = null } = {}] = runs();
  return due === null ? "at once" : new Date(due).toISOString().slice(0, 16);
}

describe("a time delay lasts", () => {
  it.for([
    ["minutes", { unit: "minutes", value: 30 }, "2026-07-20T12:30"],
    ["hours", { unit: "hours", value: 4 }, "2026-07-20T16:00"],
    ["hours and minutes", { unit: "hours", value: 4, secondary_value: 15 }, "2026-07-20T16:15"],
    ["days", { unit: "days", value: 2 }, "2026-07-22T12:00"],
    ["days and hours", { unit: "days", value: 2, secondary_value: 3 }, "2026-07-22T15:00"],
    ["no time at all", { unit: "days", value: 0 }, "at once"],
    [
      "until a time of the day behind it",
      { unit: "days", value: 1, delay_until_time: "09:30" },
      "2026-07-22T09:30",
    ],
    [
      "until a time of the same day",
      { unit: "hours", value: 1, delay_until_time: "18:00:00" },
      "2026-07-20T18:00",
    ],
    [
      "until a day of the week",
      { unit: "days", value: 0, delay_until_weekdays: ["thursday", "friday"] },
      "2026-07-23T12:00",
    ],
    [
      "until a time on a day of the week",
      { unit: "days", value: 0, delay_until_time: "11:00", delay_until_weekdays: ["monday"] },
      "2026-07-27T11:00",
    ],
  ] as const)("%s", async ([, data, expected]) => {
    expect(await until("time-delay", data)).toBe(expected);
  });
});

describe("a time of the day is of", () => {
  const data = { unit: "hours", value: 0, delay_until_time: "18:00" };

  it("the person's zone, where a delay says nothing else", async () => {
    expect(await until("time-delay", data, { zone: "America/New_York" })).toBe("2026-07-20T22:00");
  });

  it("of more days than a calendar has lasts until its end", async () => {
    const data = { unit: "days", value: Number.MAX_SAFE_INTEGER, delay_until_time: "09:00:00" };
    expect(await until("time-delay", data)).toMatch(/^9000-/);
  });

  it("the account's zone, where the person has none", async () => {
    expect(await until("time-delay", data)).toBe("2026-07-20T18:00");
  });

  it("the zone that the delay names", async () => {
    const named = { ...data, timezone: "Europe/Berlin" };
    expect(await until("time-delay", named, { zone: "America/New_York" })).toBe("2026-07-20T16:00");
  });

  it("the clocks on the wall, on the days on which they are put on or back", async () => {
    const at = { zone: "Europe/Berlin", at: "2026-03-28T12:00:00Z" };
    const next = { unit: "hours", value: 12, delay_until_time: "18:00" };
    expect(await until("time-delay", next, at)).toBe("2026-03-29T16:00");
    const skipped = { unit: "hours", value: 10, delay_until_time: "02:30" };
    expect(await until("time-delay", skipped, at)).toBe("2026-03-29T01:30");
    const back = { zone: "Europe/Berlin", at: "2026-10-24T12:00:00Z" };
    expect(await until("time-delay", next, back)).toBe("2026-10-25T17:00");
  });
});

describe("a target date is", () => {
  it.for([
    ["the next time of the day", { target_time: "09:00" }, "2026-07-21T09:00"],
    ["now, where nothing is said of it", {}, "at once"],
    [
      "the next of some days of the week",
      { target_days: ["tuesday", "sunday"], target_time: "09:00" },
      "2026-07-21T09:00",
    ],
  ] as const)("%s", async ([, data, expected]) => {
    expect(await until("target-date", data)).toBe(expected);
  });
});

it("a text message waits until the quiet hours are over, unless it says otherwise", async () => {
  const { flow, join, sent, runs, hours } = await flowing({
    at: Date.parse("2026-07-20T22:00:00Z"),
  });
  const text = (id: string, next: string | null, more: object = {}) =>
    action(
      id,
      "send-sms",
      {
        message: { id: `Text${id}`, body: id, smart_sending_enabled: false, ...more },
        status: "live",
      },
      next,
    );
  flow({
    trigger: onJoin,
    actions: [text("1", "2", { sms_quiet_hours_enabled: false }), text("2", null)],
  });
  join("Friend", ada);
  expect(await sent()).toHaveLength(1);
  expect(runs()).toMatchObject([{ action: "2", state: "waiting", why: "quiet hours" }]);
  await hours(9.9);
  expect(await sent()).toHaveLength(1);
  await hours(0.1);
  expect(await sent()).toHaveLength(2);
});

it("whoever wished for a variant waits until it can be had", async () => {
  const { flow, event, metric, sent, account, hours } = await flowing();
  const variant = (inventory_quantity: number) =>
    account().commit([
      put(catalogVariants, { id: "V1", seq: 1, inventory_quantity, created: 0 } as never),
    ]);
  variant(0);
  flow({
    trigger: { type: "metric", id: metric("Wished") } as never,
    actions: [action("1", "back-in-stock-delay", undefined, "2"), mail("2", "It is back")],
  });
  event("Wished", ada, { variant_id: "V1" });
  await hours(1000);
  variant(0);
  expect(await sent()).toEqual([]);
  variant(3);
  await hours(0);
  expect(await sent()).toEqual([`${ada}: It is back`]);
});

it("what is waited for and over is not waited for again", async () => {
  const { flow, join, hours, runs, sent } = await flowing();
  flow({ trigger: onJoin, actions: [wait("1", 1, "2"), wait("2", 1, "3"), mail("3", "Hello")] });
  join("Friend", ada);
  await hours(1);
  expect(runs()).toMatchObject([{ action: "2", state: "waiting" }]);
  await hours(1);
  expect(await sent()).toEqual([`${ada}: Hello`]);
});
