import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { Candidates } from "../../src/explore/candidates.ts";
import { everyKind, samplesOf } from "../../src/explore/kinds.ts";
import { hang } from "../../src/explore/oracles/hang.ts";
import { inParts, asLearnt } from "../../src/explore/order.ts";
import { minimized, shrunk } from "../../src/explore/causes.ts";
import { missingLines, steadyLines } from "../../src/explore/output.ts";
import { inPool } from "../../src/explore/pool.ts";
import { languageOf, testIn } from "../../src/explore/printed/tests.ts";
import { replayOf, scenarioOf } from "../../src/explore/scenario.ts";
import { faultsOf, type ScheduledFault, type Schedule } from "../../src/explore/schedule.ts";
import type { Spot } from "../../src/explore/spots.ts";
import {
  boolean,
  integer,
  list,
  literal,
  object,
  oneOf,
  string,
} from "../../src/contract/shape.ts";
import { durationShape } from "../../src/world/time/duration.ts";

const planned = (operation: string, outcome: ScheduledFault["kind"]["outcome"], which = "first") =>
  ({
    spot: { operation, target: "", which, before: 0, doneBefore: 0, isDone: true, isPage: false },
    kind: { name: "", variant: "", family: "", outcome, isSilent: false, costMs: 0 },
  }) as ScheduledFault;

const kinds = everyKind();

describe("the scenario of a defect", () => {
  const settings = { fixtures: ["small"], seed: 1 };
  const defect = (oracle: string, sign = "", times: string | number = 1) =>
    ({
      oracle,
      name: "x",
      sentence: "x",
      causes: [`${oracle} ${sign}`],
      faults: [{ operation: "get_lists", status: 401, times }],
      steps: [{ fault: { operation: "get_lists", status: 401, times } }],
      difference: [],
    }) as never;
  const ends = { exit: "any" };

  it.each([
    ["waits", "growing", [{ unbroken: ["growing"] }, ends]],
    ["waits", "growing jitter", [{ unbroken: ["growing", "jitter"] }, ends]],
    ["storm", "token", [{ unbroken: ["token"] }, ends]],
    ["reads-all", "", [{ allRead: "*" }, ends]],
    ["state", "+list", [{ same: "state" }, ends]],
    ["honesty", "+list", [{ same: "state" }, ends]],
    ["output", "lines", [{ same: "output" }, ends]],
    ["recovery", "+list", [{ same: "state" }]],
    ["hang", "waits", [ends]],
    ["survival", "fails", [{ exit: 0 }]],
  ])("found by %s (%s) compares with runs without faults", (oracle, sign, expected) => {
    expect(scenarioOf(defect(oracle, sign), settings)?.expect).toMatchObject(expected);
  });

  it("runs the command again after it gave up, without faults", () => {
    const line = (times?: string) =>
      replayOf(defect("recovery", "", times), "x.yaml", "node x.mjs", "30s");
    expect(line()).toContain("-- sh -c 'node x.mjs || node x.mjs'");
    expect(line("always")).toContain("|| { service-emulator faults clear --url");
  });
});

describe("the test of a defect", () => {
  const found = { name: "state-x", sentence: `It's "wrong"`, command: `run 'it' "so" \\n $x` };

  it.each([
    [["python3", "sync.py"], "pytest"],
    [["/usr/bin/ruby", "sync.rb"], "rspec"],
    [["php", "sync.php"], "phpunit"],
    [["go", "run", "."], "go"],
    [["./run", "sync.py"], "pytest"],
    [["npm", "run", "sync"], "vitest"],
  ])("is in the language of the command: %s", (command, language) => {
    expect(languageOf(command)).toBe(language);
  });

  it.each([
    ["pytest", "python3", ["-c", "import ast, sys; ast.parse(sys.stdin.read())"], ""],
    ["rspec", "ruby", ["-c"], ""],
    ["phpunit", "php", ["-l"], "<?php class A {"],
    ["vitest", process.execPath, ["--input-type=module", "--check"], ""],
    ["go", "gofmt", [], "package found\n"],
  ] as const)("can be read as %s, whatever the command is", (language, program, words, before) => {
    const input = before + testIn(language, found) + (language === "phpunit" ? "}" : "");
    const { status, stderr, error } = spawnSync(program, words, { input, encoding: "utf8" });
    if (error === undefined)
      expect([status, stderr.replaceAll(/.*warn.*\n/gi, "")]).toEqual([0, ""]);
    expect(testIn(language, found)).toContain("it");
  });
});

describe("the order of schedules", () => {
  const spots: Spot[] = ["a", "b"].flatMap((operation) =>
    (["first", "last", "all"] as const).map((which) => ({
      operation,
      target: "",
      which,
      before: 0,
      doneBefore: 0,
      isDone: true,
      isPage: true,
    })),
  );
  const all = spots.flatMap((spot) => kinds.map((kind): Schedule => [{ spot, kind }]));
  // In this service, a reads and b writes.
  const { once, elsewhere } = inParts(all, (operation) => operation === "a");
  const last = ([each]: Schedule) => each as ScheduledFault;

  it("has each once", () => {
    expect([...once, ...elsewhere]).toHaveLength(all.length);
    expect(new Set([...once, ...elsewhere]).size).toBe(all.length);
  });

  it("has each kind at one read and at one write, before any is asked elsewhere", () => {
    const alone = once.map(last).filter(({ spot }) => spot.which !== "all");
    const names = alone.map(({ spot, kind }) => `${spot.operation} ${kind.variant}`);
    expect(new Set(names).size).toBe(names.length);
    const finite = kinds.filter(({ outcome }) => outcome.connection !== "hang");
    for (const { variant } of finite) expect(names).toContain(`a ${variant}`);
    for (const { variant } of finite) expect(names).toContain(`b ${variant}`);
  });

  it("has one of each sort before any that is much like another", () => {
    const place = (name: string) => once.findIndex((each) => last(each).kind.name === name);
    const [first = -1, second = -1] = once.flatMap((each, index) =>
      last(each).kind.family === "spoilt" && last(each).spot.operation === "a" ? index : [],
    );
    for (const name of ["401", "reset", "500"]) expect(place(name)).toBeLessThan(second);
    expect(first).toBeLessThan(once.length / 4);
  });

  it("has a hang soon, and another once all else is done", () => {
    const isHang = (each: Schedule) => last(each).kind.outcome.connection === "hang";
    expect(once.filter(isHang)).toHaveLength(1);
    expect(once.findIndex(isHang)).toBeLessThan(once.length / 2);
    expect(elsewhere.slice(-5).every(isHang)).toBe(true);
  });

  it("asks elsewhere, once for each operation, what the client has given up after", () => {
    const chosen = once.find((each) => last(each).kind.name === "401");
    const cases = [{ schedule: chosen, tried: { verdict: "gave up" } }] as never;
    const learnt = asLearnt(elsewhere, cases, () => true);
    const at = learnt.flatMap((each, index) => (last(each).kind.name === "401" ? index : []));
    const rest = learnt.length - at.length;
    expect(at.filter((index) => index < rest).length).toBeLessThanOrEqual(2);
    expect(learnt).toHaveLength(elsewhere.length);
  });

  it("has what is wrong with the client already at the end", () => {
    const chosen = elsewhere.find((each) => last(each).kind.name === "500");
    const cases = [{ schedule: chosen, tried: { verdict: "defect" } }] as never;
    const later = asLearnt(elsewhere, cases, (operation) => operation === "a");
    expect(last(later.at(-1) as Schedule).kind.name).toBe("500");
    expect(later).toHaveLength(elsewhere.length);
  });
});

const kindCalled = (name: string): ScheduledFault["kind"] =>
  kinds.find((kind) => kind.name === name) as ScheduledFault["kind"];

describe("pairs", () => {
  const choice = { seed: 1, only: [], kinds: [], timeoutMs: 30_000, include: [], probability: [] };
  const get = (which: Spot["which"]): Spot => ({
    operation: "get_lists",
    target: "",
    which,
    before: 0,
    doneBefore: 0,
    isDone: true,
    isPage: false,
  });
  const of = (name: string, which: Spot["which"]): Schedule => [
    { spot: get(which), kind: kindCalled(name) },
  ];

  it("of one kind at one operation come before all others", () => {
    const singles = ["500", "reset", "truncate", "503"].flatMap((name) =>
      (["first", "last"] as const).map((which) => ({ schedule: of(name, which), next: [] })),
    );
    const pairs = [...new Candidates(new Map(), choice).together(singles, singles)];
    const isOfOne = pairs.map(([one, other]) => one?.kind === other?.kind);
    expect(isOfOne.slice(0, 4)).toEqual([true, true, true, true]);
    expect(isOfOne.slice(4)).not.toContain(true);
  });

  it("of a fault and the same at its retry are known, one of each kind", () => {
    const survived = ["401", "500"].flatMap((name) =>
      (["first", "last"] as const).map((which) => ({
        schedule: of(name, which),
        next: [get("again")],
      })),
    );
    const twice = new Candidates(new Map(), choice).repeated(survived);
    const names = twice.map((pair) => pair.map(({ kind }) => kind.name).join());
    expect(names.toSorted()).toEqual(["401,401", "500,500"]);
  });
});

describe("shrinking", () => {
  const smallest = async (schedule: Schedule, fails: (each: Schedule) => boolean) =>
    faultsOf(await shrunk(schedule, async (each) => fails(each)));

  it("leaves out faults that are not needed", async () => {
    const schedule = [
      planned("get_lists", { status: 500 }),
      planned("create_list", { connection: "reset" }),
      planned("get_tags", { status: 503 }),
    ];
    const needed = (each: Schedule) => each.some(({ spot }) => spot.operation === "create_list");
    expect(await smallest(schedule, needed)).toEqual([
      { operation: "create_list", connection: "reset" },
    ]);
  });

  it("makes a fault for ever one of few times, if that is enough", async () => {
    const schedule = [planned("get_lists", { status: 500 }, "all")];
    expect(await smallest(schedule, () => true)).toEqual([{ operation: "get_lists", status: 500 }]);
    const thrice = ([each]: Schedule) => each?.times !== 1;
    expect(await smallest(schedule, thrice)).toEqual([
      { operation: "get_lists", status: 500, times: 3 },
    ]);
    const always = ([each]: Schedule) => each?.times === undefined;
    expect(await smallest(schedule, always)).toEqual([
      { operation: "get_lists", status: 500, times: "always" },
    ]);
  });

  it("halves waits as long as it still fails", async () => {
    const seconds = ({ outcome }: ScheduledFault["kind"]) =>
      Number.parseInt(String(outcome.delay), 10);
    const slow = ([each]: Schedule) => each !== undefined && seconds(each.kind) !== 625;
    const [fault] = await smallest([planned("get_lists", { delay: "5s" })], slow);
    expect(fault?.delay).toBe("1250ms");
    const promised = [planned("get_lists", { status: 429, retryAfter: 5 })];
    const [refusal] = await smallest(promised, () => true);
    expect(refusal?.retryAfter).toBe(1);
  });
});

describe("running a defect again", () => {
  const atOnce = async (oracle: string): Promise<number> => {
    const tried = { findings: [{ oracle, signs: "" }], tookMs: 1 };
    const cause = { finding: tried.findings[0], tried, schedule: [], oracles: new Set(), also: [] };
    let [running, most] = [0, 0];
    const run = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
      return tried as never;
    };
    const trials = { run, jobs: 4, confirm: 8, now: () => 0, isEnding: () => false };
    const { repeats } = await minimized(cause as never, 1000, trials);
    expect(repeats).toEqual({ failed: 8, of: 8 });
    return most;
  };

  it("goes side by side where it is about the state", async () => {
    expect(await atOnce("state")).toBe(4);
  });

  it("goes one by one where it is about waits, since others would be waited for, too", async () => {
    expect(await atOnce("waits")).toBe(1);
  });
});

describe("output", () => {
  it("is compared without times, durations, ids and counts of attempts", () => {
    const one = [
      "12:00:01 run 0b8f2c5e-1d4c-4f0a-9d53-0a5a1b2c3d4e",
      "done in 13 ms",
      "attempt 1: 202",
    ];
    const other = [
      "12:00:09 run 77aa2c5e-1d4c-4f0a-9d53-0a5a1b2c3d4e",
      "done in 2.4 s",
      "attempt 3: 202",
    ];
    expect(missingLines(steadyLines(one, one), other)).toEqual([]);
  });

  it("lacks a line that differs in a number, but may have more lines", () => {
    const steady = steadyLines(["synced 40 people", "done"], ["synced 40 people", "done"]);
    expect(missingLines(steady, ["retrying", "synced 40 people", "done"])).toEqual([]);
    expect(missingLines(steady, ["synced 20 people", "done"])).toEqual(["synced 40 people"]);
  });

  it("has no line that only one of two good runs has", () => {
    expect(steadyLines(["a", "b", "b"], ["b", "c"])).toEqual(["b"]);
  });
});

describe("a hang", () => {
  const run = (attempts: readonly object[]) =>
    hang({
      isEndless: true,
      seen: { isKilled: true, tookMs: 10_000, endedAt: 10_000, exitCode: 124, attempts },
    } as never)?.text;
  const attempt = { at: 0, end: 10, injected: [], left: false };

  it("is a command that does not end", () => {
    expect(run([attempt])).toContain("does not end (it was stopped after 10 s)");
    const open = { ...attempt, end: 10_000, injected: ["hang"], left: true };
    expect(run([open])).toContain("does not end");
  });

  it("is none while it waits as long as it was told", () => {
    expect(run([{ ...attempt, retryAfterMs: 60_000 }])).toBeUndefined();
    expect(run([{ ...attempt, retryAfterMs: 1000 }])).toContain("does not end");
  });

  it("is none where the responses were slow on purpose, or were given up in time", () => {
    const slow = [0, 3000].map((at) => ({ ...attempt, at, end: at + 3000, injected: ["delay"] }));
    expect(run(slow)).toBeUndefined();
    const given = { ...attempt, injected: ["hang"], left: true };
    const left = [0, 4000, 8000].map((at) => ({ ...given, at, end: at + 4000 }));
    expect(run(left)).toBeUndefined();
  });
});

describe("a pool", () => {
  it("gives results in the order of the work, whichever is done first", async () => {
    const done: string[] = [];
    const act = async (name: string) => {
      for (let turn = name === "a" ? 5 : 0; turn > 0; turn -= 1) await Promise.resolve();
      done.push(name);
      return name;
    };
    const results = inPool(2, ["a", "b", "c"], act, () => false);
    expect(await results).toEqual(["a", "b", "c"]);
    expect(done[0]).toBe("b");
  });

  it("begins nothing more once it is over, or anything has failed", async () => {
    const begun: number[] = [];
    const act = async (each: number) => void begun.push(each);
    await inPool(1, [1, 2, 3], act, () => begun.length === 2);
    expect(begun).toEqual([1, 2]);
    const failing = inPool(
      1,
      [1, 2],
      () => Promise.reject(new Error("broken")),
      () => false,
    );
    await expect(failing).rejects.toThrow("broken");
  });
});

describe("samples of a shape", () => {
  it.each([
    [literal("a", "b"), ["a", "b"]],
    [boolean(), [true]],
    [durationShape(), ["5s"]],
    [integer({ min: 1 }), [2, 5]],
    [integer({ min: -9, max: 9 }), [2, 5, 0, -3]],
    [list(literal(1, 2), { min: 2 }), [[1, 1]]],
    [oneOf(literal("x"), object({ cap: integer({ min: 3 }) })), ["x", { cap: 5 }]],
    [object({ a: literal(1), b: literal(2, 3), "c?": boolean() }), [{ a: 1, b: 2 }]],
    [object({ "a?": literal(1), "b?": literal(2) }), [{ a: 1 }, { b: 2 }]],
    [string({ pattern: "[0-9]+" }), []],
  ])("%j", (shape, samples) => {
    expect(samplesOf(shape)).toEqual(samples);
  });
});
