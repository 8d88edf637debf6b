import { describe, expect, it } from "vitest";
import {
  type Expectation,
  type FaultInput,
  junitOf,
  type Scenario,
  type Verdict,
} from "../../src/index.ts";
import { newEvent } from "../support/bodies.ts";
import { emulate } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";

type Ways = Awaited<ReturnType<typeof emulate>>;

/** Runs a scenario over some requests. */
async function judge(
  scenario: Omit<Scenario, "name">,
  act: (ways: Ways) => Promise<unknown>,
  options: Parameters<typeof emulate>[0] = {},
) {
  const ways = await emulate(options);
  const verdict = await ways.emulator.scenarios.run({ name: "test", ...scenario }, () => act(ways));
  return { ...ways, verdict };
}

const metrics = async ({ get }: Ways, times = 1, headers = {}) => {
  const statuses: number[] = [];
  for (let n = 0; n < times; n += 1) statuses.push((await get("/api/metrics", { headers })).status);
  return statuses;
};

const failed = ({ expectations }: Verdict) =>
  expectations.filter(({ passed }) => !passed).map(({ name, message }) => [name, message]);

describe("a step", () => {
  it("without a trigger is done at the start", async () => {
    const seen: number[] = [];
    const fault = { operation: "get_metrics", status: 503 } as const;
    const { verdict } = await judge({ steps: [{ name: "down", fault }] }, async (ways) =>
      seen.push(...(await metrics(ways, 2))),
    );
    expect(seen).toEqual([503, 200]);
    expect(verdict).toMatchObject({ passed: true, steps: [{ name: "down", done: true }] });
  });

  it("may wait for an instant of the clock, also over a reset of the world", async () => {
    const seen: number[] = [];
    const fault = { operation: "get_metrics", status: 503 } as const;
    await judge({ steps: [{ at: "+5s", fault }] }, async (ways) => {
      const { clock } = ways.emulator;
      await clock.advance("4999ms");
      seen.push(...(await metrics(ways)));
      ways.emulator.reset();
      await new Promise(setImmediate);
      seen.push(...(await metrics(ways)));
      await clock.advance("1ms");
      seen.push(...(await metrics(ways)));
    });
    expect(seen).toEqual([200, 200, 503]);
  });

  it("may wait for so many requests, exactly, and for the first that is like its own", async () => {
    const seen: number[] = [];
    await judge(
      {
        steps: [
          {
            after: { requests: 2, operation: "get_metrics" },
            fault: { operation: "get_metrics", status: 503 },
          },
          {
            when: { operation: "get_metrics", status: 503 },
            fault: { operation: "get_metrics", status: 500 },
          },
        ],
      },
      async (ways) => {
        await ways.get("/api/profiles");
        seen.push(...(await metrics(ways, 5)));
      },
    );
    expect(seen).toEqual([200, 200, 503, 500, 200]);
  });

  it("does everything that the control API can do", async () => {
    const statuses: number[] = [];
    const { emulator, verdict } = await judge(
      {
        steps: [
          { clock: { mode: "frozen", at: "2026-07-21T00:00:00Z" } },
          { clock: { advance: "1h" } },
          { limits: { mode: "real", operations: { get_metrics: { burst: 1 } } } },
          { revision: { revision: "2025-10-15", status: "retired" } },
          { revision: { revision: "2027-01-15" } },
          { snapshot: "before" },
          { after: { requests: 3 }, restore: "before" },
        ],
      },
      async (ways) => {
        statuses.push(...(await metrics(ways, 2)));
        statuses.push(...(await metrics(ways, 1, { revision: "2025-10-15" })));
      },
    );
    expect(verdict).toMatchObject({ passed: true });
    expect(statuses).toEqual([200, 429, 429]);
    expect(emulator.clock.now().now).toBe("2026-07-21T01:00:00+00:00");
    expect(emulator.revisions.list().revisions).toHaveLength(15);
    expect(emulator.state.snapshots()).toMatchObject([{ name: "before" }]);
  });

  it("may restore what the emulator has kept, and what a step will have taken by then", async () => {
    const ways = await emulate();
    ways.emulator.state.snapshot("kept");
    const steps = [
      { when: { operation: "create_event" }, restore: "taken" },
      { restore: "kept" },
      { snapshot: "taken" },
    ] as const;
    const verdict = await ways.emulator.scenarios.run(
      { name: "t", steps, expect: [{ state: { collection: "events", count: 0 } }] },
      () => ways.post("/api/events", newEvent()),
    );
    expect(failed(verdict)).toEqual([]);
  });

  it("that never comes, or whose fault nobody meets, fails the run, unless it is optional", async () => {
    const fault = { operation: "get_metrics", status: 503 } as const;
    const never = { when: { operation: "get_events" } } as const;
    const { verdict } = await judge(
      {
        steps: [
          { name: "unmet", fault: { operation: "get_events", status: 503 } },
          { name: "never", ...never, fault },
          { name: "maybe", optional: true, ...never, fault },
          { name: "maybe met", optional: true, fault: { operation: "get_events", status: 503 } },
          { name: "maybe kept", optional: true, ...never, snapshot: "a" },
          { name: "at will", fault: { operation: "get_lists", status: 503, optional: true } },
        ],
      },
      metrics,
    );
    const shown = verdict.expectations.filter(({ passed }) => passed);
    expect(shown.map(({ name, message }) => [name, message])).toEqual([
      ["maybe", "its trigger was never met: it is optional"],
      ["maybe met", "no request met it: it is optional"],
      ["maybe kept", "its trigger was never met: it is optional"],
      ["at will", "no request met it: it is optional"],
    ]);
    expect(failed(verdict)).toEqual([
      ["unmet", "requests met it: 0, expected at least 1"],
      ["never", "its trigger was never met"],
    ]);
  });

  it("that cannot be done when its time comes is told, and the others go on", async () => {
    const { verdict } = await judge(
      {
        steps: [
          { snapshot: "a" },
          { name: "again", when: {}, snapshot: "b" },
          { name: "later", when: {}, clock: { advance: "1s" } },
        ],
      },
      async (ways) => {
        ways.emulator.state.snapshot("b");
        await metrics(ways);
      },
    );
    expect(failed(verdict)).toEqual([
      ["again", "it could not be done: snapshot.name: the name b is taken"],
    ]);
    expect(verdict.steps).toMatchObject([
      { done: true },
      { problem: expect.any(String) },
      { done: true, problem: null },
    ]);
  });
});

describe("a step on what is stored", () => {
  it("seeds before the first request, and what comes after the seed in the step knows of it", async () => {
    const profiles = [{ email: "a@example.com" }, { email: "b@example.com" }];
    const { verdict } = await judge(
      {
        steps: [{ seed: { profiles }, snapshot: "two" }, { restore: "two" }],
        expect: [{ state: { collection: "profiles", count: 2 } }],
      },
      async ({ get }) => expect((await get("/api/profiles")).many).toHaveLength(2),
    );
    expect(failed(verdict)).toEqual([]);
  });

  it("says why a seed could not be added", async () => {
    const events = [{ profile: "nobody@example.com", metric: "M", time: "now" }];
    const { verdict } = await judge({ steps: [{ seed: { events } }] }, metrics);
    expect(failed(verdict)).toEqual([
      ["step 1", expect.stringMatching(/^it could not be done: seed\.events\[0\]\.profile: /)],
    ]);
  });

  it("deletes people with all that is theirs, and what the service lets a client delete", async () => {
    const seed = {
      lists: [{ name: "L" }],
      profiles: [{ email: "a@example.com", lists: ["L"] }, { email: "b@example.com" }],
    };
    const filter = 'equals(email,"a@example.com")';
    const when = { operation: "get_metrics" } as const;
    const { verdict } = await judge(
      {
        steps: [
          { seed },
          { when, delete: { collection: "profiles", filter } },
          { when, delete: { collection: "lists" } },
        ],
        expect: [
          { state: { collection: "profiles", count: 1 } },
          { state: { collection: "memberships", count: 0 } },
          { state: { collection: "lists", count: 0 } },
        ],
      },
      metrics,
    );
    expect(failed(verdict)).toEqual([]);
  });

  it("revokes a key in the middle of a run", async () => {
    const seen: number[] = [];
    const when = { operation: "get_metrics" } as const;
    await judge({ steps: [{ when, revoke: { key: "full" } }] }, async (ways) => {
      seen.push(...(await metrics(ways, 2)));
    });
    expect(seen).toEqual([200, 401]);
  });

  it("revokes the tokens of an app, of one account or of all", async () => {
    const app = fixtureFile("apps: [{ name: My App, client_id: my-app }]\n");
    const steps = [
      { name: "unknown", revoke: { app: "my-ap" } },
      { when: { operation: "get_metrics" }, revoke: { app: "my-app" } },
    ] as const;
    const seen: string[] = [];
    const { verdict } = await judge(
      { steps },
      async ({ emulator, get }) => {
        emulator.tokens.create();
        const states = () => emulator.tokens.list().map(({ state }) => state);
        seen.push(...states());
        await get("/api/metrics");
        seen.push(...states());
      },
      { fixtures: [app] },
    );
    expect(seen).toEqual(["active", "revoked"]);
    expect(failed(verdict)).toEqual([
      ["unknown", "it could not be done: revoke.app: no app 'my-ap'; did you mean my-app?"],
    ]);
  });
});

describe("at its end a scenario", () => {
  const steps = [
    { fault: { operation: "get_metrics", status: 503, times: "always" } },
    { when: { operation: "get_events" }, fault: { operation: "get_events", status: 503 } },
  ] as const;

  it("takes its faults away, and its steps that are still to come", async () => {
    const ways = await judge({ steps }, metrics);
    expect(ways.emulator.faults.list()).toEqual([]);
    expect([await metrics(ways), (await ways.get("/api/events")).status]).toEqual([[200], 200]);
    await ways.get("/api/events");
    expect(ways.emulator.faults.list()).toEqual([]);
  });

  it("counts whom a fault met before a reset, and leaves alone what was planned after it", async () => {
    const fault = { operation: "get_metrics", status: 503 } as const;
    const unlost = [{ hits: { step: "down", count: 1 } }];
    const ways = await judge({ steps: [{ name: "down", fault }], expect: unlost }, async (all) => {
      await metrics(all);
      all.emulator.reset();
      all.emulator.faults.add({ operation: "get_profiles", status: 500 });
      await all.get("/api/profiles");
    });
    expect(failed(ways.verdict)).toEqual([]);
    expect(ways.emulator.faults.list()).toMatchObject([{ operation: "get_profiles" }]);
  });

  it("tells a step without a name from one that is named like it", async () => {
    const { verdict } = await judge(
      {
        steps: [
          { name: "step 2", fault: { operation: "get_metrics", status: 503 } },
          { fault: { operation: "get_events", status: 503 } },
        ],
        expect: [{ hits: { step: "step 2", count: 1 } }],
      },
      metrics,
    );
    expect(verdict.expectations.map(({ passed }) => passed)).toEqual([true, false, true]);
  });

  it("does so too when what was to be judged throws", async () => {
    const { emulator } = await emulate();
    const run = emulator.scenarios.run({ name: "t", steps }, async () => {
      throw new Error("a client that crashed");
    });
    await expect(run).rejects.toThrow("a client that crashed");
    expect(emulator.faults.list()).toEqual([]);
  });
});

describe("what was expected:", () => {
  type Expectation = NonNullable<Scenario["expect"]>[number];
  const fault = { operation: "get_metrics", status: 429, retryAfter: 2 } as const;

  /** Two refusals and a success, the client's time between them as the machine has it. */
  const throttled = async (expectation: Expectation) => {
    const { verdict } = await judge(
      { steps: [{ name: "throttle", fault }], expect: [expectation] },
      async (ways) => {
        await metrics(ways, 2);
        await ways.emulator.clock.advance("2s");
        await metrics(ways);
      },
    );
    const result = verdict.expectations.at(-1);
    return { passed: result?.passed, message: result?.message, evidence: result?.evidence ?? [] };
  };

  it.each<[Expectation, boolean, string]>([
    [{ requests: { operation: "get_metrics" } }, true, "requests: 3, expected at least 1"],
    [{ requests: { operation: "get_metrics", count: 3 } }, true, "requests: 3, expected 3"],
    [{ requests: { status: 429, max: 1 } }, false, "requests: 2, expected at most 1"],
    [{ requests: { status: 200, min: 2 } }, false, "requests: 1, expected at least 2"],
    [
      { requests: { path: "/api/met*", method: "GET", key: "full", count: 3 } },
      true,
      "requests: 3",
    ],
    [{ requests: { stage: "plan", account: "Tests1", count: 2 } }, true, "requests: 2"],
    [{ order: [{ status: 429 }, { status: 429 }, { status: 200 }] }, true, "in this order"],
    [
      { order: [{ status: 200 }, { status: 429 }] },
      false,
      'no request matching {"status":429} came after the first 1',
    ],
    [{ waits: { operation: "get_metrics" } }, false, "after a response with Retry-After 2.00 s"],
    [
      { waits: { operation: "get_metrics", tolerance: "2s" } },
      true,
      "2 of 2 retries waited for Retry-After",
    ],
    [{ waits: { operation: "get_events" } }, false, "no response had a Retry-After"],
    [
      { gap: { operation: "get_metrics", min: "1s" } },
      false,
      "between two requests, expected at least 1s",
    ],
    [
      { gap: { operation: "get_metrics", max: "10s" } },
      true,
      "the gaps between 3 requests are as expected",
    ],
    [
      { gap: { operation: "get_events", min: "1s" } },
      false,
      "fewer than two matching requests came",
    ],
    [
      { pace: { operation: "get_metrics", max: 3, in: "10s" } },
      true,
      "never more than 3 requests in 10s",
    ],
    [{ pace: { operation: "get_metrics", max: 2, in: "10s" } }, false, "3 requests came within"],
    [{ pace: { operation: "get_events", max: 2, in: "10s" } }, false, "no matching request came"],
    [{ requests: { answered: true, count: 3 } }, true, "requests: 3"],
    [{ within: "10s" }, true, "expected at most 10s"],
    [{ within: "0ms" }, false, "expected at most 0ms"],
    [{ hits: { step: "throttle", count: 2 } }, true, "requests met it: 2, expected 2"],
    [{ hits: { step: "throttle", max: 1 } }, false, "requests met it: 2, expected at most 1"],
    [{ state: { collection: "metrics", count: 0 } }, true, "metrics: 0, expected 0"],
    [{ state: { collection: "metrics" } }, false, "metrics: 0, expected at least 1"],
    [{ doubled: 0 }, true, "0 duplicate records, expected 0"],
    [{ exit: 0 }, true, "the command ended with 0, expected 0"],
    [{ exit: 3 }, false, "the command ended with 0, expected 3"],
  ])("%j", async (expectation, passed, message) => {
    const found = await throttled(expectation);
    expect(found.message).toContain(message);
    expect(found.passed).toBe(passed);
  });

  it.each<NonNullable<FaultInput["retryAfter"]>>([0, -5, { date: "-1h" }])(
    "takes no Retry-After of %j for one that can be waited for",
    async (retryAfter) => {
      const fault = { operation: "get_metrics", status: 503, retryAfter } as const;
      const { verdict } = await judge(
        { steps: [{ fault }], expect: [{ waits: { operation: "get_metrics" } }] },
        async ({ get }) => {
          await get("/api/metrics");
          await get("/api/metrics");
        },
      );
      expect(verdict.expectations.at(-1)).toMatchObject({
        passed: false,
        message: "no response had a Retry-After to wait for",
      });
    },
  );

  it("shows the exchanges that it is about, in the client's seconds", async () => {
    const { evidence } = await throttled({ waits: { operation: "get_metrics" } });
    expect(evidence).toHaveLength(2);
    expect(evidence[0]?.text).toMatch(
      /^\+0\.00 s GET \/api\/metrics 429, Retry-After 2, fault status$/,
    );
  });

  it("counts what a retry wrote once more", async () => {
    const { verdict } = await judge(
      {
        steps: [{ fault: { operation: "create_event", where: "after", status: 503 } }],
        expect: [{ doubled: 0 }, { doubled: 1 }],
      },
      async ({ post, emulator }) => {
        await post("/api/events", newEvent());
        await emulator.clock.advance("1s");
        await post("/api/events", newEvent());
      },
    );
    expect(verdict.expectations.slice(-2).map(({ passed }) => passed)).toEqual([false, true]);
    expect(verdict.expectations.at(-1)?.evidence[0]?.text).toContain(
      "repeats a lost request, 1 duplicate record",
    );
  });

  it("counts what came again under a new name, and says what to change", async () => {
    const { verdict } = await judge(
      {
        steps: [{ fault: { operation: "create_event", where: "after", status: 503 } }],
        expect: [{ doubled: 0 }],
      },
      async ({ post, emulator }) => {
        await post("/api/events", newEvent({ unique_id: "a" }));
        await emulator.clock.advance("1s");
        await post("/api/events", newEvent({ unique_id: "b" }));
      },
    );
    const { passed, message, evidence } = verdict.expectations.at(-1) ?? {};
    expect(passed).toBe(false);
    expect(message).toBe(
      "1 duplicate record, expected 0: a new unique_id for each attempt. Send the same one with all attempts",
    );
    expect(evidence?.at(-1)?.text).toContain("1 duplicate record of a lost request");
  });

  /** One request whose answer is held back, and another that is answered meanwhile. */
  const overlapping = async (second: Scenario["steps"], ...expect: Expectation[]) => {
    const delay = { fault: { operation: "get_metrics", delay: "1s" } } as const;
    const { verdict } = await judge({ steps: [delay, ...(second ?? [])], expect }, async (ways) => {
      const first = metrics(ways);
      while (ways.emulator.faults.list()[0]?.hits.count === 0) await new Promise(setImmediate);
      await metrics(ways);
      await ways.emulator.clock.advance("1s");
      await first;
    });
    return verdict.expectations.slice(-expect.length);
  };

  it("goes by when requests came, not by when they were answered", async () => {
    const [pace, gap] = await overlapping(
      [],
      { pace: { operation: "get_metrics", max: 1, in: "1h" } },
      { gap: { operation: "get_metrics", min: "1s" } },
    );
    expect(pace?.evidence[0]?.text).toMatch(/^\+0\.00 s .* fault delay$/);
    expect(pace?.message).toMatch(/^2 requests came within \d/);
    expect(gap?.message).toBe("0.00 s between two requests, expected at least 1s");
  });

  it("does not ask a client to wait before it was told", async () => {
    const fault = { operation: "get_metrics", status: 429, retryAfter: 5, skip: 1 } as const;
    const found = await overlapping([{ fault }], { waits: { operation: "get_metrics" } });
    expect(found).toMatchObject([{ passed: true, message: "no retry came" }]);
  });

  it("fails where the state has no such account, and the run is over", async () => {
    const { verdict, emulator } = await judge(
      { steps: [{ fault }], expect: [{ state: { collection: "metrics", account: "NOPE01" } }] },
      metrics,
    );
    expect(failed(verdict)).toEqual([["state metrics NOPE01", "no account with id NOPE01"]]);
    expect(emulator.faults.list()).toEqual([]);
  });

  it("is named by what it says where it has no name of its own", async () => {
    const { verdict } = await judge({ expect: [{ requests: { status: 200 } }] }, metrics);
    expect(verdict.expectations[0]?.name).toBe("requests 200");
  });
});

describe("the control API of scenarios", () => {
  async function control() {
    const ways = await emulate();
    const call = async (method: string, path: string, body?: unknown) => {
      const response = await ways.emulator.fetch(`/_emulator/scenarios${path}`, {
        method,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, json: text === "" ? undefined : JSON.parse(text) };
    };
    return { ...ways, call };
  }

  it("begins one, tells how far it is, and judges it", async () => {
    const ways = await control();
    const steps = [{ name: "first", when: {}, fault: { operation: "get_metrics", status: 503 } }];
    const begun = await ways.call("POST", "", { name: "t", steps, expect: [{ exit: 3 }] });
    expect(begun).toMatchObject({
      status: 201,
      json: { id: "scenario-1", steps: [{ done: false }] },
    });
    await metrics(ways, 2);
    expect((await ways.call("GET", "/scenario-1")).json.steps).toMatchObject([{ done: true }]);
    const { json } = await ways.call("POST", "/scenario-1/finish", { exitCode: 3 });
    expect(json).toMatchObject({ scenario: "t", passed: true });
    expect((await ways.call("POST", "/scenario-1/finish")).status).toBe(409);
  });

  it("runs one at a time, and ends it unjudged when asked", async () => {
    const { call, emulator } = await control();
    const scenario = { name: "t", steps: [{ fault: { operation: "*", status: 503 } }] };
    await call("POST", "", scenario);
    expect((await call("POST", "", scenario)).status).toBe(409);
    expect(emulator.faults.list()).toHaveLength(1);
    expect((await call("DELETE", "/scenario-1")).status).toBe(204);
    expect(emulator.faults.list()).toEqual([]);
    expect((await call("POST", "", scenario)).status).toBe(201);
    expect((await call("GET", "/scenario-9")).status).toBe(404);
  });

  it.each<[object, string, string?]>([
    [{}, "name"],
    [{ name: "t", step: [] }, "step", "steps"],
    [{ name: "t", steps: [{}] }, "steps[0]"],
    [{ name: "t", steps: [{ at: "soon", snapshot: "a" }] }, "steps[0].at"],
    [{ name: "t", steps: [{ at: "1s", when: {}, snapshot: "a" }] }, "steps[0].when"],
    [{ name: "t", steps: [{ revoke: {} }] }, "steps[0].revoke"],
    [{ name: "t", steps: [{ revoke: { key: "a", app: "*" } }] }, "steps[0].revoke"],
    [{ name: "t", steps: [{ seed: { profils: [] } }] }, "steps[0].seed.profils", "profiles"],
    [
      { name: "t", steps: [{ delete: { collection: "list" } }] },
      "steps[0].delete.collection",
      "lists",
    ],
    [
      { name: "t", steps: [{ delete: { collection: "profiles", filter: "equals(emial,'a')" } }] },
      "steps[0].delete.filter",
    ],
    [
      {
        name: "t",
        steps: [
          { name: "a", snapshot: "a" },
          { name: "a", snapshot: "b" },
        ],
      },
      "steps[1].name",
    ],
    [
      { name: "t", steps: [{ when: { operation: "get_metrcs" }, snapshot: "a" }] },
      "steps[0].when.operation",
      "get_metrics",
    ],
    [
      { name: "t", steps: [{ fault: { operation: "create_evnt", status: 429 } }] },
      "steps[0].fault.operation",
      "create_event",
    ],
    [
      { name: "t", steps: [{ fault: { operation: "*", statsu: 1 } }] },
      "steps[0].fault.statsu",
      "status",
    ],
    [
      { name: "t", steps: [{ fault: { operation: "*", sequence: ["pass", { status: 418 }] } }] },
      "steps[0].fault.sequence[1].status",
    ],
    [{ name: "t", steps: [{ clock: {} }] }, "steps[0].clock"],
    [{ name: "t", steps: [{ clock: { mode: "accelerated" } }] }, "steps[0].clock.factor"],
    [{ name: "t", steps: [{ limits: { mode: "fast" } }] }, "steps[0].limits.mode"],
    [{ name: "t", steps: [{ restore: "nothing" }] }, "steps[0].restore"],
    [
      { name: "t", steps: [{ snapshot: "before" }, { restore: "befor" }] },
      "steps[1].restore",
      "before",
    ],
    [{ name: "t", settings: { rateLimits: "fast" } }, "settings.rateLimits"],
    [{ name: "t", settings: { frozenAt: "noon" } }, "settings.frozenAt"],
    [
      { name: "t", steps: [{ when: { stage: "limits" }, snapshot: "a" }] },
      "steps[0].when.stage",
      "limit",
    ],
    [
      { name: "t", expect: [{ requests: { stage: "limits", max: 0 } }] },
      "expect[0].requests.stage",
      "limit",
    ],
    [{ name: "t", expect: [{ requests: { min: 3, max: 1 } }] }, "expect[0].requests.max"],
    [
      { name: "t", expect: [{ state: { collection: "events", count: 1, max: 3 } }] },
      "expect[0].state.max",
    ],
    [{ name: "t", expect: [{ gap: { operation: "get_metrics" } }] }, "expect[0].gap"],
    [{ name: "t", expect: [{ gap: { min: "5s", max: 1000 } }] }, "expect[0].gap.max"],
    [
      { name: "t", expect: [{ order: [{}, { operation: "get_metrcs" }] }] },
      "expect[0].order[1].operation",
      "get_metrics",
    ],
    [{ name: "t", steps: [{ revision: { revision: "soon" } }] }, "steps[0].revision.revision"],
    [{ name: "t", expect: [{}] }, "expect[0]"],
    [{ name: "t", expect: [{ exit: 0, doubled: 0 }] }, "expect[0]"],
    [{ name: "t", expect: [{ prints: { line: "" } }] }, "expect[0].prints.line"],
    [{ name: "t", expect: [{ prints: { line: "a", min: 2, max: 1 } }] }, "expect[0].prints.max"],
    [{ name: "t", expect: [{ within: "long" }] }, "expect[0].within"],
    [{ name: "t", expect: [{ pace: { max: 1, in: "x" } }] }, "expect[0].pace.in"],
    [{ name: "t", expect: [{ hits: { step: "thrttle" } }] }, "expect[0].hits.step"],
    [
      { name: "t", expect: [{ state: { collection: "profles" } }] },
      "expect[0].state.collection",
      "profiles",
    ],
    [
      { name: "t", expect: [{ state: { collection: "profiles", filter: "near(a,1)" } }] },
      "expect[0].state.filter",
    ],
    [
      { name: "t", expect: [{ requests: { operation: "get_metrcs" } }] },
      "expect[0].requests.operation",
      "get_metrics",
    ],
  ])("refuses %j, and nothing of it has happened", async (scenario, path, nearest) => {
    const { call, emulator } = await control();
    // What is right in it must not be done either.
    const { steps = [] } = scenario as { steps?: object[] };
    const fault = { fault: { operation: "get_profiles", status: 503 } };
    const refused = await call("POST", "", { ...scenario, steps: [...steps, fault] });
    expect(refused).toMatchObject({
      status: 400,
      json: { error: { path, ...(nearest && { nearest }) } },
    });
    expect(emulator.faults.list()).toEqual([]);
  });
});

describe("a command", () => {
  it.each<[number | undefined, object[], boolean]>([
    [0, [], true],
    [7, [], false],
    [7, [{ exit: 7 }], true],
    [undefined, [], true],
  ])("that ended with %j, where %j is expected, passes: %j", async (exitCode, expected, passed) => {
    const { emulator, get } = await emulate();
    const id = emulator.scenarios.begin({ name: "t", expect: expected });
    await get("/api/metrics");
    expect(emulator.scenarios.finish(id, exitCode).passed).toBe(passed);
  });

  const printed = ["\u001B[32m  3 people synced in 12 ms  \u001B[0m", "done", "done"];

  it.each<[NonNullable<Expectation["prints"]>, boolean, string]>([
    [{ line: "done" }, true, "lines: 2, expected at least 1"],
    [{ line: "done", count: 1 }, false, "lines: 2, expected 1"],
    [{ line: "don" }, false, "lines: 0, expected at least 1"],
    [{ line: "3 people synced in * ms" }, true, "lines: 1"],
    [{ line: "*failed*", count: 0 }, true, "lines: 0, expected 0"],
  ])(
    "that printed some lines, where %j is expected, passes: %j",
    async (prints, passed, message) => {
      const { emulator, get } = await emulate();
      const id = emulator.scenarios.begin({ name: "t", expect: [{ prints }] });
      await get("/api/metrics");
      const { expectations } = emulator.scenarios.finish(id, 0, printed);
      expect(expectations).toMatchObject([{ passed, message: expect.stringContaining(message) }]);
    },
  );

  it("whose output nobody has seen fails where it should have printed", async () => {
    const { emulator, get } = await emulate();
    const id = emulator.scenarios.begin({ name: "t", expect: [{ prints: { line: "done" } }] });
    await get("/api/metrics");
    expect(emulator.scenarios.finish(id, 0).expectations).toMatchObject([
      { passed: false, message: expect.stringContaining("run it with scenario run") },
    ]);
  });

  it("that is a function prints what it returns", async () => {
    const { emulator, get } = await emulate();
    const scenario = { name: "t", expect: [{ prints: { line: "2 people" } }] };
    const printing = (value: unknown) => async () => {
      await get("/api/metrics");
      return value;
    };
    const of = async (value: unknown) =>
      (await emulator.scenarios.run(scenario, printing(value))).passed;
    expect([await of("2 people"), await of("3 people"), await of(undefined)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

it.each<[NonNullable<Scenario["expect"]>, boolean]>([
  [[], false],
  [[{ exit: 0 }], false],
  [[{ requests: { operation: "get_metrics", max: 3 } }], false],
  [[{ requests: { count: 0 } }], true],
  [[{ requests: { min: 1 } }], false],
])("a run without any request, of which %j is expected, passes: %j", async (expected, passed) => {
  const { emulator } = await emulate();
  const id = emulator.scenarios.begin({ name: "t", expect: expected });
  expect(emulator.scenarios.finish(id, 0).passed).toBe(passed);
});

it("a run without any request passes neither a time limit nor a pace", async () => {
  const { verdict } = await judge(
    { expect: [{ within: "1s" }, { pace: { max: 1, in: "1s" } }] },
    async () => {},
  );
  expect(failed(verdict).map(([, message]) => message)).toEqual([
    "no request came",
    "no matching request came",
    expect.stringContaining("no request arrived"),
  ]);
});

it("a step may choose what a missing revision gets", async () => {
  const seen: number[] = [];
  await judge({ steps: [{ when: {}, defaultRevision: "newest" }] }, async (ways) => {
    const bare = () => metrics(ways, 1, { revision: "" });
    seen.push(...(await bare()), ...(await bare()));
  });
  expect(seen).toEqual([400, 200]);
});

describe("a verdict as JUnit's XML", () => {
  it("has a case for each expectation, and escapes what was seen", () => {
    const verdict: Verdict = {
      scenario: "a<b",
      passed: false,
      exercised: false,
      steps: [],
      expectations: [
        { name: "not met", passed: true, unmet: true, message: "no list", evidence: [] },
        { name: "fine", passed: true, message: "", evidence: [] },
        {
          name: 'say "no"',
          passed: false,
          message: "1 & 2\u0000",
          evidence: [
            { exchange: "a", text: "<first>" },
            { exchange: "b", text: "second" },
          ],
        },
      ],
    };
    expect(junitOf(verdict)).toBe(
      [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<testsuites tests="3" failures="1" errors="0" skipped="1">',
        '  <testsuite name="a&lt;b" tests="3" failures="1" errors="0" skipped="1">',
        '    <testcase classname="a&lt;b" name="not met"><skipped message="no list"/></testcase>',
        '    <testcase classname="a&lt;b" name="fine"/>',
        '    <testcase classname="a&lt;b" name="say &quot;no&quot;"><failure message="1 &amp; 2\uFFFD">&lt;first&gt;\nsecond</failure></testcase>',
        "  </testsuite>",
        "</testsuites>",
        "",
      ].join("\n"),
    );
  });
});
