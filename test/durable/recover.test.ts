import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createApi } from "../../src/areas/index.ts";
import { look } from "../../src/durable/look.ts";
import { openDataFolder } from "../../src/durable/open.ts";
import { recoverFolder } from "../../src/durable/check.ts";
import { crashed, newFolder, newProfile } from "../support/data-folder.ts";
import { emulate } from "../support/emulate.ts";

/** How many more times something on the disk is changed before the process is killed. */
const life = { left: Number.POSITIVE_INFINITY };

/** From now on what changes the disk fails once that life is over, for every module. */
function makeMortal(): void {
  const functions = fs as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
  const originals = { ...functions };
  for (const name of ["mkdir", "rename", "copyFile", "rm", "writeFile"]) {
    functions[name] = async (...args) => {
      if (life.left <= 0) throw new Error("killed");
      life.left -= 1;
      return originals[name]?.(...args);
    };
  }
  syncBuiltinESMExports();
  onTestFinished(() => {
    Object.assign(functions, originals);
    syncBuiltinESMExports();
  });
}

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
  makeMortal();
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
    expect([...(profiles ?? [])], `step ${steps}`).toMatchObject([
      { email: "a@example.com" },
      { email: "c@example.com" },
    ]);

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
