import { describe } from "vitest";
import { emulatorTest } from "../../src/vitest.ts";

const test = emulatorTest({ fixtures: ["small"] });

const newProfile = (email: string) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ data: { type: "profile", attributes: { email } } }),
});

describe("a test that names an emulator", () => {
  test("has one that listens, with data in it", async ({ emulator, expect }) => {
    const headers = {
      authorization: `Service-API-Key ${emulator.keys["full"]}`,
      revision: "2026-07-15",
    };
    const answer = await fetch(`${emulator.url}/api/profiles`, { headers });
    expect(answer.status).toBe(200);
    emulator.faults.add({ operation: "*", status: 503, times: "always", optional: true });
    emulator.clock.freeze("2030-01-01T00:00:00Z");
  });

  test("finds nothing of what the test before has done", async ({ emulator, expect }) => {
    expect(emulator.faults.list()).toEqual([]);
    expect(emulator.requests.list()).toEqual([]);
    expect(emulator.clock.now().mode).toBe("real");
  });
});

describe("tests side by side that name a sandbox", () => {
  for (const number of [1, 2, 3, 4, 5]) {
    test.concurrent(`each have their own: ${number}`, async ({ sandbox, expect }) => {
      const email = `p${number}@example.com`;
      await sandbox.fetch("/api/profiles", newProfile(email));
      sandbox.faults.add({ operation: "get_lists", status: 503 });
      const path = `/api/profiles?filter=any(email,["p1@example.com","p2@example.com","p3@example.com"])`;
      const { data } = (await (await sandbox.fetch(path)).json()) as { data: unknown[] };
      expect(data).toHaveLength(number <= 3 ? 1 : 0);
      expect((await sandbox.fetch("/api/lists")).status).toBe(503);
      expect(sandbox.requests.list().map(({ status }) => status)).toEqual([201, 200, 503]);
    });
  }
});

describe("a test that explores a client", () => {
  const reading = { budget: 10, only: ["500"] } as const;
  test.explore(
    "passes where nothing is found",
    async (sandbox) => {
      const answer = await sandbox.fetch("/api/lists");
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
    },
    reading,
  );
});
