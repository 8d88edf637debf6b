import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { createApi } from "../../src/areas/index.ts";
import { look } from "../../src/durable/look.ts";
import { openDataFolder } from "../../src/durable/open.ts";
import { recoverFolder } from "../../src/durable/recover.ts";
import { crashed, newFolder, newProfile } from "../support/data-folder.ts";
import { emulate } from "../support/emulate.ts";

/** How many more times something on the disk is changed before the process is killed. */
const life = vi.hoisted(() => ({ left: Number.POSITIVE_INFINITY }));

vi.mock("node:fs/promises", async (importOriginal) => {
  const original = await importOriginal<Record<string, (...args: unknown[]) => Promise<unknown>>>();
  const mortal = ["mkdir", "rename", "copyFile", "rm", "writeFile"].map((name) => [
    name,
    async (...args: unknown[]) => {
      if (life.left <= 0) throw new Error("killed");
      life.left -= 1;
      return original[name]?.(...args);
    },
  ]);
  return { ...original, ...Object.fromEntries(mortal) };
});

const api = createApi({ trusted: true });
const log = "log-000001.db";

/** A folder with three lines in its log, the second of which is damaged. */
async function damagedFolder(): Promise<string> {
  const dataDir = newFolder();
  const { post } = await emulate({ dataDir });
  for (const name of ["a", "b", "c"])
    await post("/api/profiles", newProfile(`${name}@example.com`));
  const folder = crashed(dataDir);
  const path = join(folder, log);
  writeFileSync(path, readFileSync(path, "utf8").replace("b@example.com", "B@example.com"));
  return folder;
}

it("a recovery that is killed at any moment loses nothing, and is done by the next", async () => {
  const folder = await damagedFolder();
  const before = readFileSync(join(folder, log), "utf8");
  let steps = 0;
  for (let isOver = false; !isOver; steps += 1) {
    const copy = join(newFolder(), "copy");
    cpSync(folder, copy, { recursive: true });
    life.left = steps;
    isOver = await recoverFolder(api, copy, "1.0.0").then(
      () => true,
      () => false,
    );
    life.left = Number.POSITIVE_INFINITY;
    await recoverFolder(api, copy, "1.0.0");
    const { state } = await look(api, copy);
    const profiles = state?.snapshot.accounts[0]?.state.tables().get("profile")?.all();
    expect([...(profiles ?? [])], `step ${steps}`).toMatchObject([{ email: "a@example.com" }]);

    const tell = { note: () => {}, lost: () => {} };
    const { log: opened } = await openDataFolder(api, copy, { fsync: false, tell });
    await opened.close();
    const aside = readdirSync(copy).filter((name) => name.startsWith("damaged-"));
    expect(aside).toHaveLength(1);
    expect(readdirSync(join(copy, ...aside)).sort()).toEqual(["base-000001", "folder.json", log]);
    expect(readFileSync(join(copy, ...aside, log), "utf8")).toBe(before);
  }
  expect(steps).toBeGreaterThan(8);
});
