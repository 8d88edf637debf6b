import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { events } from "../../src/domain/resources/event.ts";
import type { Event } from "../../src/domain/resources/event.ts";
import { momentOf } from "../../src/domain/segments/condition.ts";
import { ofMetric } from "../../src/domain/segments/metric.ts";
import type { ConditionOf } from "../../src/domain/grammar/segments.ts";
import type { State } from "../../src/world/store/state.ts";
import { drop, put } from "../../src/world/store/store.ts";
import { World } from "../../src/world/world.ts";
import { account, definition, inLast, ordered } from "./segment-support.ts";

const dayMs = 86_400_000;
const start = Date.parse("2026-07-20T12:00:00Z");
const people = ["ada", "bob"];

/** A span of time, and what is within it: said once more, without the filter's own words. */
interface Span {
  readonly filter: object;
  readonly has: (at: number, now: number) => boolean;
}

const instant = (days: number) => start + days * dayMs;
const date = (operator: string, more: object = {}) => ({ type: "date", operator, ...more });
const spans: readonly Span[] = [
  { filter: date("alltime"), has: (at, now) => at <= now },
  {
    filter: date("in-the-last", { unit: "day", quantity: 30 }),
    has: (at, now) => at <= now && now < at + 30 * dayMs,
  },
  {
    filter: date("in-the-next", { unit: "day", quantity: 10 }),
    has: (at, now) => now < at && at <= now + 10 * dayMs,
  },
  {
    filter: date("at-least", { unit: "day", quantity: 20 }),
    has: (at, now) => at + 20 * dayMs <= now,
  },
  {
    filter: date("between", { unit: "day", start: 5, end: 25 }),
    has: (at, now) => at + 5 * dayMs <= now && now <= at + 25 * dayMs,
  },
  {
    filter: date("after", { date: "2026-07-10T12:00:00+00:00" }),
    has: (at, now) => at <= now && at > instant(-10),
  },
  {
    filter: date("before", { date: "2026-07-10T12:00:00+00:00" }),
    has: (at, now) => at <= now && at < instant(-10),
  },
  {
    filter: date("between-static", {
      start: "2026-07-05T12:00:00+00:00",
      end: "2026-07-15T12:00:00+00:00",
    }),
    has: (at, now) => at <= now && at >= instant(-15) && at <= instant(-5),
  },
  {
    filter: date("calendar-month", { value: 7 }),
    has: (at, now) => at <= now && new Date(at).getUTCMonth() === 6,
  },
];

type Operator = "equals" | "greater-than" | "greater-than-or-equal" | "less-than";
const compares: Readonly<Record<Operator, (found: number, value: number) => boolean>> = {
  equals: (found, value) => found === value,
  "greater-than": (found, value) => found > value,
  "greater-than-or-equal": (found, value) => found >= value,
  "less-than": (found, value) => found < value,
};

interface Asked {
  readonly span: Span;
  readonly measurement: "count" | "sum";
  readonly operator: Operator;
  readonly value: number;
  readonly color: "red" | undefined;
}

const anAsked: fc.Arbitrary<Asked> = fc.record({
  span: fc.constantFrom(...spans),
  measurement: fc.constantFrom("count", "count", "sum"),
  operator: fc.constantFrom(...(Object.keys(compares) as Operator[])),
  value: fc.constantFrom(-1, 0, 1, 2),
  color: fc.constantFrom("red", undefined),
});

const conditionOf = ({ span, measurement, operator, value, color }: Asked) =>
  ({
    type: "profile-metric",
    metric_id: "Order1",
    measurement,
    measurement_filter: { type: "numeric", operator, value },
    timeframe_filter: span.filter,
    ...(color && {
      metric_filters: [
        { property: "color", filter: { type: "string", operator: "equals", value: color } },
      ],
    }),
  }) as unknown as ConditionOf<"profile-metric">;

/** Counts all of it again. */
function recount(all: readonly Event[], asked: Asked, person: string, now: number): number {
  const { span, measurement, color } = asked;
  const found = all
    .filter(({ profile, metric }) => profile === person && metric === "Order1")
    .filter(({ properties }) => color === undefined || properties["color"] === color)
    .filter(({ time }) => span.has(time, now))
    .map(({ properties }) => (measurement === "count" ? 1 : Number(properties["$value"])));
  return found.reduce((sum, each) => sum + each, 0);
}

const recounted = (all: readonly Event[], asked: Asked, person: string, now: number): boolean =>
  compares[asked.operator](recount(all, asked, person, now), asked.value);

const aTime = fc.integer({ min: -70 * 24, max: 30 * 24 }).map((hours) => start + hours * 3_600_000);
const anEvent = fc.record({
  time: aTime,
  metric: fc.constantFrom("Order1", "Order1", "Other1"),
  profile: fc.constantFrom(...people),
  properties: fc.record({
    color: fc.constantFrom("red", "blue"),
    $value: fc.integer({ min: 0, max: 3 }),
  }),
});

const anAct = fc.oneof(
  { weight: 4, arbitrary: fc.record({ add: anEvent }) },
  { weight: 3, arbitrary: fc.record({ drop: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ load: fc.array(anEvent, { minLength: 1, maxLength: 4 }) }) },
  { weight: 2, arbitrary: fc.record({ merge: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ change: fc.nat(), to: anEvent }) },
  { weight: 2, arbitrary: fc.record({ moveTo: aTime }) },
  { weight: 1, arbitrary: fc.constant("keep" as const) },
  { weight: 1, arbitrary: fc.constant("restore" as const) },
  { weight: 1, arbitrary: fc.constant("fork" as const) },
);

type Act = typeof anAct extends fc.Arbitrary<infer A> ? A : never;

/** An account of which one person has so many events that they are tallied. */
function crowded(planted: readonly Omit<Event, "id" | "seq" | "unique_id">[]) {
  const world = new World({
    seed: 1,
    limits: "off",
    authScheme: "Service-API-Key",
    badKeyStatus: 401,
  });
  let present = world.addAccount({ companyId: "Tests1", sms: false });
  let kept: State = present.snapshot();
  let forks = 0;
  const eventOf = (said: Omit<Event, "id" | "seq" | "unique_id">): Event => {
    const seq = present.nextSeq();
    return { ...said, id: `e${String(seq).padStart(5, "0")}`, seq, unique_id: String(seq) };
  };
  present.load(events, planted.map(eventOf));
  const all = () => [...present.table(events).all()];
  const one = (at: number): Event | undefined => all()[at % Math.max(1, all().length)];
  const replace = (old: Event | undefined, more: Partial<Event>) =>
    old && present.commit([put(events, { ...old, ...more })]);
  let now = start;
  const act = (what: Act) => {
    if (what === "keep") kept = present.snapshot();
    else if (what === "restore") present.restore(kept);
    else if (what === "fork") {
      const state = present.snapshot();
      present = world.addAccount({ companyId: `Fork${(forks += 1)}`, sms: false });
      present.restore(state);
    } else if ("add" in what) present.commit([put(events, eventOf(what.add))]);
    else if ("load" in what) present.load(events, what.load.map(eventOf));
    else if ("drop" in what)
      present.commit(all().length > 0 ? [drop(events, one(what.drop)?.id ?? "")] : []);
    else if ("merge" in what) replace(one(what.merge), { profile: "bob" });
    else if ("change" in what) replace(one(what.change), what.to);
    else now = what.moveTo;
  };
  const holding = (asked: Asked, person: string) =>
    ofMetric(present, conditionOf(asked), person, momentOf(present, now));
  return { act, all, holding, now: () => now };
}

describe("a condition that counts what a person did", () => {
  it("says what a recount says, whatever is written, put back and copied, and wherever the clock is", () => {
    const lives = fc.tuple(
      fc.array(anEvent, { minLength: 150, maxLength: 260 }),
      fc.array(anAsked, { minLength: 1, maxLength: 4 }),
      fc.array(anAct, { minLength: 1, maxLength: 25 }),
    );
    fc.assert(
      fc.property(lives, ([planted, given, acts]) => {
        const { act, all, holding, now } = crowded(planted);
        // So few more or less than there are that each of them matters, or so few at all.
        const asked = given.flatMap((each) => [
          each,
          { ...each, value: each.value + recount(all(), each, "ada", start) },
        ]);
        for (const what of ["keep" as const, ...acts]) {
          act(what);
          for (const each of asked) {
            for (const person of people) {
              const { holds, next } = holding(each, person);
              expect(holds).toBe(recounted(all(), each, person, now()));
              // Until then, time alone changes nothing.
              expect(next).toBeGreaterThan(now());
              const until = Math.min(next, now() + 100 * dayMs) - 1000;
              for (const later of [until, (now() + until) / 2]) {
                if (later < now()) continue;
                expect(recounted(all(), each, person, later)).toBe(holds);
              }
            }
          }
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe("somebody who did something very often", () => {
  const many = 150;
  const busy = async () => {
    const ways = await account();
    await ways.person("ada");
    for (let at = 0; at < many; at += 1) await ways.order("ada", { unique_id: `u${at}` });
    return ways;
  };

  it("joins a segment with the event that makes them enough, and no sooner", async () => {
    const { create, members, order } = await busy();
    const id = await create(definition([ordered(many + 2)]));
    await order("ada", { unique_id: "one more" });
    expect(await members(id)).toEqual([]);
    await order("ada", { unique_id: "the last" });
    expect(await members(id)).toEqual(["ada"]);
  });

  it("leaves when enough of them are too long ago, and is back when the clock is", async () => {
    const { create, members, emulator } = await busy();
    const id = await create(definition([ordered(many, inLast(2))]));
    expect(await members(id)).toEqual(["ada"]);
    await emulator.clock.advance("49h");
    expect(await members(id)).toEqual([]);
    emulator.clock.freeze("2026-07-20T12:00:00Z");
    expect(await members(id)).toEqual(["ada"]);
  });

  it("is counted as before after a reset", async () => {
    const { create, members, order, emulator } = await busy();
    const id = await create(definition([ordered(many + 1)]));
    const before = emulator.state.snapshot("before");
    await order("ada", { unique_id: "one more" });
    expect(await members(id)).toEqual(["ada"]);
    emulator.state.restore(before.name);
    expect(await members(id)).toEqual([]);
    await order("ada", { unique_id: "another" });
    expect(await members(id)).toEqual(["ada"]);
  });
});
