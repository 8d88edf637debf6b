import { describe, expect, it } from "vitest";
import type { Emulator } from "../../src/index.ts";
import { newEvent } from "../support/bodies.ts";
import { emulate } from "../support/emulate.ts";

type Ways = Awaited<ReturnType<typeof emulate>>;

/** A client that tracks one thing, and tries it again so many times. */
async function track({ post, emulator }: Ways, retries: number): Promise<void> {
  for (let attempt = 0; attempt <= retries; attempt += 1) {
    const { status } = await post("/api/events", newEvent({ properties: { order: 1 } }));
    if (status < 400) return;
    await emulator.clock.advance("2s");
  }
}

const countOf = (emulator: Emulator) => emulator.state.counts()["events"] ?? 0;

describe("what a client does for a reference", () => {
  it("meets neither faults nor limits", async () => {
    const ways = await emulate({ rateLimits: "real" });
    ways.emulator.faults.add({ operation: "create_event", status: 503 });
    const statuses: number[] = [];
    await ways.emulator.reference(async () => {
      for (let count = 0; count < 5; count += 1) {
        statuses.push((await ways.get("/api/events")).status);
        statuses.push((await ways.post("/api/events", newEvent())).status);
      }
    });
    expect(new Set(statuses)).toEqual(new Set([200, 202]));
    expect(ways.emulator.faults.list()[0]?.hits.count).toBe(0);
  });

  it("leaves nothing behind: neither records, nor requests, nor time, nor sandboxes", async () => {
    const ways = await emulate();
    const { emulator } = ways;
    const before = [emulator.clock.now().now, countOf(emulator)];
    await emulator.reference(async () => {
      await track(ways, 0);
      await emulator.clock.advance("1h");
      await emulator.sandbox();
    });
    expect([emulator.clock.now().now, countOf(emulator)]).toEqual(before);
    expect(emulator.requests.list()).toEqual([]);
  });

  it("begins from the state that there is, also with what was written a moment ago", async () => {
    const ways = await emulate();
    const { emulator } = ways;
    await track(ways, 0);
    const counts: number[] = [];
    await emulator.reference(async () => {
      counts.push(countOf(emulator));
      await ways.post("/api/events", newEvent({ properties: { order: 2 } }));
    });
    expect(counts).toEqual([1, 1]);
  });

  it("is put back also if the client fails", async () => {
    const ways = await emulate();
    const failing = ways.emulator.reference(async () => {
      await track(ways, 0);
      throw new Error("it failed");
    });
    await expect(failing).rejects.toThrow("it failed");
    expect(countOf(ways.emulator)).toBe(0);
  });

  it("is asked by the keys and in the sandboxes that there are", async () => {
    const { emulator } = await emulate();
    const sandbox = emulator.sandbox();
    const statuses: number[] = [];
    await emulator.reference(async () => {
      const headers = {
        authorization: `Service-API-Key ${sandbox.keys["full"]}`,
        revision: "2026-07-15",
      };
      const { status } = await emulator.fetch("/api/profiles", { headers });
      statuses.push(status);
    });
    expect(statuses).toEqual([200, 200]);
  });
});

describe("with a reference", () => {
  const judged = async (retries: number) => {
    const ways = await emulate();
    const { emulator } = ways;
    const reference = await emulator.reference(() => track(ways, retries));
    emulator.faults.add({ operation: "create_event", status: 503 });
    const end = await emulator.observe({ reference });
    await track(ways, retries);
    const { rules, calls } = await end();
    return [rules[0]?.verdict, calls.map(({ knownBy }) => knownBy)];
  };

  it("a client that tried again passes, and one that did not fails", async () => {
    expect(await judged(1)).toEqual(["pass", ["difference"]]);
    expect(await judged(0)).toEqual(["fail", ["difference"]]);
  });

  it("a scenario passes if the rules pass that it expects", async () => {
    const scenario = {
      name: "a 503",
      steps: [{ fault: { operation: "create_event", status: 503 } }],
      expect: [{ rules: ["retries"] }],
    } as const;
    const verdict = async (retries: number, compares: boolean) => {
      const ways = await emulate();
      const { scenarios } = ways.emulator;
      const run = () => track(ways, retries);
      const reference = compares ? await ways.emulator.reference(run) : undefined;
      const { expectations: all } = await scenarios.run(scenario, run, {
        ...(reference && { reference }),
      });
      const rules = all.find(({ name }) => name.startsWith("rules"));
      return [rules?.passed, rules?.message];
    };
    expect(await verdict(1, true)).toEqual([true, "passed: retries"]);
    expect(await verdict(0, true)).toEqual([false, expect.stringMatching("^retries: fail: ")]);
    expect(await verdict(1, false)).toEqual([
      false,
      "retries: undecided: add exec --compare, or a name for each call",
    ]);
  });
});
