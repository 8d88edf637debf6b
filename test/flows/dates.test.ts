import { describe, expect, it } from "vitest";
import { flowRuns } from "../../src/domain/flows/records.ts";
import { objectLinks } from "../../src/domain/objects/records.ts";
import {
  objectRecords,
  objectSchemas,
  objectTypes,
} from "../../src/domain/resources/custom-object.ts";
import { profiles } from "../../src/domain/resources/profile.ts";
import { put } from "../../src/world/store/store.ts";
import { action, flowing, mail } from "../support/flowing.ts";

const ada = "ada@example.com";
const day = 24;

const onDate = (more: object = {}) =>
  ({
    type: "date",
    date_field_type: "profile-property",
    date_profile_property: "Birthday",
    recurrence_frequency: "annually",
    timedelta_unit_before_date: "days",
    timedelta_value_before_date: 0,
    trigger_time: "09:00:00",
    timezone: "profile",
    ...more,
  }) as never;

/** When somebody enters a flow within so many days from noon of Monday, 20 July 2026, on. */
async function entersAt(trigger: object, birthday: string, { within = 300, zone = "UTC" } = {}) {
  const { flow, say, runs, hours, account, person } = await flowing();
  say(ada, { Birthday: birthday });
  account().commit([put(profiles, { ...person(ada), location: { timezone: zone } as never })]);
  flow({ trigger: onDate(trigger), actions: [mail("1", "Hello")] });
  await hours(within * day);
  return runs()
    .filter(({ state }) => state === "completed")
    .map(({ entered }) => new Date(entered).toISOString().slice(0, 16));
}

describe("by a date somebody enters", () => {
  it.for([
    ["each year", {}, "1990-08-02", ["2026-08-02T09:00"]],
    ["some days before", { timedelta_value_before_date: 3 }, "1990-08-02", ["2026-07-30T09:00"]],
    [
      "some weeks before",
      { timedelta_unit_before_date: "weeks", timedelta_value_before_date: 1 },
      "1990-08-02",
      ["2026-07-26T09:00"],
    ],
    [
      "a month before, of which the days are fewer",
      { timedelta_unit_before_date: "months", timedelta_value_before_date: 1 },
      "1990-10-31",
      ["2026-09-30T09:00"],
    ],
    [
      "once, where it does not recur",
      { recurrence_frequency: "never" },
      "2026-07-25",
      ["2026-07-25T09:00"],
    ],
    ["never again, where it is over", { recurrence_frequency: "never" }, "2026-07-19", []],
    ["no earlier than it is", {}, "2027-12-01", []],
    [
      "on the next of some days of the week",
      { trigger_days: ["monday"] },
      "1990-08-05",
      ["2026-08-10T09:00"],
    ],
    ["on the last of February, where it has no 29th", {}, "2024-02-29", ["2027-02-28T09:00"]],
  ] as const)("%s", async ([, trigger, birthday, expected]) => {
    expect(await entersAt(trigger, birthday)).toEqual(expected);
  });

  it("each month", async () => {
    const monthly = { recurrence_frequency: "monthly" };
    expect(await entersAt(monthly, "2026-05-31", { within: 110 })).toEqual([
      "2026-07-31T09:00",
      "2026-08-31T09:00",
      "2026-09-30T09:00",
      "2026-10-31T09:00",
    ]);
  });

  it("each week, on the day that it is today, if its time is still to come", async () => {
    const weekly = { recurrence_frequency: "weekly", trigger_time: "18:00:00" };
    expect(await entersAt(weekly, "2026-07-13", { within: 9 })).toEqual([
      "2026-07-20T18:00",
      "2026-07-27T18:00",
    ]);
  });

  it("by the clocks of the own place", async () => {
    const zone = "Pacific/Auckland";
    expect(await entersAt({}, "1990-08-02", { zone })).toEqual(["2026-08-01T21:00"]);
    expect(await entersAt({ timezone: "America/New_York" }, "1990-08-02", { zone })).toEqual([
      "2026-08-02T13:00",
    ]);
  });
});

it("a flow that is live again on the same day lets nobody enter twice", async () => {
  const { flow, say, runs, hours, sent } = await flowing();
  say(ada, { Birthday: "1990-07-20" });
  const whole = { trigger: onDate({ trigger_time: "13:00:00" }), actions: [mail("1", "Hello")] };
  flow(whole);
  flow({ ...whole, status: "draft" });
  flow(whole);
  await hours(2);
  flow({ ...whole, status: "draft" });
  flow(whole);
  await hours(48);
  expect(await sent()).toEqual([`${ada}: Hello`]);
  expect(runs()).toHaveLength(1);
});

it("while a flow is a draft no date lets anybody enter", async () => {
  const { flow, say, hours, account } = await flowing();
  say(ada, { Birthday: "1990-07-22" });
  const whole = { trigger: onDate(), actions: [mail("1", "Hello")] };
  flow(whole);
  flow({ ...whole, status: "draft" });
  await hours(7 * day);
  expect([...account().table(flowRuns).all()]).toEqual([]);
});

it("a countdown goes on so long before the date that began the run", async () => {
  const { flow, say, hours, runs, sent } = await flowing();
  say(ada, { Birthday: "1990-08-10" });
  const data = { unit: "days", value: 2, delay_until_time: "10:00:00", timezone: "profile" };
  flow({
    trigger: onDate({ timedelta_value_before_date: 10 }),
    actions: [action("1", "countdown-delay", data, "2"), mail("2", "Soon")],
  });
  await hours(12 * day);
  expect(runs()).toMatchObject([{ state: "waiting", due: Date.UTC(2026, 7, 8, 10) }]);
  await hours(8 * day);
  expect(await sent()).toEqual([`${ada}: Soon`]);
});

it("the date of a custom object lets those enter who are related to it", async () => {
  const { flow, hours, account, person, runs } = await flowing();
  const at = { seq: 1, created: 0, updated: 0 };
  account().commit([
    put(objectTypes, { id: "Type1", ...at, current: "Schema1", draft: null } as never),
    put(objectSchemas, { id: "Schema1", ...at, properties: [{ id: 7, name: "renews" }] } as never),
    put(objectRecords, {
      id: "Type1:::A",
      ...at,
      type: "Type1",
      record_properties: { renews: "2026-07-25" },
    } as never),
    put(objectLinks, {
      id: JSON.stringify(["Type1:::A", "owner", person(ada).id, "s"]),
      seq: 1,
      type: "Type1",
      from: "Type1:::A",
      relationship: "owner",
      to: person(ada).id,
      source: "s",
    } as never),
  ]);
  const trigger = onDate({
    date_field_type: "custom-object",
    custom_object_label: "Contract",
    custom_object_property_id: 7,
    object_type_id: "Type1",
    object_type_relationship_id: "owner",
  });
  flow({ trigger, actions: [mail("1", "Hello")] });
  await hours(10 * day);
  expect(runs()).toMatchObject([{ state: "completed", entered: Date.UTC(2026, 6, 25, 9) }]);
});
