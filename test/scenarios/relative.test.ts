import { describe, expect, it } from "vitest";
import { readScenario, type Reference, type Scenario, type Verdict } from "../../src/index.ts";
import { newEvent } from "../support/bodies.ts";
import { emulate } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";

type Ways = Awaited<ReturnType<typeof emulate>>;
type Act = (ways: Ways) => Promise<unknown>;

/** What a scenario says of a client, which it has watched without faults first. */
async function judge(
  scenario: object,
  act: Act,
  { exitCode = 0, isQuiet = true, faulty = act, output = [] as string[] } = {},
) {
  const people = Array.from({ length: 5 }, (_, n) => `  - { email: p${n}@example.com }\n`);
  const ways = await emulate({ fixtures: [fixtureFile(`profiles:\n${people.join("")}`)] });
  const { scenarios } = ways.emulator;
  const reference: Reference | undefined = isQuiet
    ? await ways.emulator.reference(() => act(ways))
    : undefined;
  const whole = { name: "test", ...scenario } as Scenario;
  const id = scenarios.begin(whole, reference && { reference });
  await scenarios.settled(id);
  await faulty(ways);
  await scenarios.settled(id, exitCode);
  return scenarios.finish(id, exitCode, output);
}

const said = ({ expectations }: Verdict) =>
  expectations.map(({ name, passed, unmet }) => [name, unmet ? "unmet" : passed]);

const messages = ({ expectations }: Verdict) => expectations.map(({ message }) => message);

const track =
  (email: string, uniqueId?: string): Act =>
  ({ post }) =>
    post(
      "/api/events",
      newEvent({ ...(uniqueId && { unique_id: uniqueId }), properties: { email } }),
    );

const read: Act = ({ get }) => get("/api/metrics");

/** Reads so many pages of the list of profiles, or all. */
const walk =
  (pagesMax = 99): Act =>
  async ({ get }) => {
    let path: string | null = "/api/profiles?page%5Bsize%5D=2";
    for (let page = 0; path !== null && page < pagesMax; page += 1) {
      const { status, links } = await get(path);
      if (status !== 200) return;
      const next: string | null = links.next ?? null;
      path = next && next.slice(next.indexOf("/api/"));
    }
  };

const fault = { operation: "$written", status: 503 } as const;
const down = { name: "down", fault };

describe("a role", () => {
  it("is filled by what the client does without faults", async () => {
    const statuses: number[] = [];
    const verdict = await judge({ steps: [down] }, read, {
      faulty: async (ways) => statuses.push((await ways.get("/api/metrics")).status),
    });
    expect([verdict.passed, verdict.exercised, statuses]).toEqual([true, false, [200]]);
    expect(messages(verdict)).toEqual([
      "not exercised: the client writes nothing. Name one with --role written=…",
    ]);
    expect(said(await judge({ steps: [down] }, track("a")))).toEqual([["down", true]]);
  });

  it("is filled by the first request that fits it where there was no such run", async () => {
    const twice: Act = async (ways) => {
      await read(ways);
      await track("a")(ways);
      await track("b")(ways);
    };
    expect(said(await judge({ steps: [down] }, twice, { isQuiet: false }))).toEqual([
      ["down", true],
    ]);
    const once = await judge({ steps: [down] }, read, { isQuiet: false });
    expect([once.passed, once.exercised]).toEqual([true, false]);
  });

  it("is filled by the scenario itself, which goes before what the client does", async () => {
    const roles = { written: "create_list" };
    const verdict = await judge({ roles, steps: [down] }, track("a"));
    expect(said(verdict)).toEqual([["down", "unmet"]]);
  });

  it.each([
    ["$written", track("a"), "create_event"],
    ["$read", read, "get_metrics"],
    ["$walked", walk(), "get_profiles"],
  ])("%s stands for an operation", async (operation, act, meant) => {
    const expectation = { requests: { operation: operation as never, min: 1 } };
    const verdict = await judge({ expect: [expectation] }, act);
    expect(said(verdict)).toEqual([[`requests ${meant} 1`, true]]);
  });

  it("$walked is no list of which the client reads the first page alone", async () => {
    const verdict = await judge({ expect: [{ allRead: "$walked" }] }, walk(1));
    expect(messages(verdict)[0]).toContain("follows no link to a second page");
  });

  it("$revision stands for the one that the client sends", async () => {
    const steps = [
      { when: { revision: "$revision" }, revision: { revision: "$revision", status: "retired" } },
    ];
    const statuses: number[] = [];
    await judge({ steps }, read, {
      faulty: async (ways) => {
        statuses.push((await ways.get("/api/metrics")).status);
        statuses.push((await ways.get("/api/metrics")).status);
      },
    });
    expect(statuses).toEqual([200, 410]);
  });

  it.each<[object, string]>([
    [{ steps: [{ fault: { operation: "$writen", status: 503 } }] }, "did you mean $written"],
    [{ steps: [down], roles: { written: "create_evnt" } }, "did you mean create_event"],
    [{ steps: [down], roles: { writer: "create_event" } }, "did you mean written"],
    [{ expect: [{ allRead: "get_profile_s" }] }, "no operation"],
  ])("%j is refused", async (scenario, why) => {
    const { emulator } = await emulate();
    let told = "";
    try {
      emulator.scenarios.begin({ name: "t", ...scenario } as Scenario);
    } catch (error) {
      const { message, nearest } = error as { message: string; nearest?: string };
      told = `${message}; did you mean ${nearest}`;
    }
    expect(told).toContain(why);
  });
});

describe("a step of a scenario that fits any client", () => {
  it("that no request comes to has not failed", async () => {
    const steps = [
      { name: "unmet", fault: { operation: "get_events", status: 503 } },
      { name: "never", when: { operation: "get_events" }, snapshot: "a" },
    ];
    const verdict = await judge({ steps, expect: [{ same: "state" }] }, read);
    expect(said(verdict)).toEqual([
      ["unmet", "unmet"],
      ["never", "unmet"],
      ["same state", true],
    ]);
    expect([verdict.passed, verdict.exercised]).toEqual([true, false]);
  });
});

describe("the same as without faults:", () => {
  it.each<[string, object, Act, Act, boolean, string]>([
    ["state, where it is", { same: "state" }, track("a"), track("a"), true, "the same records"],
    ["state, where a record is missing", { same: "state" }, track("a"), read, false, "missing"],
    [
      "requests, where there is one more",
      { same: "requests" },
      read,
      async (ways) => [await read(ways), await read(ways)],
      false,
      "requests: 2, 1 without faults",
    ],
    [
      "operations, where one is left out",
      { same: "operations" },
      read,
      walk(),
      false,
      "get_metrics",
    ],
    ["once, where there is one more", { once: "state" }, read, track("a"), false, "is there, and"],
    ["once, where one is missing", { once: "state" }, track("a"), read, true, "no record more"],
    ["a walk, to its end", { allRead: "*" }, walk(), walk(), true, "every list to its end"],
    [
      "a walk that stops early",
      { allRead: "*" },
      walk(),
      walk(2),
      false,
      "read to its end 0 times",
    ],
    ["a walk that never ends", { allRead: "*" }, walk(2), walk(1), true, "no list to its end"],
  ])("%s", async (_, expectation, quiet, faulty, passed, message) => {
    const verdict = await judge({ expect: [expectation] }, quiet, { faulty });
    expect([verdict.passed, messages(verdict)[0]]).toEqual([
      passed,
      expect.stringContaining(message),
    ]);
  });

  it("says which line the command did not print", async () => {
    const print: Act = async (ways) => {
      await read(ways);
      return "2 people\ndone";
    };
    const expectation = { expect: [{ same: "output" }] };
    const good = await judge(expectation, print, { output: ["done", "2 people", "a warning"] });
    expect(good.passed).toBe(true);
    const bad = await judge(expectation, print, { output: ["done"] });
    expect(messages(bad)).toEqual(['the command does not print "2 people"']);
  });

  it("is not asked of a command that says that it failed, if it may", async () => {
    const lenient = { expect: [{ same: "state" }, { allRead: "*" }, { exit: "any" }] };
    const act: Act = async (ways) => [await track("a")(ways), await walk()(ways)];
    const verdict = await judge(lenient, act, { faulty: read, exitCode: 3 });
    expect([verdict.passed, verdict.exercised]).toEqual([true, true]);
    expect(messages(verdict)[0]).toBe("not compared: the command gave up with exit code 3");
    const strict = await judge({ expect: [{ same: "state" }] }, act, { faulty: read, exitCode: 3 });
    expect(messages(strict).at(-1)).toBe("the command ended with 3, expected 0");
    const stopped = await judge(lenient, act, { faulty: read, exitCode: 124 });
    expect(messages(stopped).at(-1)).toBe("the command ended with 124: it was stopped");
  });

  it("does not take the state of a seed, or the time of a moved clock, for the client's doing", async () => {
    const steps = [
      { seed: { profiles: [{ email: "seeded@example.com" }] } },
      { clock: { mode: "accelerated", factor: 5, at: "2026-08-01T12:00:00Z" } },
    ];
    const verdict = await judge({ steps, expect: [{ same: "state" }] }, track("a"));
    expect(messages(verdict)).toEqual(["the same records as without faults"]);
  });

  it("is not exercised where there was no run without faults, and the verdict says so", async () => {
    const kinds = [{ same: "state" }, { same: "output" }, { same: "requests" }];
    const more = [{ same: "operations" }, { once: "state" }, { allRead: "*" }];
    const verdict = await judge({ expect: [...kinds, ...more] }, track("a"), { isQuiet: false });
    expect(new Set(messages(verdict))).toEqual(
      new Set([expect.stringMatching(/^not exercised: there was no run without faults\./)]),
    );
    expect([verdict.passed, verdict.exercised]).toEqual([true, false]);
  });

  it("fails a retry that wrote twice also where there was none", async () => {
    const steps = [{ fault: { operation: "create_event", where: "after", connection: "reset" } }];
    const again: Act = async (ways) => {
      await Promise.resolve(track("a")(ways)).catch(() => {});
      await ways.emulator.clock.advance("2s");
      await track("a")(ways);
    };
    const verdict = await judge({ steps, expect: [{ once: "state" }] }, again, { isQuiet: false });
    expect(messages(verdict).at(-1)).toContain("wrote again what was written");
  });
});

describe("a write whose response was lost, which is sent again at once with nothing that names it", () => {
  const lost = { operation: "create_event", where: "after", connection: "reset" };
  const again: Act = async (ways) => {
    await Promise.resolve(track("a")(ways)).catch(() => {});
    await track("a")(ways);
  };

  it("does not count as written once, although a second is not over", async () => {
    const scenario = { steps: [{ fault: lost }], expect: [{ once: "state" }] };
    const verdict = await judge(scenario, track("a"), { faulty: again });
    expect(verdict.passed).toBe(false);
    expect(messages(verdict).at(-1)).toContain("only because it came in the same second");
  });

  it("is written twice by the shipped scenario, however fast it is sent again", async () => {
    const { settings: _, ...shipped } = await readScenario("lost-response");
    const verdict = await judge(shipped, track("a"), { faulty: again });
    expect(messages(verdict)).toContainEqual(expect.stringContaining("wrote again what was"));
  });
});

describe("rules that are unbroken", () => {
  const steps = [{ fault: { operation: "get_metrics", status: 400, times: "always" } }];
  const scenario = { steps, expect: [{ unbroken: ["stops"] }] };

  it("pass, where none fails, say what each came to, and fail with what it found", async () => {
    const good = await judge(scenario, read);
    expect(messages(good).at(-1)).toBe("stops: pass");
    const bad = await judge(scenario, read, {
      faulty: async (ways) => [await read(ways), await read(ways)],
    });
    expect(messages(bad).at(-1)).toMatch(/^stops: get_metrics/);
    expect(bad.expectations.at(-1)?.evidence.length).toBeGreaterThan(0);
  });

  it("are not exercised where nothing came up for them", async () => {
    const verdict = await judge({ expect: [{ unbroken: ["stops", "revision"] }] }, read);
    expect(messages(verdict)).toEqual(["not exercised: nothing for stops, nothing for revision"]);
  });
});
