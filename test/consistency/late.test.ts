import { describe, expect, it } from "vitest";
import type { EmulatorOptions } from "../../src/index.ts";
import {
  definition,
  inGroup,
  inLast,
  isAda,
  ordered,
  property,
  text,
} from "../areas/segment-support.ts";
import { rowsOf } from "../areas/metric-support.ts";
import { subscribing } from "../consent/bodies.ts";
import { newFolder } from "../support/data-folder.ts";
import { newEvent } from "../support/bodies.ts";
import { emulate } from "../support/emulate.ts";
import { Dice } from "../../src/world/dice.ts";
import { shop } from "./shop.ts";

describe("late metric aggregates", () => {
  it("show an event once their delay is over, which can be read before", async () => {
    const { emulator, order, events, aggregated } = await shop({ aggregates: "15s" });
    await order("ada");
    expect([await events(), await aggregated()]).toEqual([1, 0]);
    await emulator.clock.advance("14s");
    expect(await aggregated()).toBe(0);
    await emulator.clock.advance("1s");
    expect(await aggregated()).toBe(1);
  });

  it("show each event at its own instant, and what was there before all the time", async () => {
    const { emulator, order, aggregated } = await shop({ aggregates: "15s" });
    const seen = [];
    for (let number = 1; number <= 5; number += 1) {
      await order("ada", { unique_id: `${number}` });
      await emulator.clock.advance("6s");
      seen.push(await aggregated());
    }
    await emulator.clock.advance("1m");
    expect([...seen, await aggregated()]).toEqual([0, 0, 1, 2, 3, 5]);
  });

  it("begin to be late when the event itself shows", async () => {
    const { emulator, order, events, aggregated } = await shop({
      events: "30s",
      aggregates: "15s",
    });
    await order("ada");
    const seen = [[await events(), await aggregated()]];
    for (const by of ["30s", "15s"]) {
      await emulator.clock.advance(by);
      seen.push([await events(), await aggregated()]);
    }
    expect(seen).toEqual([
      [0, 0],
      [1, 0],
      [1, 1],
    ]);
  });

  it("show what was seeded at once", async () => {
    const { get, post } = await emulate({ fixtures: ["small"], consistency: { aggregates: "1d" } });
    const [metric] = (await get("/api/metrics")).many;
    const attributes = {
      metric_id: metric?.id,
      measurements: ["count"],
      interval: "month",
      filter: ["greater-or-equal(datetime,2026-01-01)", "less-than(datetime,2027-01-01)"],
    };
    const answer = await post("/api/metric-aggregates", {
      data: { type: "metric-aggregate", attributes },
    });
    const [row] = rowsOf(answer) as [[], number[]][];
    expect(row?.[1].some((count) => count > 0)).toBe(true);
  });
});

describe("late counts", () => {
  it("of a list show who joined, and who left, once their delay is over", async () => {
    const { emulator, person, join, leave, listed, countOf } = await shop({ counts: "10m" });
    const [ada, bob] = [await person("ada"), await person("bob")];
    await join(ada, bob);
    expect([await listed(), await countOf("NewsLs")]).toEqual([2, 0]);
    await emulator.clock.advance("6m");
    await leave(bob);
    await emulator.clock.advance("4m");
    expect([await listed(), await countOf("NewsLs")]).toEqual([1, 2]);
    await emulator.clock.advance("6m");
    expect(await countOf("NewsLs")).toBe(1);
  });

  it("of a segment show its members once their delay is over", async () => {
    const { emulator, create, person, members, countOf } = await shop({ counts: "10m" });
    await person("ada", { first_name: "Ada" });
    const id = await create(definition([isAda]));
    expect([await members(id), await countOf(id, "segment")]).toEqual([["ada"], 0]);
    await emulator.clock.advance("10m");
    expect(await countOf(id, "segment")).toBe(1);
  });

  it("of a profile that is deleted show it until their delay is over", async () => {
    const { emulator, post, person, join, listed, countOf } = await shop({ counts: "10m" });
    await join(await person("ada"));
    await emulator.clock.advance("10m");
    const profile = { data: { type: "profile", attributes: { email: "ada@example.com" } } };
    await post("/api/data-privacy-deletion-jobs", {
      data: { type: "data-privacy-deletion-job", attributes: { profile } },
    });
    expect([await listed(), await countOf("NewsLs")]).toEqual([0, 1]);
    await emulator.clock.advance("10m");
    expect(await countOf("NewsLs")).toBe(0);
  });

  it("do not count a member twice that joins again, leaves and joins", async () => {
    const { emulator, person, join, leave, countOf } = await shop({ counts: "10m" });
    const ada = await person("ada");
    await join(ada);
    await join(ada);
    await leave(ada);
    await leave(ada);
    await join(ada);
    expect(await countOf("NewsLs")).toBe(0);
    await emulator.clock.advance("10m");
    expect(await countOf("NewsLs")).toBe(1);
  });
});

describe("a late segment", () => {
  it("has no member until its delay is over, whoever changes meanwhile", async () => {
    const { emulator, create, person, members } = await shop({ segments: "5m" });
    await person("ada", { first_name: "Ada" });
    const id = await create(definition([isAda]));
    await emulator.clock.advance("1m");
    await person("bob", { first_name: "Ada" });
    expect(await members(id)).toEqual([]);
    await emulator.clock.advance("4m");
    expect((await members(id)).toSorted()).toEqual(["ada", "bob"]);
  });

  it("that is defined anew keeps its members until its delay is over", async () => {
    const { emulator, create, person, members, redefine } = await shop({ segments: "5m" });
    await person("ada", { first_name: "Ada" });
    await person("bob", { first_name: "Bob" });
    const id = await create(definition([isAda]));
    await emulator.clock.advance("5m");
    const isBob = property("first_name", text("equals", "Bob"));
    await redefine(id, { definition: definition([isBob]) });
    expect(await members(id)).toEqual(["ada"]);
    await emulator.clock.advance("5m");
    expect(await members(id)).toEqual(["bob"]);
  });

  it("is not filled early by a clock that is moved back", async () => {
    const { emulator, create, order, members } = await shop({ segments: "5m" });
    await order("ada");
    const id = await create(definition([ordered(1, inLast(7))]));
    emulator.clock.freeze("2026-07-20T11:59:00Z");
    expect(await members(id)).toEqual([]);
    emulator.clock.freeze("2026-07-20T12:05:00Z");
    expect(await members(id)).toEqual(["ada"]);
  });
});

describe("late members", () => {
  it("join a segment once their delay is over, after a change of the profile", async () => {
    const { emulator, create, person, members } = await shop({ members: "10s" });
    const id = await create(definition([isAda]));
    await person("ada", { first_name: "Ada" });
    await emulator.clock.advance("9s");
    expect(await members(id)).toEqual([]);
    await emulator.clock.advance("1s");
    expect(await members(id)).toEqual(["ada"]);
  });

  it("leave it as late, after an event", async () => {
    const { emulator, create, person, order, members } = await shop({ members: "10s" });
    const never = { measurement_filter: { type: "numeric", operator: "equals", value: 0 } };
    await person("ada");
    const id = await create(definition([ordered(0, never)]));
    await order("ada");
    expect(await members(id)).toEqual(["ada"]);
    await emulator.clock.advance("10s");
    expect(await members(id)).toEqual([]);
  });

  it("are not put off by further changes", async () => {
    const { emulator, create, person, order, members } = await shop({ members: "10s" });
    const id = await create(definition([ordered(1)]));
    await person("ada");
    for (const unique_id of ["a", "b", "c"]) {
      await order("ada", { unique_id });
      await emulator.clock.advance("4s");
    }
    expect(await members(id)).toEqual(["ada"]);
  });

  it("leave as late when time alone takes them out", async () => {
    const { emulator, create, order, members } = await shop({ members: "10m" });
    const id = await create(definition([ordered(1, inLast(1))]));
    await order("ada");
    await emulator.clock.advance("1d");
    await emulator.clock.advance("5m");
    expect(await members(id)).toEqual(["ada"]);
    await emulator.clock.advance("6m");
    expect(await members(id)).toEqual([]);
  });

  it("of a segment that follows from another are late once more", async () => {
    const { emulator, create, person, members, patch } = await shop({ members: "10s" });
    const first = await create(definition([isAda]));
    const second = await create(definition([inGroup(true, first)]));
    const id = await person("ada");
    await emulator.clock.advance("10s");
    const attributes = { first_name: "Ada" };
    await patch(`/api/profiles/${id}`, { data: { type: "profile", id, attributes } });
    await emulator.clock.advance("10s");
    expect([await members(first), await members(second)]).toEqual([["ada"], []]);
    await emulator.clock.advance("10s");
    expect(await members(second)).toEqual(["ada"]);
  });
});

it("subscriptions are as late as they are said to be, whatever the others are", async () => {
  const { emulator, post, events, order, listed } = await shop({ subscriptions: "5s" });
  await post(
    "/api/profile-subscription-bulk-create-jobs",
    subscribing("profile-subscription-bulk-create-job", [{ email: "ada@example.com" }], "email", {
      list: "NewsLs",
    }),
  );
  await order("ada");
  expect([await listed(), await events()]).toEqual([0, 1]);
  await emulator.clock.advance("5s");
  expect(await listed()).toBe(1);
});

describe("what is late", () => {
  const consistency = { aggregates: "15s", counts: "10m", members: "10s" };

  /** What is seen of somebody who joined and ordered, at once and in ten minutes. */
  async function written(more: EmulatorOptions = {}) {
    const ways = await shop(consistency, more);
    const id = await ways.create(definition([ordered(1)]));
    const ada = await ways.person("ada");
    await ways.join(ada);
    await ways.order("ada");
    const seen = async () => [
      await ways.members(id),
      await ways.aggregated(),
      await ways.countOf("NewsLs"),
    ];
    return { ...ways, id, seen };
  }
  const nothing = [[], 0, 0];
  const all = [["ada"], 1, 1];

  it("shows when the clock jumps over many instants", async () => {
    const { emulator, seen } = await written();
    expect(await seen()).toEqual(nothing);
    emulator.clock.freeze("2026-07-21T12:00:00Z");
    expect(await seen()).toEqual(all);
  });

  it("is late again in a snapshot that is restored", async () => {
    const { emulator, seen } = await written();
    emulator.state.snapshot("late");
    await emulator.clock.advance("9m");
    emulator.state.restore("late");
    expect(await seen()).toEqual([["ada"], 1, 0]);
    await emulator.clock.advance("1m");
    expect(await seen()).toEqual(all);
  });

  it("is forgotten by a reset", async () => {
    const { emulator } = await written();
    emulator.reset();
    const counts = emulator.state.counts();
    expect([counts["works"], counts["pending-events"], counts["pending-counts"]]).toEqual([
      0, 0, 0,
    ]);
  });

  it("is late in a data folder that is opened again", async () => {
    const dataDir = newFolder();
    const { emulator, id } = await written({ dataDir });
    await emulator.close();
    const again = await shop(consistency, { dataDir });
    const seen = async () => [
      await again.members(id),
      await again.aggregated(),
      await again.countOf("NewsLs"),
    ];
    expect(await seen()).toEqual(nothing);
    await again.emulator.clock.advance("10m");
    expect(await seen()).toEqual(all);
  });

  it("shows at once in a data folder that is opened without a delay", async () => {
    const dataDir = newFolder();
    const { emulator } = await written({ dataDir });
    await emulator.close();
    const { aggregated, countOf } = await shop("immediate", { dataDir });
    expect([await aggregated(), await countOf("NewsLs")]).toEqual([1, 1]);
  });

  it("shows no later although the clock went back", async () => {
    const { emulator, order, seen } = await written();
    emulator.clock.freeze("2026-07-20T08:00:00Z");
    await order("bob", { time: "2026-07-20T07:00:00Z" });
    await emulator.clock.advance("11m");
    expect((await seen()).slice(1)).toEqual([2, 1]);
  });

  it("is late in a sandbox on its own clock", async () => {
    const { emulator } = await emulate({ fixtures: ["small"], consistency: { events: "1m" } });
    const sandbox = emulator.sandbox();
    const before = emulator.state.counts(sandbox.id)["events"];
    const headers = {
      authorization: `Service-API-Key ${sandbox.keys["full"]}`,
      revision: "2026-07-15",
      "content-type": "application/json",
    };
    const body = JSON.stringify(newEvent({ unique_id: "late" }));
    await emulator.fetch("/api/events", { method: "POST", headers, body });
    const added = () => (emulator.state.counts(sandbox.id)["events"] ?? 0) - (before ?? 0);
    expect(added()).toBe(0);
    emulator.clock.of(sandbox.id).advance("1m");
    expect(added()).toBe(1);
  });
});

describe("where nothing is late", () => {
  it("nothing is put down", async () => {
    const { emulator, person, join, order, create } = await shop("immediate");
    await create(definition([isAda]));
    await join(await person("ada", { first_name: "Ada" }));
    await order("ada");
    const counts = emulator.state.counts();
    expect([counts["works"], counts["pending-events"], counts["pending-counts"]]).toEqual([
      0, 0, 0,
    ]);
  });
});

describe("what waits for its figures", () => {
  it("is put away as time goes on", async () => {
    const { emulator, person, join, leave } = await shop({ counts: "10m" });
    const ada = await person("ada");
    for (let number = 0; number < 30; number += 1) {
      await join(ada);
      await emulator.clock.advance("5m");
      await leave(ada);
      await emulator.clock.advance("5m");
    }
    expect(emulator.state.counts()["pending-counts"]).toBeLessThanOrEqual(3);
  });
});

it("late figures are what was true as long ago as they are late, whatever is written and whenever", async () => {
  const ways = await shop({ aggregates: "15s", counts: "40s" });
  const { emulator, person, join, leave, order, countOf, aggregated } = ways;
  const people = [await person("ada"), await person("bob"), await person("cid")];
  const dice = Dice.from(1, "late figures");
  const inside = new Set<string>();
  // What was true from which second on.
  const truths = [{ from: -1000, members: 0, orders: 0 }];
  const truthAt = (second: number) => truths.findLast(({ from }) => from <= second);
  let now = 0;
  let orders = 0;
  for (let step = 0; step < 120; step += 1) {
    const who = people[dice.integer(0, 2)] ?? "";
    const act = dice.integer(0, 2);
    if (act === 0) await join(who).then(() => inside.add(who));
    if (act === 1) await leave(who).then(() => inside.delete(who));
    if (act === 2) await order("ada", { unique_id: `${step}` }).then(() => (orders += 1));
    truths.push({ from: now, members: inside.size, orders });
    const by = dice.integer(0, 12);
    await emulator.clock.advance(`${by}s`);
    now += by;
    expect({ step, members: await countOf("NewsLs"), orders: await aggregated() }).toEqual({
      step,
      members: truthAt(now - 40)?.members,
      orders: truthAt(now - 15)?.orders,
    });
  }
});
