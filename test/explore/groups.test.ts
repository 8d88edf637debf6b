import { describe, expect, it } from "vitest";
import { Grouping, withPairs } from "../../src/explore/trials/grouping.ts";
import { alone, asOne, depthOf, type Group, sortOf } from "../../src/explore/trials/groups.ts";
import { everyKind } from "../../src/explore/kinds.ts";
import type { Verdict } from "../../src/explore/judge.ts";
import { Dice } from "../../src/world/dice.ts";
import { attempt } from "../support/report.ts";
import { faultsOf, type Schedule } from "../../src/explore/schedule.ts";
import { spotsOf, sweptSpots, type Spot } from "../../src/explore/spots.ts";

const rows = new Map([
  ["get_lists", { method: "GET" }],
  ["create_list", { method: "POST" }],
]) as never;

const spotAt = (operation: string, before: number): Spot => ({
  operation,
  target: "",
  which: "middle",
  before,
  doneBefore: before,
  isDone: true,
  isPage: false,
});

const schedules: Schedule[] = ["get_lists", "create_list"].flatMap((operation) =>
  [0, 1, 2].flatMap((before) =>
    everyKind().map((kind): Schedule => [{ spot: spotAt(operation, before), kind }]),
  ),
);

/** Every group that is tried where each ends like this. */
function tried(verdict: (group: Group) => Verdict, timeoutMs = 30_000): Group[] {
  const grouping = new Grouping(rows, timeoutMs);
  const found: Group[] = [];
  for (const group of grouping.inOrder(schedules, () => true)) {
    found.push(group);
    if (group.length > 1) grouping.learn(group, verdict(group));
  }
  return found;
}

const severalIn = (groups: Group[]) => groups.filter(({ length }) => length > 1);

describe("a group of faults", () => {
  const groups = severalIn(tried(() => "survived"));
  const members = groups.flat(2);

  it("has at each call one, or further ones for its retries, as long as that is survived", () => {
    expect(depthOf(groups[0] ?? [])).toBe(2);
    const sameCall = schedules.filter(([each]) => each?.spot.before === 0);
    const few = new Grouping(rows, 30_000);
    const deeper: number[] = [];
    for (const group of few.inOrder(sameCall, () => true)) {
      if (group.length < 2) continue;
      deeper.push(depthOf(group));
      few.learn(group, depthOf(group) > 3 ? "gave up" : "survived");
    }
    expect(Math.max(...deeper)).toBe(4);
    expect(deeper.filter((depth) => depth > 3)).toHaveLength(1);
  });

  it("clears a client that survives refusals more than ten times faster than one by one", () => {
    const quick = groups.filter((group) => group.flat().every(({ kind }) => kind.costMs === 0));
    const refused = quick.filter((group) => sortOf(group[0] ?? [], rows) === "refused");
    expect(refused.flat().length / refused.length).toBeGreaterThan(10);
  });

  it("has lost writes apart, and none that ends a client", () => {
    const lost = groups.filter((group) => sortOf(group[0] ?? [], rows) === "lost write");
    expect(new Set(lost.flat(2).map(({ spot }) => spot.operation))).toEqual(
      new Set(["create_list"]),
    );
    const statuses = members.flatMap(({ kind: { outcome } }) => outcome.status ?? []);
    expect(statuses.filter((status) => status < 500 && status !== 429)).toEqual([]);
    expect(members.filter(({ kind }) => kind.outcome.connection === "hang")).toEqual([]);
  });

  it("has one sort, and at each operation one that a client may take for good", () => {
    for (const group of groups) {
      const sorts = new Set(group.map((each) => sortOf(each, rows)));
      expect(sorts.size).toBe(1);
      const operations = group.flat().map(({ spot }) => spot.operation);
      if (sorts.has("unnoticed")) expect(operations).toEqual([...new Set(operations)]);
    }
  });

  it("holds a client up for a part of its time only", () => {
    for (const group of severalIn(tried(() => "survived", 9000))) {
      const ms = group.flat().reduce((sum, { kind }) => sum + kind.costMs, 0);
      const longest = Math.max(...group.flat().map(({ kind }) => kind.costMs));
      expect(ms).toBeLessThanOrEqual(Math.max(4500, longest));
    }
  });

  it("has those of an earlier call first, which a later call must not count", () => {
    const calls = asOne(groups[0] ?? []).map(({ spot }) => spot.before);
    expect(calls).toEqual(calls.toSorted());
  });
});

describe("a group of faults at every call", () => {
  const every = everyKind().map((kind): Schedule => [
    { spot: { ...spotAt("create_list", 0), which: "all" }, kind },
  ]);
  const grouping = new Grouping(rows, 30_000);
  const [first = [], ...others] = severalIn([...grouping.inOrder(every, () => true)]);
  const kindsIn = (group: Group) => group.flat().map(({ kind }) => kind);

  it("has another one at each attempt, those that hold up first, and the last for good", () => {
    expect(faultsOf(asOne(first)).map(({ times = 1 }) => times)).toEqual([1, 1, 1, 1, "always"]);
    for (const group of [first, ...others]) {
      const costs = kindsIn(group).map(({ costMs }) => costMs);
      expect(costs).toEqual(costs.toSorted((a, b) => b - a));
    }
  });

  it("has no promise without a wait, which may bring a client to ask without end", () => {
    const promised = [first, ...others].flatMap((group) =>
      kindsIn(group).flatMap(({ outcome }) => outcome.retryAfter ?? []),
    );
    expect(promised).toContain(5);
    for (const odd of [0, -3, "garbage"]) expect(promised).not.toContain(odd);
  });

  it("says of those that were met what comes of them, and of the others nothing", () => {
    const hits = first.map((_, at) => (at < 2 ? 1 : 0));
    expect(grouping.learn(first, "unmet", hits)).toEqual(first.slice(0, 2));
    expect([...grouping.parts()]).toEqual([first.slice(2)]);
    expect(grouping.learn(first, "defect", hits)).toEqual([]);
    expect([...grouping.parts()].flat()).toEqual(first);
  });
});

describe("trying groups", () => {
  const isAll = (found: Group[]) => new Set(found.flat()).size === schedules.length;

  it("tries each fault once, as long as they are survived", () => {
    const found = tried(() => "survived");
    expect([found.flat().length, isAll(found)]).toEqual([schedules.length, true]);
  });

  it("tries halves of one that is not survived, where fewer faults meet a call", () => {
    const [first = [], half = []] = severalIn(tried(() => "gave up"));
    expect([half.length, depthOf(half)]).toEqual([Math.ceil(first.length / 2), 1]);
  });

  it("tries each fault of a sort by itself once two groups of it were not survived", () => {
    const found = tried(() => "gave up");
    const ofSort = severalIn(found).filter((group) => sortOf(group[0] ?? [], rows) === "refused");
    expect(ofSort.length).toBeLessThanOrEqual(3);
    expect(isAll(found.filter(({ length }) => length === 1))).toBe(true);
  });

  it("goes on with one sort where the client survives none of another", () => {
    const isSpoilt = (group: Group) => sortOf(group[0] ?? [], rows) === "spoilt";
    const found = severalIn(tried((group) => (isSpoilt(group) ? "gave up" : "survived")));
    expect(found.filter((group) => !isSpoilt(group)).length).toBeGreaterThan(3);
    expect(found.filter(isSpoilt).length).toBeLessThanOrEqual(3);
  });
});

describe("the first pairs", () => {
  const groups = Array.from({ length: 24 }, (_, index) => [[schedules[index]]] as never);
  const pair = [...(schedules[0] ?? []), ...(schedules[1] ?? [])];

  it("come among the single faults, after a while and seldom, and the others behind them", () => {
    let asked = 0;
    const found = () => ((asked += 1) === 1 ? [pair, pair, pair, pair, pair] : []);
    const sizes = [...withPairs(groups, found, alone)].map(([first]) => first?.length);
    expect(sizes.indexOf(2)).toBe(12);
    expect(sizes.slice(0, 28).filter((size) => size === 2)).toHaveLength(4);
    expect(sizes.filter((size) => size === 2)).toHaveLength(5);
  });
});

describe("a call whose body has other members", () => {
  const calls = (many: number, membersOf: (index: number) => string) =>
    Array.from({ length: many }, (_, index) => attempt({ members: () => membersOf(index) }));

  it("is one of another class, in which faults are tried, too", () => {
    const attempts = calls(494, (index) => (index === 321 ? "{phone_number}" : "{email}"));
    const odd = spotsOf(attempts, Dice.from(1, "spots")).filter(({ before }) => before === 321);
    expect(odd.map(({ target, which }) => [target, which])).toEqual([["body 2", "first"]]);
  });

  it("is tried, too, where it comes after another call than those before it", () => {
    const attempts = calls(494, () => "{email}").map((each, index) =>
      index === 320 ? { ...each, operation: "get_lists" as const, members: () => "" } : each,
    );
    const spots = spotsOf(attempts, Dice.from(1, "spots"));
    const after = spots.filter(
      ({ operation, before }) => operation !== "get_lists" && before === 320,
    );
    expect(after).toHaveLength(1);
  });

  it("is reached in the end, whichever of a long series it is", () => {
    const swept = sweptSpots(calls(494, () => "{email}"));
    expect(swept.map(({ before }) => before)).toEqual(Array.from({ length: 494 }, (_, at) => at));
    expect(sweptSpots(calls(9, () => "{email}"))).toEqual([]);
  });

  it("is drawn at other places for another seed", () => {
    const attempts = calls(494, () => "{email}");
    const placesOf = (seed: number) =>
      spotsOf(attempts, Dice.from(seed, "spots")).map(({ before }) => before);
    expect(placesOf(1)).not.toEqual(placesOf(2));
  });

  it("is not, where each body has members of its own", () => {
    const spots = spotsOf(
      calls(100, (index) => `{order-${index}}`),
      Dice.from(1, "spots"),
    );
    expect(new Set(spots.map(({ target }) => target)).size).toBe(5);
  });
});
