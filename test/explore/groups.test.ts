import { describe, expect, it } from "vitest";
import { Grouping } from "../../src/explore/trials/grouping.ts";
import { withPairs } from "../../src/explore/trials/early-pairs.ts";
import { alone, groupsOf } from "../../src/explore/trials/groups.ts";
import { everyKind } from "../../src/explore/kinds.ts";
import { Dice } from "../../src/world/dice.ts";
import { attempt } from "../support/report.ts";
import type { Schedule } from "../../src/explore/schedule.ts";
import { spotsOf, type Spot } from "../../src/explore/spots.ts";

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

describe("a group of faults", () => {
  const groups = groupsOf(schedules, rows, 500);

  it("has one at each call, where there are several", () => {
    expect(groups.length).toBeGreaterThan(3);
    for (const group of groups) {
      const calls = group.flat().map(({ spot }) => `${spot.operation} ${spot.before}`);
      expect(new Set(calls).size).toBe(calls.length);
    }
  });

  it("has none that may have been done, or that ends a client", () => {
    const members = groups.flat(2);
    const writes = members.filter(({ spot }) => spot.operation === "create_list");
    expect(new Set(writes.map(({ kind }) => kind.family))).toEqual(new Set(["refused"]));
    const statuses = members.flatMap(({ kind: { outcome } }) => outcome.status ?? []);
    expect(statuses.filter((status) => status < 500 && status !== 429)).toEqual([]);
    expect(members.filter(({ kind }) => kind.outcome.connection === "hang")).toEqual([]);
  });
});

describe("trying groups", () => {
  const [one, other, third] = groupsOf(schedules, rows, 500) as [
    Schedule[],
    Schedule[],
    Schedule[],
  ];
  const sizes = (grouping: Grouping, groups: Schedule[][], verdict: "survived" | "gave up") => {
    const found: number[] = [];
    for (const group of grouping.inOrder([], groups)) {
      found.push(group.length);
      if (group.length > 1) grouping.learn(group, verdict);
    }
    return found;
  };

  it("tries each once, as long as they are survived", () => {
    const found = sizes(new Grouping(), [one, other], "survived");
    expect(found).toEqual([one.length, other.length]);
  });

  it("tries halves of one that is not survived, and each fault by itself once two were not", () => {
    const found = sizes(new Grouping(), [one, other, third], "gave up");
    expect(found.slice(0, 2)).toEqual([one.length, Math.ceil(one.length / 2)]);
    expect(found.filter((size) => size === 1)).toHaveLength(
      one.length + other.length + third.length,
    );
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

  it("is not, where each body has members of its own", () => {
    const spots = spotsOf(
      calls(100, (index) => `{order-${index}}`),
      Dice.from(1, "spots"),
    );
    expect(new Set(spots.map(({ target }) => target)).size).toBe(5);
  });
});
