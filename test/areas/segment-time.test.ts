import { describe, expect, it } from "vitest";
import { account, definition, inGroup, type Json, ordered, property } from "./segment-support.ts";

/** Each of these begins at noon of the 20th of July 2026; where the account is, a day begins at 04:00Z, or at 05:00Z in winter. */
const date = (operator: string, more: Json = {}) => ({ type: "date", operator, ...more });
const days = (operator: string, quantity: number) => date(operator, { unit: "day", quantity });
const noon = "2026-07-20T12:00:00Z";

describe("a date moves people in and out as time goes by, at its instant", () => {
  it.each<[string, string, Json, [advance: string, belongs: boolean][]]>([
    [
      "at least two days ago",
      noon,
      days("at-least", 2),
      [
        ["47h", false],
        ["1h", true],
        ["99d", true],
      ],
    ],
    [
      "in the last two days",
      noon,
      days("in-the-last", 2),
      [
        ["0s", true],
        ["47h", true],
        ["1h", false],
      ],
    ],
    [
      "in the next two days",
      "2026-07-24T12:00:00Z",
      days("in-the-next", 2),
      [
        ["0s", false],
        ["2d", true],
        ["47h", true],
        ["1h", false],
      ],
    ],
    [
      "between one and two days ago",
      noon,
      date("between", { unit: "day", start: 1, end: 2 }),
      [
        ["0s", false],
        ["24h", true],
        ["24h", true],
        ["1s", false],
      ],
    ],
    [
      "whose day it is",
      "1990-07-22",
      date("anniversary"),
      [
        ["0s", false],
        ["40h", true],
        ["23h", true],
        ["1h", false],
        ["364d", true],
      ],
    ],
    [
      "whose month it is",
      "1990-08-22",
      date("anniversary-month"),
      [
        ["0s", false],
        ["12d", true],
        ["30d", true],
        ["1d", false],
      ],
    ],
    [
      "whose day was in the last three days",
      "1990-07-21",
      days("anniversary-last", 3),
      [
        ["0s", false],
        ["16h", true],
        ["71h", true],
        ["1h", false],
        ["362d", true],
      ],
    ],
    [
      "whose day is in the next three days",
      "1990-07-25",
      days("anniversary-next", 3),
      [
        ["0s", false],
        ["40h", true],
        ["71h", true],
        ["1h", false],
        ["362d", true],
      ],
    ],
    [
      "whose day is the last of February, where there is none",
      "1992-02-29",
      date("anniversary"),
      [
        ["0s", false],
        ["5369h", true],
        ["1d", false],
      ],
    ],
  ])("%s", async (_what, value, filter, steps) => {
    const { emulator, create, members, person } = await account();
    const made = await create(definition([property("properties['p']", filter)]));
    await person("ada", { properties: { p: value } });
    const later = await create(definition([property("properties['p']", filter)]));
    for (const [advance, belongs] of steps) {
      await emulator.clock.advance(advance);
      const expected = belongs ? ["ada"] : [];
      expect([advance, await members(made), await members(later)]).toEqual([
        advance,
        expected,
        expected,
      ]);
    }
    // Time that goes back brings back what was.
    emulator.clock.freeze(noon);
    expect(await members(made)).toEqual(await members(later));
    const fresh = await create(definition([property("properties['p']", filter)]));
    expect(await members(made)).toEqual(await members(fresh));
  });

  it("of events: an order of long ago comes in, one to come counts for in-the-next alone", async () => {
    const { emulator, create, members, order } = await account();
    const counted = (filter: Json) =>
      create(definition([ordered(1, { timeframe_filter: filter })]));
    const [ago, next] = [await counted(days("at-least", 2)), await counted(days("in-the-next", 2))];
    const yearly = await counted(days("anniversary-next", 7));
    await order("ada", { time: "2026-07-21T12:00:00Z" });
    expect([await members(ago), await members(next), await members(yearly)]).toEqual([
      [],
      ["ada"],
      [],
    ]);
    await emulator.clock.advance("3d");
    expect([await members(ago), await members(next), await members(yearly)]).toEqual([
      ["ada"],
      [],
      [],
    ]);
    await emulator.clock.advance("356d");
    expect(await members(yearly)).toEqual(["ada"]);
  });

  it("of a list: who has been in it for two days", async () => {
    const { emulator, create, members, person, post } = await account();
    const id = await create(
      definition([{ ...inGroup(true, "NewsLs"), timeframe_filter: days("at-least", 2) }]),
    );
    const ada = await person("ada");
    const path = "/api/lists/NewsLs/relationships/profiles";
    await post(path, { data: [{ type: "profile", id: ada }] });
    await emulator.clock.advance("47h");
    expect(await members(id)).toEqual([]);
    await emulator.clock.advance("1h");
    expect(await members(id)).toEqual(["ada"]);
  });

  it("of consent: who withdrew it yesterday", async () => {
    const { emulator, create, members, post } = await account();
    const filters = [{ field: "status_date", filter: days("at-least", 1) }];
    const consent = {
      channel: "email",
      can_receive_marketing: true,
      consent_status: {
        subscription: "subscribed",
        filters,
      },
    };
    const id = await create(definition([{ type: "profile-marketing-consent", consent }]));
    const subscriptions = { email: { marketing: { consent: "SUBSCRIBED" } } };
    const person = { type: "profile", attributes: { email: "ada@example.com", subscriptions } };
    const data = {
      type: "profile-subscription-bulk-create-job",
      attributes: { profiles: { data: [person] } },
    };
    await post("/api/profile-subscription-bulk-create-jobs", { data });
    await emulator.clock.advance("23h");
    expect(await members(id)).toEqual([]);
    await emulator.clock.advance("1h");
    expect(await members(id)).toEqual(["ada"]);
  });
});

describe("a funnel", () => {
  const step = (metric_exists: boolean, p: string) => ({
    metric_id: "Order1",
    metric_exists,
    metric_filters: [
      {
        property: "p",
        filter: {
          type: "string",
          operator: "equals",
          value: p,
        },
      },
    ],
  });
  const funnel = (...steps: Json[]) =>
    definition([
      {
        type: "profile-metric-funnel",
        timeframe_filter: days("in-the-last", 30),
        steps,
        completion_window_seconds: "DAYS_1",
      },
    ]);

  it.each<[string, Json[], [hours: number, p: string][], boolean]>([
    [
      "in order",
      [step(true, "a"), step(true, "b")],
      [
        [0, "a"],
        [5, "b"],
      ],
      true,
    ],
    [
      "the other way round",
      [step(true, "a"), step(true, "b")],
      [
        [0, "b"],
        [5, "a"],
      ],
      false,
    ],
    [
      "too late",
      [step(true, "a"), step(true, "b")],
      [
        [0, "a"],
        [25, "b"],
      ],
      false,
    ],
    [
      "late, but soon after another",
      [step(true, "a"), step(true, "b")],
      [
        [0, "a"],
        [9, "a"],
        [25, "b"],
      ],
      true,
    ],
    [
      "nothing behind",
      [step(true, "a"), step(false, "b")],
      [
        [0, "a"],
        [25, "b"],
      ],
      true,
    ],
    [
      "something behind",
      [step(true, "a"), step(false, "b")],
      [
        [0, "a"],
        [5, "b"],
      ],
      false,
    ],
    [
      "nothing between",
      [step(true, "a"), step(false, "b"), step(true, "c")],
      [
        [0, "a"],
        [1, "c"],
        [2, "b"],
      ],
      true,
    ],
    [
      "something between",
      [step(true, "a"), step(false, "b"), step(true, "c")],
      [
        [0, "a"],
        [1, "b"],
        [2, "c"],
      ],
      false,
    ],
    ["nothing before", [step(false, "b"), step(true, "a")], [[0, "a"]], true],
    [
      "something before",
      [step(false, "b"), step(true, "a")],
      [
        [0, "b"],
        [1, "a"],
      ],
      false,
    ],
  ])("is passed by steps %s: %#", async (_what, steps, happened, belongs) => {
    const { emulator, create, members, order } = await account();
    const id = await create(funnel(...steps));
    for (const [hours, p] of happened) {
      const time = new Date(Date.parse("2026-07-18T00:00:00Z") + hours * 3_600_000).toISOString();
      await order("ada", { time, properties: { p }, unique_id: `${hours}` });
    }
    expect(await members(id)).toEqual(belongs ? ["ada"] : []);
    await emulator.clock.advance("40d");
    // Who does nothing in the span passes none that begins with something.
    expect(await members(id)).toEqual([]);
  });
});
