import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { Tree } from "../../src/world/store/tree.ts";
import { machine } from "../../src/world/time/machine-time.ts";
import { newProfile } from "../support/data-folder.ts";
import { emulate } from "../support/emulate.ts";

const email = (at: number) => `p${at}@example.com`;

/** People with two events each. */
const crowd = (count: number) => ({
  metrics: [{ name: "Placed Order" }],
  profiles: Array.from({ length: count }, (_, at) => ({ email: email(at) })),
  events: Array.from({ length: 2 * count }, (_, at) => ({
    profile: email(at % count),
    metric: "Placed Order",
    time: at < count ? "-1d" : "-2d",
  })),
});

/** By its clock, every step takes as long as a slice may. */
function slow(): void {
  let now = machine.now();
  const clock = vi.spyOn(machine, "now").mockImplementation(() => (now += 5));
  onTestFinished(() => clock.mockRestore());
}

describe("a large fixture that is added to a running emulator", () => {
  it("holds others up by few records at a time", async () => {
    const { emulator } = await emulate();
    await emulator.seed(crowd(10));
    slow();
    const set = vi.spyOn(Tree.prototype, "set");
    onTestFinished(() => set.mockRestore());
    const added = { isOver: false };
    const { profiles } = crowd(600);
    const adding = emulator
      .seed({ profiles: profiles.slice(10) })
      .then(() => (added.isOver = true));
    let [most, turns] = [0, 0];
    while (!added.isOver) {
      set.mockClear();
      await turn();
      most = Math.max(most, set.mock.calls.length);
      turns += 1;
    }
    await adding;
    expect(turns).toBeGreaterThan(500);
    expect(most).toBeLessThan(100);
  });

  it("is there in one step, with all that follows", async () => {
    const { emulator, get } = await emulate();
    slow();
    const seen = new Set<string>();
    const added = { isOver: false };
    const adding = emulator.seed(crowd(300)).then(() => (added.isOver = true));
    while (!added.isOver) {
      const { profiles, events } = emulator.state.counts();
      seen.add(`${profiles} ${events}`);
      await turn();
    }
    await adding;
    expect([...seen]).toEqual(["0 0"]);
    expect(emulator.state.counts()).toMatchObject({ profiles: 300, events: 600 });
    const { many } = await get(`/api/profiles?filter=equals(email,"${email(7)}")`);
    expect(many[0]?.attributes["last_event_date"]).not.toBeNull();
  });

  it("lets whoever writes meanwhile write, and takes that into account", async () => {
    const { emulator, post } = await emulate();
    slow();
    const adding = emulator.seed(crowd(300)).catch(({ message }: Error) => message);
    for (let turns = 0; turns < 5; turns += 1) await turn();
    await post("/api/profiles", newProfile(email(299)));
    await post("/api/profiles", newProfile("other@example.com"));
    // Who was just made is one whom it brings again.
    expect(await adding).toMatch(/profiles\[299\].*p299@example\.com.* is already/);
    expect(emulator.state.counts()).toMatchObject({ profiles: 2 });
  });

  it("leaves all as it was where something is wrong at its end", async () => {
    const { emulator } = await emulate();
    const before = emulator.state.counts();
    slow();
    const { events, ...rest } = crowd(300);
    const wrong = { ...rest, events: [...events, { ...events[0], profile: "nobody@example.com" }] };
    await expect(emulator.seed(wrong as never)).rejects.toThrow("events[600]");
    expect(emulator.state.counts()).toEqual(before);
  });
});
