import { describe, expect, it } from "vitest";
import { byLength, causesOf } from "../../src/explore/causes.ts";
import { differenceText } from "../../src/explore/printed/words.ts";
import { aroundFaults } from "../../src/explore/printed/found-words.ts";
import { judgeBy } from "../../src/explore/judge.ts";
import { referenceOf } from "../../src/report/reference.ts";
import { attempt } from "../support/report.ts";
import { Patience } from "../../src/explore/trials/budget.ts";

/** A run with one finding, of a fault at an operation. */
const run = (operation: string, oracle: string, signs: string) =>
  ({
    schedule: [{ spot: { operation }, kind: { family: "lost", variant: "reset" } }],
    tried: { findings: [{ oracle, signs, text: "" }], oracles: [oracle] },
  }) as never;

describe("what is one defect", () => {
  const counted = (...runs: Parameters<typeof causesOf>[0][number][]) => causesOf(runs).length;

  it("is the same effect, whatever the fault was and wherever", () => {
    expect(
      counted(run("get_lists", "survival", "fails"), run("get_tags", "survival", "fails")),
    ).toBe(1);
    expect(
      counted(run("create_list", "state", "-list"), run("create_list", "honesty", "-list")),
    ).toBe(1);
  });

  it("is part of an effect, where the fault was at the same operation", () => {
    const all = run("create_event", "state", "-event -metric -profile");
    expect(counted(all, run("create_event", "state", "-event"))).toBe(1);
    expect(counted(all, run("create_list", "state", "-event -list"))).toBe(2);
  });

  it("is shown at a call rather than in an outage", () => {
    const outage = run("*", "state", "-list");
    const [first] = causesOf(byLength([outage, run("create_list", "state", "-list")]));
    expect(first?.schedule[0]?.spot.operation).toBe("create_list");
  });

  it("is no other effect: twice and missing are two", () => {
    expect(
      counted(run("create_list", "state", "+list"), run("create_list", "state", "-list")),
    ).toBe(2);
    expect(
      counted(run("create_list", "state", "+list"), run("create_list", "recovery", "+list")),
    ).toBe(2);
  });
});

describe("what is wrong with a run", () => {
  const reference = referenceOf([attempt()], [attempt()]);
  const judge = judgeBy(new Map([["create_event", { method: "POST" }]]) as never, [
    "hang",
    "survival",
    "waits",
  ]);
  const found = (seen: object, by = reference) => {
    const schedule = [{ spot: { operation: "create_event" }, kind: { outcome: { status: 429 } } }];
    const whole = { hits: [1], isKilled: false, endedAt: 300, lagMs: 0, ...seen };
    const baseline = { reference: by, lines: [], attempts: [attempt()] };
    const run = { schedule, seen: whole, baseline, mustSurvive: ["429"], difference: [] };
    return judge(run as never).findings;
  };
  const judged = (seen: object) => found(seen).map(({ oracle }) => oracle);
  const signsOf = (...run: Parameters<typeof found>) => found(...run).map(({ signs }) => signs);

  it("is that it comes back too early, and not that it gives up then, too", () => {
    const from = attempt({
      status: 429,
      outcome: "refused",
      retryAfterMs: 5000,
      promisedBy: "date",
    });
    const attempts = [0, 100, 200].map((at) => ({ ...from, at, end: at + 1 }));
    expect(judged({ attempts, exitCode: 1 })).toEqual(["waits"]);
    expect(judged({ attempts: attempts.slice(0, 1), exitCode: 1 })).toEqual(["survival"]);
  });

  it("is all that is wrong with its own waits, since one run shows this of it and another that", () => {
    const calls = Array.from({ length: 12 }, (_, call) => `call ${call}`);
    const of = (likeness: string, at: number) =>
      attempt({ likeness, about: likeness, name: undefined, status: 500, outcome: "refused", at });
    const attempts = [0, 1000, 2000, 3000].flatMap((at) => calls.map((name) => of(name, at)));
    const once = calls.map((name) => of(name, 0));
    const said = { attempts: attempts.map((each) => ({ ...each, end: each.at })), exitCode: 0 };
    expect(signsOf(said, referenceOf(once, once))).toEqual(["growing jitter"]);
  });

  it("is no hang where an error says when the window opens, and the command waits for it", () => {
    const failed = attempt({ status: 503, outcome: "refused", at: 0, end: 1 });
    const killed = { exitCode: 124, isKilled: true, tookMs: 30_000, endedAt: 30_000 };
    const budget = { limit: 60, remaining: 60, resetMs: 54_000 };
    expect(judged({ ...killed, attempts: [failed] })).toEqual(["hang"]);
    expect(judged({ ...killed, attempts: [{ ...failed, budget }] })).toEqual([]);
  });
});

describe("a command that is still running when its time is over", () => {
  const schedule = [
    {
      spot: { operation: "get_lists", which: "first" },
      kind: { family: "lost", outcome: { connection: "hang" } },
    },
  ] as never;
  const hanging = { findings: [{ oracle: "hang", signs: "waits" }], tookMs: 30_000 } as never;

  it("has four times the time once, and then does not end", async () => {
    const [patience, given] = [new Patience(30_000), [] as number[]];
    const act = async (times: number) => {
      given.push(times);
      return hanging;
    };
    await patience.heeded(schedule, act, () => 200_000);
    expect([given, patience.isProven, patience.notes]).toEqual([[1, 4], true, []]);
    await patience.heeded(schedule, act, () => 200_000);
    expect(given).toEqual([1, 4, 1]);
  });

  it("is slow, and no defect, where it ends then", async () => {
    const patience = new Patience(30_000);
    const fine = { findings: [], tookMs: 37_000 } as never;
    const act = async (times: number) => (times === 1 ? hanging : fine);
    expect(await patience.heeded(schedule, act, () => 200_000)).toBe(fine);
    expect(patience.notes).toEqual([
      "When get_lists gets no response (hang), the command is slow: it ends after 37 s.",
    ]);
  });

  it("has no more time than the budget leaves", async () => {
    const given: number[] = [];
    const act = async (times: number) => {
      given.push(times);
      return hanging;
    };
    await new Patience(30_000).heeded(schedule, act, () => 29_000);
    await new Patience(30_000).heeded(schedule, act, () => 60_000);
    expect(given).toEqual([1, 1, 2]);
  });
});

describe("a timeline", () => {
  const requests = Array.from({ length: 100 }, (_, at) => ({
    at,
    injected: at === 40 ? ["reset"] : [],
  }));

  it("of many requests has those around the fault, and the last", () => {
    const shown = aroundFaults(requests, 8).map(({ at }) => at);
    expect(shown).toEqual([38, 39, 40, 41, 96, 97, 98, 99]);
  });

  it("of few has all", () => {
    expect(aroundFaults(requests.slice(0, 5), 8)).toHaveLength(5);
  });
});

describe("a record", () => {
  const odd = (name: string) => ({
    collection: "membership",
    what: "added" as const,
    name,
    expected: 1,
    found: 0,
    members: {},
    where: {},
  });

  it("that has no name is told by the words in it", () => {
    expect(differenceText([odd("complete, 4, 4, 0, []")])).toBe("membership complete is missing");
    expect(differenceText([odd("4, null, [1, 2]")])).toBe("a membership is missing");
    expect(differenceText([odd("VIP, ada@example.com")])).toBe(
      "membership VIP, ada@example.com is missing",
    );
  });
});
