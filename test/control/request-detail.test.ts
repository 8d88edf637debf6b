import { describe, expect, it } from "vitest";
import { emulate } from "../support/emulate.ts";

/** The last request, as the control API shows it. */
const last = async ({ emulator }: Pick<Awaited<ReturnType<typeof emulate>>, "emulator">) =>
  (await (await emulator.fetch("/_emulator/requests/last")).json()) as {
    stages: { name: string; outcome: string }[];
    counters: Record<string, unknown>[];
    promise: unknown;
  };

describe("a recorded request that is opened", () => {
  it("shows the counters that it met, as they stood right after it", async () => {
    const asked = await emulate({ rateLimits: "real" });
    await asked.get("/api/metrics");
    await asked.get("/api/metrics");
    const { id } = asked.emulator.requests.list().at(-1) ?? { id: "" };
    await asked.get("/api/metrics");
    expect(asked.emulator.requests.show(id).counters).toEqual([
      {
        name: "get_metrics",
        window: "burst",
        limit: 10,
        used: 2,
        opensAt: "2026-07-20T12:00:01.000Z",
        opensAtMs: Date.parse("2026-07-20T12:00:01Z"),
        shutUntil: null,
        shutUntilMs: null,
        refused: false,
      },
      expect.objectContaining({ window: "steady", used: 2, opensAt: "2026-07-20T12:01:00.000Z" }),
    ]);
  });

  it("names the counter that refused it, and what was promised, also to one that came back too early", async () => {
    const asked = await emulate({ rateLimits: "real" });
    await asked.get("/api/accounts");
    for (const by of ["0s", "0.5s"]) {
      await asked.emulator.clock.advance(by);
      await asked.get("/api/accounts");
      const { counters, promise, stages } = await last(asked);
      expect(counters.map(({ window, refused }) => [window, refused])).toEqual([
        ["burst", true],
        ["steady", false],
      ]);
      const seconds = 1;
      expect(promise).toMatchObject({ seconds });
      expect(stages.at(-1)).toEqual({ name: "limit", outcome: "refused" });
    }
    await asked.emulator.clock.advance("1s");
    await asked.get("/api/accounts");
    expect((await last(asked)).counters[0]).toMatchObject({ used: 1, refused: false });
  });

  it("shows the counters of its parameters, too", async () => {
    const asked = await emulate({ rateLimits: "real" });
    await asked.get("/api/profiles?additional-fields[profile]=predictive_analytics");
    const names = (await last(asked)).counters.map(({ name }) => name);
    expect(new Set(names)).toEqual(
      new Set(["get_profiles", "additional-fields[profile]=predictive_analytics"]),
    );
  });

  it("counts a window that a fault has used up as full", async () => {
    const asked = await emulate({ rateLimits: "real" });
    asked.emulator.faults.add({ operation: "get_metrics", limit: "steady" });
    await asked.get("/api/metrics");
    const { counters } = await last(asked);
    expect(counters.find(({ window }) => window === "steady")).toMatchObject({
      used: 150,
      refused: true,
    });
  });

  it("counts callers apart: sandboxes do not share windows", async () => {
    const asked = await emulate({ rateLimits: "real" });
    const sandbox = asked.emulator.sandbox({ rateLimits: "real" });
    await asked.get("/api/metrics");
    await sandbox.fetch("/api/metrics");
    expect((await last(asked)).counters[0]).toMatchObject({ used: 1 });
  });

  it.each([
    ["a success", "/api/metrics", "handle", "answered"],
    ["an unknown path", "/api/nothing", "row", "refused"],
    ["a wrong filter", "/api/metrics?filter=no", "query", "refused"],
  ])("shows the stages that %s passed", async (_, path, name, outcome) => {
    const asked = await emulate();
    await asked.get(path);
    const { stages } = await last(asked);
    expect(stages.at(-1)).toEqual({ name, outcome });
    expect(new Set(stages.slice(0, -1).map((stage) => stage.outcome))).toEqual(new Set(["passed"]));
    const { stages: all } = (await (await asked.emulator.fetch("/_emulator/stages")).json()) as {
      stages: { name: string }[];
    };
    const order = all.map((stage) => stage.name);
    expect(stages.map((stage) => stage.name)).toEqual(order.slice(0, stages.length));
  });

  it.each([
    [{ retryAfter: 2 }, "2026-07-20T12:00:02.000Z"],
    [{ retryAfter: 2, delay: "3s" }, "2026-07-20T12:00:05.000Z"],
    [{ retryAfter: "none" }, undefined],
    [{ retryAfter: 0 }, undefined],
    [{ retryAfter: "garbage" }, undefined],
  ] as const)("of a planned 429 with %j shows the instant that was promised", async (told, at) => {
    const asked = await emulate();
    asked.emulator.faults.add({ operation: "get_metrics", status: 429, ...told });
    const answered = asked.get("/api/metrics");
    while (asked.emulator.faults.list()[0]?.hits.count === 0) await new Promise(setImmediate);
    await asked.emulator.clock.advance("3s");
    await answered;
    const { promise, stages, counters } = await last(asked);
    expect(promise).toEqual(at === undefined ? null : expect.objectContaining({ at }));
    expect(stages.map(({ outcome }) => outcome)).toEqual(["passed", "passed", "planned"]);
    expect(counters).toEqual([]);
  });
});
