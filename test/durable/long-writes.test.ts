import { setImmediate as turn } from "node:timers/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import { createEmulator } from "../../src/index.ts";
import { machine } from "../../src/world/time/machine-time.ts";
import { empty } from "../support/cli.ts";
import { crashed, newFolder, newProfile } from "../support/data-folder.ts";
import { callers } from "../support/emulate.ts";

async function on(dataDir: string) {
  const emulator = await createEmulator({ fixtures: [empty], dataDir, onNote: () => {} });
  onTestFinished(() => emulator.close());
  return callers(emulator);
}

const people = Array.from({ length: 500 }, (_, place) => newProfile(`a${place}@example.com`).data);
const importing = {
  data: { type: "profile-bulk-import-job", attributes: { profiles: { data: people } } },
};

it("a kill in the middle of a long write leaves nothing of it, and one after its answer all", async () => {
  const dataDir = newFolder();
  const { get, post } = await on(dataDir);
  await get("/api/profiles");
  // By its clock, every step takes as long as a slice may.
  let now = machine.now();
  const clock = vi.spyOn(machine, "now").mockImplementation(() => (now += 5));
  onTestFinished(() => clock.mockRestore());
  const write = post("/api/profile-bulk-import-jobs", importing);
  for (let turns = 0; turns < 100; turns += 1) await turn();
  const during = crashed(dataDir);
  expect((await write).status).toBe(202);
  clock.mockRestore();

  const found = async (folder: string) => {
    const again = await on(folder);
    const [profiles, jobs] = [
      await again.get("/api/profiles?page[size]=100"),
      await again.get("/api/profile-bulk-import-jobs"),
    ];
    return [profiles.many.length, jobs.many.length];
  };
  expect(await found(during)).toEqual([0, 0]);
  expect(await found(crashed(dataDir))).toEqual([100, 1]);
});
