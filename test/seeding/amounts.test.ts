import { describe, expect, it } from "vitest";
import { createEmulator } from "../../src/emulator.ts";

const counts = async (options: Parameters<typeof createEmulator>[0]) => {
  await using emulator = await createEmulator(options);
  const { profiles, events } = emulator.state.counts();
  return [profiles, events];
};
const written = 5;
const told = 12;

describe("the options profiles and events", () => {
  it("generate so many beside what a fixture writes out", async () => {
    expect(await counts({ fixtures: ["small"], profiles: 30, events: 90 })).toEqual([
      written + 30,
      told + 90,
    ]);
  });

  it("take the place of what a fixture generates", async () => {
    const [none] = await counts({ fixtures: ["demo"], profiles: 0 });
    const [profiles] = await counts({ fixtures: ["demo"], profiles: 7 });
    expect(profiles).toBe(Number(none) + 7);
    expect(profiles).toBeLessThan(200);
  });

  it("add people and events, and nothing else: no messages, and no flows", async () => {
    const told = async (profiles: number) => {
      await using emulator = await createEmulator({
        fixtures: ["demo"],
        profiles,
        events: 9 * profiles,
      });
      // The owners of the fixture's objects are among the people.
      const brought = ["profiles", "events", "memberships", "object-links"];
      const counts = Object.entries(emulator.state.counts());
      return Object.fromEntries(counts.filter(([name]) => !brought.includes(name)));
    };
    const own = await told(0);
    expect(own["messages"]).toBeGreaterThan(0);
    expect(await told(400)).toEqual(own);
  });

  it("follow from each other, ten events a person", async () => {
    expect(await counts({ fixtures: ["empty"], profiles: 4 })).toEqual([4, 40]);
    expect(await counts({ fixtures: ["empty"], events: 41 })).toEqual([5, 41]);
  });

  it("give the same people for the same seed, and others for another", async () => {
    const emails = async (seed: number) => {
      await using emulator = await createEmulator({ fixtures: ["empty"], profiles: 5, seed });
      return emulator.state.get("profiles").records.map((record) => record["email"]);
    };
    expect(await emails(1)).toEqual(await emails(1));
    expect(await emails(2)).not.toEqual(await emails(1));
  });

  it.each([
    [{ profiles: 1.5 }, "profiles"],
    [{ profiles: -1 }, "profiles"],
    [{ profiles: 2_000_000 }, "profiles"],
    [{ profiles: 1, events: 1_000_000 }, "events"],
    [{ profiles: 1, events: Number.NaN }, "events"],
  ])("refuse %j", async (options, path) => {
    await expect(createEmulator({ fixtures: ["empty"], ...options })).rejects.toMatchObject({
      path,
      message: expect.stringMatching(/: expected a (whole number from 0 to|number$)/),
    });
  });

  it("are refused beside an exported state", async () => {
    await expect(createEmulator({ state: "/nowhere", events: 1 })).rejects.toMatchObject({
      path: "events",
    });
  });

  it("tell of progress that never goes back and ends with all of it", async () => {
    const seen: number[] = [];
    const onProgress = ({ done, records }: { done: number; records: number }) => {
      expect(records).toBe(110);
      seen.push(done);
    };
    await counts({ fixtures: ["empty"], profiles: 10, events: 100, onProgress });
    expect(seen.length).toBeGreaterThan(10);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.at(-1)).toBe(1);
  });
});
